package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.Tool;
import thaw.service.process.Maven;

/** Builds with tests, by programs in place of Gradle and Maven. */
@SideBySide
class TestedBuildTest {
  @TempDir Path folder;

  private void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  private TestedBuild.Result built(String module, CodeSource.BuildTool tool)
      throws InterruptedException {
    return whateverJdk(TestedBuild.of(project(module, tool)).run(log()));
  }

  private static TestedBuild.Result whateverJdk(TestedBuild.Result result) {
    return result instanceof TestedBuild.Result.Passed(FunctionBuild build, _)
        ? new TestedBuild.Result.Passed(build, 0)
        : result;
  }

  private FunctionProject project(String module, CodeSource.BuildTool tool) {
    return new FunctionProject(
        new CodeSource.Project(folder.resolve(module), tool), Optional.empty(), 0);
  }

  private Path log() {
    return folder.resolve("log/build.log");
  }

  private static TestedBuild.Result passed(CodeSource.Built built) {
    return new TestedBuild.Result.Passed(new FunctionBuild(built, built), 0);
  }

  private void gradle(String first) throws IOException {
    write("settings.gradle", "include 'app'");
    write("app/build.gradle", "");
    write(
        "gradlew",
        """
        echo "$PWD $@" >> "%s/calls"
        %s
        mkdir -p build/classes/java/main build/thaw
        echo "classes $PWD/build/classes/java/main" > build/thaw/classpath
        """
            .formatted(folder, first));
  }

  @Test
  void the_tests_of_a_gradle_module_run_with_its_build_and_offline_first() throws Exception {
    String wrong = "echo '* What went wrong:'; echo 'Could not resolve a:b:1.'; exit 1";
    gradle("case \"$*\" in *--offline*) " + wrong + "; esac");
    write("app/build/thaw/classpath", "library " + folder + "/old.jar");

    TestedBuild.Result result = built("app", CodeSource.BuildTool.GRADLE);

    Path app = folder.resolve("app");
    assertEquals(
        passed(new CodeSource.Built(app.resolve("build/classes/java/main"), List.of())), result);
    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assertEquals(2, calls.size(), calls::toString);
    assertTrue(calls.get(0).contains("--offline"), calls::toString);
    assertFalse(calls.get(1).contains("--offline"), calls::toString);
    assertTrue(calls.get(1).startsWith(app.toRealPath() + " "), calls::toString);
    assertTrue(calls.get(1).endsWith(" thawClassPath test"), calls::toString);
    assertTrue(Files.exists(folder.resolve("build/thaw/class-path.gradle")));
  }

