# Judges a profile by the rules and, if there is a base, by how the profile differs from the base.
# Both are always judged, so a build shows everything that is wrong with it.
rm -f target/kpath-check.xml target/kpath-diff.xml
kpath-jvm check "$1" --rules kpath-rules.toml --junit target/kpath-check.xml
status=$?
told="check ended with status $status"
if [ -n "$2" ]; then
  kpath-jvm --config gates.toml diff "$2" "$1" --top 3 --junit target/kpath-diff.xml
  compared=$?
  told="$told, diff with status $compared"
  # Status 1 (a gate failed) takes precedence over status 2 (a gate can't be judged).
  if [ $status -ne 1 ] && [ $compared -ne 0 ]; then status=$compared; fi
fi
# People read the end of a build's log first. Without this line, the end would be about diff only.
echo "gates.sh: $told"
exit $status
