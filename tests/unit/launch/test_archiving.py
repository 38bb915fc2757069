"""Tests that a command is refused if its JVM would write a class archive and refuse agents."""

import re

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import refuse_archiving
from kpath_jvm.launch.jdk import OPTION_VARIABLES


@pytest.mark.parametrize(
    ("command", "variable", "fragment"),
    [
        ("java -cp c -XX:ArchiveClassesAtExit=a.jsa Main", "", "-XX:ArchiveClassesAtExit=a.jsa"),
        ("java -Xshare:dump", "", "-Xshare:dump"),
        ("mvn test", "-Da='b c' -Xshare:dump", "-Xshare:dump"),
        ("java -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=/absent M", "", "no archive /ab"),
        ("java -cp -Xshare:dump Main -XX:ArchiveClassesAtExit=a.jsa", "", None),
        ("java -XX:ArchiveClassesAtExit=a -XX:+AllowArchivingWithJavaAgent Main", "", None),
        ("java -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=/dev/null Main", "'", None),
        ("java -XX:SharedArchiveFile=/absent -jar a.jar -Xshare:dump", "", None),
    ],
)
@pytest.mark.parametrize("name", OPTION_VARIABLES)
def test_commands_that_write_class_archives_are_refused(
    command: str, variable: str, fragment: str | None, name: str
) -> None:
    environment = {name: variable}
    if fragment is None:
        refuse_archiving(command.split(), environment)
        return
    with pytest.raises(KpathError, match=re.escape(fragment)) as refused:
        refuse_archiving(command.split(), environment)
    assert refused.value.exit_status == 125
