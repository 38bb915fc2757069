"""Tests the names of JVMs, which are made from what recordings say about their programs."""

import pytest

from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.sessions.follow.names import file_stem, jvm_name

BOOTER = "org.apache.maven.surefire.booter.ForkedBooter"
MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher"
GRADLE_WORKER = "worker.org.gradle.process.internal.worker.GradleWorkerMain"


@pytest.mark.parametrize(
    ("main", "main_class", "directory", "name"),
    [
        ("org.foo.Main a b", None, "/w/app", "org.foo.Main"),
        ("app/org.foo.Main", None, "/w/app", "org.foo.Main"),
        ("/opt/app.jar -x", "org.foo.Main", "/w", "app.jar (org.foo.Main)"),
        ("/opt/my app.jar -x", "org.foo.Main", "/w", "my app.jar (org.foo.Main)"),
        ("/opt/app.jar", None, "/w", "app.jar"),
        # Surefire 2 and 3 put the jar into different places.
        ("/tmp/surefire12/surefirebooter34.jar /tmp/surefire12 2026-01-02T03-04-05_678-jvmRun1 x",
         BOOTER, "/w/app/core", "surefire fork of core"),
        ("/w/app/core/target/surefire/surefirebooter-3.jar /w/app/core/target/surefire x", BOOTER,
         "/w/app", "surefire fork of core"),
        ("/w/target/app/core/target/surefire/b.jar", BOOTER, "/", "surefire fork of core"),
        (f"{BOOTER} /tmp/surefire1", None, "/w/app/web", "surefire fork of web"),
        (f"{BOOTER} /tmp/surefire1", None, None, "surefire fork of an unknown module"),
        (f"{MAVEN} -q -B test", None, "/w/app", "mvn -q -B test"),
        (f"{GRADLE_WORKER} 'Gradle Test Executor 1'", None, "/w/app/core",
         "Gradle Test Executor 1 of core"),
        (GRADLE_WORKER, None, "/w/app/core", "Gradle worker of core"),
        ("/w/gradle/wrapper/gradle-wrapper.jar --no-daemon test",
         "org.gradle.wrapper.GradleWrapperMain", "/w", "gradlew --no-daemon test"),
        ("org.gradle.wrapper.GradleWrapperMain test", None, "/w", "gradlew test"),
        ("org.gradle.launcher.GradleMain test", None, "/w", "gradle test"),
        ("org.gradle.launcher.daemon.bootstrap.GradleDaemon 8.5", None, "/w", "Gradle daemon"),
        (f"{MAVEN} {'x' * 100}", None, "/w", f"mvn {'x' * 54} …"),
        ("a.b\x1bC", None, "/w", r"a.b\u001bC"),
        (None, None, None, "unknown program"),
        ("", None, "", "unknown program"),
    ],
)  # fmt: skip
def test_names_of_jvms_say_what_they_run(
    main: str | None, main_class: str | None, directory: str | None, name: str
) -> None:
    agent = RecordingRecord(
        main=main, main_class=main_class, directory=directory, java_version="17", java_vendor="x",
        pid=1, parent_pid=0, started_millis=0, options={},
    )  # fmt: skip
    assert jvm_name(agent) == name


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("surefire fork of core", "surefire-fork-of-core"),
        ("app.jar (org.foo.Main)", "app.jar-org.foo.Main"),
        ("../..", "jvm"),
        (".x", "x"),
        ("ä" * 100, "jvm"),
        ("x" * 100, "x" * 50),
    ],
)
def test_names_become_file_stems(name: str, stem: str) -> None:
    assert file_stem(name) == stem