  @Test
  void a_wrapper_that_gets_no_gradle_is_told_as_by_a_build_without_tests() throws Exception {
    assumeFalse(Tool.run(List.of("gradle", "--version")).succeeded(), "there is a gradle here");
    gradle(
        "echo 'Exception in thread \"main\" java.net.UnknownHostException: services.gradle.org'; exit 1");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> built("app", CodeSource.BuildTool.GRADLE));
    assertTrue(
        String.valueOf(mistake.getMessage()).endsWith("UnknownHostException: services.gradle.org"),
        mistake.getMessage());
    assertTrue(
        mistake
            .remedy()
            .startsWith("its gradlew could not get Gradle, and there is no gradle in the PATH"),
        mistake.remedy());
  }

  @Test
  void a_gradle_project_without_a_wrapper_needs_a_gradle_of_this_machine() throws Exception {
    assumeFalse(Tool.run(List.of("gradle", "--version")).succeeded(), "there is a gradle here");
    write("settings.gradle", "include 'app'");
    write("app/build.gradle", "");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> built("app", CodeSource.BuildTool.GRADLE));
    assertTrue(
        String.valueOf(mistake.getMessage()).startsWith("gradle was not found, and "),
        mistake.getMessage());
    assertTrue(
        mistake.remedy().startsWith("give the project a wrapper, install Gradle"),
        mistake.remedy());
  }

  @Test
  void tests_that_find_no_region_get_one_and_later_builds_have_it_from_the_start()
      throws Exception {
    assumeTrue(System.getenv("AWS_REGION") == null, "this shell has a region");
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        """
        echo "${AWS_REGION:-none}" >> %s/calls
        [ -n "$AWS_REGION" ] || {
          echo '[ERROR] pets.ListTest  Time elapsed: 1.2 s  <<< ERROR!'
          echo 'SdkClientException: Unable to load region from any of the providers in the chain'
          exit 1
        }
        mkdir -p target/classes target/thaw
        : > target/thaw/dependencies
        """
            .formatted(folder));
    TestedBuild build = TestedBuild.of(project("", CodeSource.BuildTool.MAVEN));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      assertInstanceOf(
          TestedBuild.Result.Passed.class, build.run(log(), Duration.ofMinutes(1), lines::add));
    }
    assertEquals(
        List.of("none", "us-east-1", "us-east-1"), Files.readAllLines(folder.resolve("calls")));
    assertEquals(1, lines.size(), lines::toString);
    assertTrue(
        lines
            .getFirst()
            .endsWith(
                "running its tests with AWS_REGION=us-east-1, for this shell has no region ..."),
        lines.getFirst());
  }

  @Test
  void a_test_that_fails_in_gradle_is_named() throws Exception {
    gradle(
        """
        echo '> Task :app:test FAILED'
        echo 'HandlerTest > it greets FAILED'
        echo '* What went wrong:'
        exit 1
        """);
    assertEquals(
        new TestedBuild.Result.Failed(
            "tests fail: HandlerTest > it greets FAILED",
            log(),
            false,
            true,
            Optional.empty(),
            Optional.empty()),
        built("app", CodeSource.BuildTool.GRADLE));
    assertTrue(Files.readString(log()).contains("it greets FAILED"));
  }

  @Test
  void what_gradle_gives_as_the_cause_is_told_with_it() throws Exception {
    gradle(
        """
        echo '* What went wrong:'
        echo "Execution failed for task ':app:test'."
        echo "> Cannot locate JAR for module 'slf4j-api'"
        echo '* Try:'
        exit 1
        """);
    assertEquals(
        new TestedBuild.Result.Failed(
            "\n  Execution failed for task ':app:test'."
                + "\n  > Cannot locate JAR for module 'slf4j-api'",
            log()),
        built("app", CodeSource.BuildTool.GRADLE));
  }

  @Test
  void a_dependency_that_a_pom_no_longer_has_is_not_among_the_libraries() throws Exception {
    write("pom.xml", "<project/>");
    write("target/thaw/dependencies", "   x:old:jar:1:compile:" + folder + "/old.jar");
    write(
        "mvnw",
        "echo '[INFO]'; mkdir -p target/classes target/thaw\n"
            + ": > new.jar; echo \"   x:new:jar:1:compile:$PWD/new.jar\" >"
            + " target/thaw/dependencies");

    assertEquals(
        passed(
            new CodeSource.Built(
                folder.resolve("target/classes"), List.of(folder.resolve("new.jar")))),
        built("", CodeSource.BuildTool.MAVEN));
  }

  @Test
  void maven_has_the_same_home_as_in_a_build_without_tests() throws Exception {
    assumeTrue(
        !Maven.environment(System.getenv(), SandboxHost.isRoot()).isEmpty(),
        "HOME is given already, or that of another");
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        "mkdir -p target/classes target/thaw; : > target/thaw/dependencies; echo \"$MAVEN_OPTS\" > target/classes/options");
    built("", CodeSource.BuildTool.MAVEN);
    String options = Files.readString(folder.resolve("target/classes/options")).strip();
    assertTrue(options.endsWith("-Duser.home=" + System.getenv("HOME")), options);
  }

  @Test
  void all_that_a_gradle_module_is_built_with_is_copied() throws Exception {
    gradle("");
    assertEquals(folder, project("app", CodeSource.BuildTool.GRADLE).root());
  }

  /** Runs a build whose jar holds what was there before it and the library of this build. */
  private TestedBuild.Result archived(String script) throws Exception {
    return archived("<project/>", script);
  }

  private TestedBuild.Result archived(String pom, String script) throws Exception {
    write("pom.xml", pom);
    write(
        "mvnw",
        "echo '[INFO]'; mkdir -p target/classes target/thaw; : > target/thaw/dependencies\n"
            + script);
    FunctionProject module = FunctionProject.of(jar(), 17).orElseThrow();
    return TestedBuild.of(module).run(log());
  }

  private CodeSource.Archive jar() {
    return new CodeSource.Archive(folder.resolve("target/app.jar"));
  }

  @Test
  void a_jar_among_the_results_of_a_build_is_made_from_nothing() throws Exception {
    write("target/app.jar", "old ");

    TestedBuild.Result result = archived("echo new >> target/app.jar");

    FunctionBuild build = assertInstanceOf(TestedBuild.Result.Passed.class, result).build();
    assertEquals(jar(), build.deployed());
    assertEquals("new\n", Files.readString(folder.resolve("target/app.jar")));
    assertEquals(folder.resolve("target/classes"), build.compiled().path());
  }

  @Test
  void a_build_that_does_not_make_the_jar_is_told_with_what_it_made() throws Exception {
    write("target/app.jar", "old");

    TestedBuild.Result.Failed failed =
        assertInstanceOf(TestedBuild.Result.Failed.class, archived(": > target/other.jar"));

    assertEquals(
        "the build succeeded, but made no target/app.jar, which is named as the function's code;"
            + " it made target/other.jar",
        failed.why());
    assertTrue(failed.ofArchive().orElseThrow().startsWith("name what the build makes"));
  }

  @Test
  void a_profile_of_maven_that_packs_the_jar_is_active() throws Exception {
    archived(
        "<project><profile><id>fn</id><x>maven-shade-plugin</x></profile></project>",
        "echo \"$*\" > target/app.jar");

    String call = Files.readString(folder.resolve("target/app.jar"));
    assertTrue(call.endsWith(" -Pfn\n"), call);
  }

  @Test
  void all_archives_of_gradle_are_made() throws Exception {
    gradle("mkdir -p build/libs; : > build/libs/app.zip");
    Path zip = folder.resolve("app/build/libs/app.zip");
    FunctionProject module = FunctionProject.of(new CodeSource.Archive(zip), 17).orElseThrow();

    assertInstanceOf(TestedBuild.Result.Passed.class, TestedBuild.of(module).run(log()));

    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assertTrue(
        calls.getFirst().endsWith(" thawClassPath build -PthawArchive=" + zip), calls::toString);
  }

  private static Jdk jdk(Path home, int feature) {
    return new Jdk(home, feature, feature + ".0.1", "Temurin", "f" + feature);
  }

  @Test
  void tests_run_on_the_jdk_that_is_asked_for_and_the_build_as_well_where_it_can()
      throws Exception {
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        "mkdir -p target/classes target/thaw; : > target/thaw/dependencies; echo \"$JAVA_HOME\" > target/classes/home; echo \"$@\" >"
            + " target/classes/words");
    Jdk wanted = jdk(folder.resolve("jdk-25"), 25);

    TestedBuild.of(project("", CodeSource.BuildTool.MAVEN)).on(wanted).run(log());

    String words = Files.readString(folder.resolve("target/classes/words"));
    assertTrue(words.contains("-Djvm=" + wanted.java()), words);
    assertEquals(
        wanted.home().toString(), Files.readString(folder.resolve("target/classes/home")).strip());
  }

  @Test
  void a_build_goes_on_where_tests_fail_if_it_is_to_and_leaves_what_it_said() throws Exception {
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        "mkdir -p target/classes target/thaw; : > target/thaw/dependencies; echo \"$@\" > target/classes/words");
    TestedBuild.of(project("", CodeSource.BuildTool.MAVEN)).with(OwnTests.RUN).run(log());

    String words = Files.readString(folder.resolve("target/classes/words"));
    assertTrue(words.contains("-Dmaven.test.failure.ignore=true"), words);
    assertTrue(Files.exists(log()));

    gradle("");
    TestedBuild.of(project("app", CodeSource.BuildTool.GRADLE)).with(OwnTests.RUN).run(log());
    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assertTrue(calls.getLast().endsWith("test -PthawTestsMayFail=true"), calls::toString);
  }

  @Test
  void a_build_leaves_its_tests_out_if_it_is_to() throws Exception {
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        "mkdir -p target/classes target/thaw; : > target/thaw/dependencies; echo \"$@\" > target/classes/words");
    TestedBuild.of(project("", CodeSource.BuildTool.MAVEN)).with(OwnTests.SKIPPED).run(log());
    String words = Files.readString(folder.resolve("target/classes/words"));
    assertTrue(words.contains("-DskipTests"), words);

    gradle("");
    TestedBuild.of(project("app", CodeSource.BuildTool.GRADLE)).with(OwnTests.SKIPPED).run(log());
    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assertTrue(calls.getLast().endsWith("test -x test"), calls::toString);
  }

  @Test
  void a_build_that_is_none_for_the_jdk_of_its_tests_runs_on_another_one() throws Exception {
    gradle(
        """
        case "$JAVA_HOME" in
          *jdk-25) echo '* What went wrong:'; echo 'Unsupported class file major version 69'; exit 1;;
        esac
        """);
    Jdk wanted = jdk(folder.resolve("jdk-25"), 25);

    TestedBuild.Result result =
        TestedBuild.of(project("app", CodeSource.BuildTool.GRADLE)).on(wanted).run(log());

    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assumeTrue(calls.size() == 2, "there is no JDK before 25 here");
    TestedBuild.Result.Passed passed = assertInstanceOf(TestedBuild.Result.Passed.class, result);
    assertTrue(passed.jdk() < 25, passed.toString());
    assertTrue(calls.get(1).endsWith("test -PthawTestJava=" + wanted.java()), calls::toString);
  }

  /**
   * In place of Maven: its tests fail as those of an old Mockito do, on all JDKs but older ones.
   */
  private void mockito(String otherwise) throws IOException {
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        """
        echo "$JAVA_HOME" >> %1$s/calls
        case "$(cat "$JAVA_HOME/release")" in
          *'JAVA_VERSION="25'*)
            echo '[ERROR] Java 25 (69) is not supported by the current version of Byte Buddy'
            echo '[ERROR] Tests run: 4, Errors: 4'
            exit 1;;
        esac
        %2$s
        mkdir -p target/classes target/thaw; : > target/thaw/dependencies
        """
            .formatted(folder, otherwise));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }

  private TestedBuild.Result told(List<String> lines) throws InterruptedException {
    return TestedBuild.of(project("", CodeSource.BuildTool.MAVEN))
        .run(log(), Duration.ofMinutes(1), lines::add);
  }

  @Test
  void tests_that_a_jdk_is_too_new_for_run_on_another_one_and_the_next_build_begins_with_it()
      throws Exception {
    mockito("");
    List<String> lines = new ArrayList<>();

    TestedBuild.Result result = told(lines);

    assumeTrue(calls().size() == 2, "there is no JDK before 25 here, or JAVA_HOME is one");
    TestedBuild.Result.Passed passed = assertInstanceOf(TestedBuild.Result.Passed.class, result);
    assertEquals(
        List.of(
            "building %s once more on JDK %d, and running its tests: JDK 25 is not one for it ..."
                .formatted(folder.getFileName(), passed.jdk())),
        lines);
    assertInstanceOf(TestedBuild.Result.Passed.class, told(lines));
    assertEquals(calls().get(1), calls().get(2));
    assertEquals(3, calls().size());
    assertEquals(1, lines.size(), lines::toString);
  }

  @Test
  void a_failure_for_the_jdk_names_it_where_the_one_in_its_place_is_too_old() throws Exception {
    mockito(
        "echo '[ERROR] Fatal error compiling: error: release version 21 not supported'; exit 1");

    TestedBuild.Result.Failed failed =
        assertInstanceOf(TestedBuild.Result.Failed.class, told(new ArrayList<>()));

    assumeTrue(calls().get(0).contains("25"), "JAVA_HOME is another JDK");
    assertEquals("tests fail: Tests run: 4, Errors: 4", failed.why());
    String remedy = failed.ofJdk().orElseThrow();
    assertTrue(remedy.startsWith("JDK 25 is too new for the Byte Buddy of the tests"), remedy);
    assertTrue(Files.readString(log()).contains("Byte Buddy"), "the log is that of this failure");
  }

  @Test
  void tests_that_fail_on_the_other_jdk_for_a_reason_of_their_own_are_not_blamed_on_it()
      throws Exception {
    mockito("echo '[ERROR] Tests run: 4, Failures: 1'; exit 1");

    TestedBuild.Result.Failed failed =
        assertInstanceOf(TestedBuild.Result.Failed.class, told(new ArrayList<>()));

    assumeTrue(calls().size() == 2, "there is no JDK before 25 here, or JAVA_HOME is one");
    assertEquals(
        new TestedBuild.Result.Failed(
            "tests fail: Tests run: 4, Failures: 1",
            log(),
            false,
            true,
            Optional.empty(),
            Optional.empty()),
        failed);
    told(new ArrayList<>());
    assertEquals(calls().get(1), calls().get(2), "the next one begins where tests can pass");
  }

  @Test
  void tests_that_are_to_run_on_a_jdk_are_not_repeated_on_another_one() throws Exception {
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        """
        echo "$JAVA_HOME" >> %s/calls
        echo '[ERROR] Java 25 (69) is not supported by the current version of Byte Buddy'
        exit 1
        """
            .formatted(folder));
    TestedBuild.Result result =
        TestedBuild.of(project("", CodeSource.BuildTool.MAVEN))
            .on(jdk(folder.resolve("jdk-25"), 25))
            .run(log());
    assertInstanceOf(TestedBuild.Result.Failed.class, result);
    assertEquals(List.of(folder.resolve("jdk-25").toString()), calls());
  }
}
