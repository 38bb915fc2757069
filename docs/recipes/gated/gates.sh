# Judges a profile by the rules and, if there is a base, by how it differs from that.
# Both are always judged, so a build shows everything that is wrong with it.
rm -f target/kpath-check.xml target/kpath-diff.xml
kpath-jvm check "$1" --rules kpath-rules.toml --junit target/kpath-check.xml
status=$?
told="check ended with status $status"
if [ -n "$2" ]; then
  kpath-jvm --config gates.toml diff "$2" "$1" --top 3 --junit target/kpath-diff.xml
  compared=$?
  told="$told, diff with status $compared"
  # 1, a gate that failed, takes precedence over 2, one that couldn't be judged.
  if [ $status -ne 1 ] && [ $compared -ne 0 ]; then status=$compared; fi
fi
# The end of a build's log is read first, and it would otherwise tell only of the difference.
echo "gates.sh: $told"
exit $status
