package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.build.FunctionProject;
import thaw.app.build.OwnTests;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.Progress;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** Builds whose tests fail, by a program in place of Maven. */
@SideBySide
class FixBuildsTest {
  @TempDir Path folder;
  private final List<String> said = new ArrayList<>();
  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private Path project;
  private Path out;
  private Jdk newest;

  /** Of two tests one fails; on the newest JDK what a file says. */
  @BeforeEach
  void project() throws Exception {
    project = Files.createDirectories(folder.resolve("shop"));
    out = Files.createDirectories(folder.resolve("out"));
    newest = new Jdk(folder.resolve("jdk-25"), 25, "25.0.1", "Temurin", "f25");
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Files.writeString(
        project.resolve("mvnw"),
        """
        case "$*" in *failure.ignore=true*) ;; *)
          echo '[ERROR] Tests run: 2, Failures: 1'
          exit 1;;
        esac
        good=greets
        case "$*" in *-Djvm=*) good=$(cat %s/good);; esac
        mkdir -p target/classes target/thaw target/surefire-reports
        : > target/thaw/dependencies
        echo "<s><testcase classname='A' name='$good'/>\
        <testcase classname='A' name='other'><failure/></testcase></s>" \
          > target/surefire-reports/TEST-A.xml
        """
            .formatted(folder));
  }

  private FixBuilds builds(ProjectCopy copy, OwnTests own) {
    CodeSource.Project module = new CodeSource.Project(copy.root(), CodeSource.BuildTool.MAVEN);
    return builds(copy, own, new FunctionProject(module, Optional.empty(), 17));
  }

  private FixBuilds builds(ProjectCopy copy, OwnTests own, FunctionProject tested) {
    return new FixBuilds(
        copy,
        tested.module(),
        17,
        Optional.of(tested),
        FixState.in(out),
        own,
        new Progress() {
          @Override
          public void line(String text) {
            said.add(text);
          }
        });
  }

  private FixBuilds.Wanted moved() {
    return new FixBuilds.Wanted(Map.of(), Optional.of(newest));
  }

  private static FixBuilds.Wanted unchanged() {
    return new FixBuilds.Wanted(Map.of(), Optional.empty());
  }

  @Test
  void tests_that_fail_before_any_change_end_a_search_that_changes_code() throws Exception {
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      FixBuilds builds = builds(copy, OwnTests.PASS);
      UserMistake mistake = assertThrows(UserMistake.class, () -> builds.of(unchanged()));
      assertTrue(
          String.valueOf(mistake.getMessage()).startsWith("before any change, tests fail: "),
          mistake::toString);
    }
  }

  @Test
  void a_built_file_whose_project_cannot_be_built_can_be_started_as_it_is() throws Exception {
    Files.delete(project.resolve("mvnw"));
    Files.move(project.resolve("pom.xml"), project.resolve("build.gradle"));
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .noneMatch(each -> Files.exists(Path.of(each, "gradle"))),
        "gradle is on this machine");
    CodeSource.Project module = new CodeSource.Project(project, CodeSource.BuildTool.GRADLE);
    FunctionProject zip = new FunctionProject(module, Optional.of(Path.of("a.zip")), 17);
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      UserMistake mistake =
          assertThrows(
              UserMistake.class,
              () -> builds(copy, OwnTests.PASS, zip.movedTo(copy.root())).of(unchanged()));
      assertTrue(mistake.remedy().endsWith("--safe"), mistake.remedy());
      assertTrue(String.valueOf(mistake.getMessage()).contains(project + " "), mistake::toString);
      assertFalse(
          String.valueOf(mistake.getMessage()).contains(copy.root() + ""), mistake::toString);
    }
  }

  @Test
  void what_trials_take_is_said_where_the_time_limit_leaves_room_for_few() {
    Duration minutes = Duration.ofMinutes(3);
    assertEquals(
        Optional.of(
            "each trial of a change of sources builds the project and runs its tests again, which"
                + " takes about 180 s, and 300 s of the time limit are left: the result"
                + " names the --budget that goes on with what that leaves"),
        FixBuilds.ofTrials(minutes, Duration.ofMinutes(10), Duration.ofMinutes(5)));
    assertEquals(
        Optional.empty(),
        FixBuilds.ofTrials(Duration.ofSeconds(20), Duration.ofMinutes(10), Duration.ofMinutes(9)));
  }

  @Test
  void changes_of_code_are_judged_by_the_tests_that_pass_before_them() throws Exception {
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      FixBuilds builds = builds(copy, OwnTests.PASS_AS_BEFORE);
      builds.of(unchanged());
      assertEquals(Optional.of(Set.of("A#greets")), builds.passing());

      FixBuilds.Wanted changed =
          new FixBuilds.Wanted(Map.of(Path.of("Other.java"), "class Other {}"), Optional.empty());
      builds.of(changed);
    }
  }

  @Test
  void a_project_without_tests_is_known_by_the_names_of_its_sources() throws Exception {
    assertFalse(TestSources.areIn(project));
    Path sources = Files.createDirectories(project.resolve("src/main/java"));
    Files.createFile(sources.resolve("Handler.java"));
    Path built = Files.createDirectories(project.resolve("target/generated-test-sources"));
    Files.createFile(built.resolve("ATest.java"));
    assertFalse(TestSources.areIn(project));
    Files.createFile(
        Files.createDirectories(project.resolve("checks/test")).resolve("Handlers.kt"));
    assertTrue(TestSources.areIn(project));
  }

  @Test
  void tests_that_all_fail_before_any_change_end_a_search_that_changes_code() throws Exception {
    String maven = Files.readString(project.resolve("mvnw"));
    Files.writeString(
        project.resolve("mvnw"),
        maven.replace("name='$good'/>", "name='$good'><error/></testcase>"));
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      FixBuilds builds = builds(copy, OwnTests.PASS_AS_BEFORE);
      UserMistake mistake = assertThrows(UserMistake.class, () -> builds.of(unchanged()));
      assertTrue(
          String.valueOf(mistake.getMessage()).startsWith("before any change, tests fail: "),
          mistake::toString);
    }
  }

  @Test
  void a_move_is_judged_by_the_tests_that_pass_before_it() throws Exception {
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      builds(copy, OwnTests.RUN).of(unchanged());
      assertTrue(said.stream().anyMatch(each -> each.contains("Failures: 1")), said::toString);
      FixBuilds later = builds(copy, OwnTests.RUN); // which goes on with the same state
      assertEquals(Optional.of(Set.of("A#greets")), later.passing());

      Files.writeString(folder.resolve("good"), "greets");
      later.of(moved());

      Files.writeString(folder.resolve("good"), "something_else");
      Files.writeString(project.resolve("Other.java"), "");
      FixBuilds.Wanted changed =
          new FixBuilds.Wanted(
              Map.of(Path.of("Other.java"), "class Other {}"), Optional.of(newest));
      UserMistake mistake = assertThrows(UserMistake.class, () -> later.of(changed));
      assertTrue(
          String.valueOf(mistake.getMessage())
              .startsWith(
                  "1 of 1 tests that pass before any change no longer pass, such as A#greets"),
          mistake::toString);
    }
  }

  /** A reactor whose build notes, at each call, which modules are told to skip their tests. */
  private void reactor() throws Exception {
    Files.writeString(
        project.resolve("pom.xml"),
        "<project><artifactId>shop</artifactId><modules><module>core</module><module>lib</module>"
            + "<module>app</module></modules></project>");
    for (String module : List.of("core", "lib", "app")) {
      String parent = module.equals("lib") ? "../core/pom.xml" : "../pom.xml";
      String name = module.equals("lib") ? "core" : "shop";
      Files.writeString(
          Files.createDirectories(project.resolve(module)).resolve("pom.xml"),
          "<project><parent><artifactId>%s</artifactId><relativePath>%s</relativePath></parent><artifactId>%s</artifactId></project>"
              .formatted(name, parent, module));
      Files.writeString(project.resolve(module + "/A.java"), "class A {}");
    }
    Files.writeString(
        project.resolve("mvnw"),
        """
        echo $(grep -l '<skipTests>true' pom.xml */pom.xml) ran >> %s/calls
        mkdir -p app/target/classes app/target/thaw
        : > app/target/thaw/dependencies
        """
            .formatted(folder));
  }

  private static FixBuilds.Wanted changed(String... files) {
    Map<Path, String> texts = new HashMap<>();
    for (String file : files) {
      texts.put(Path.of(file), "class A { int more; }");
    }
    return new FixBuilds.Wanted(texts, Optional.empty());
  }

  @Test
  void a_build_that_refuses_changed_poms_runs_the_tests_of_all_modules() throws Exception {
    reactor();
    String sorted =
        "if grep -q '<skipTests>true' */pom.xml; then echo '[ERROR] unsorted'; exit 1; fi";
    Files.writeString(
        project.resolve("mvnw"), Files.readString(project.resolve("mvnw")) + sorted + "\n");
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      CodeSource.Project module =
          new CodeSource.Project(copy.root().resolve("app"), CodeSource.BuildTool.MAVEN);
      FixBuilds builds =
          builds(copy, OwnTests.PASS, new FunctionProject(module, Optional.empty(), 17));
      builds.of(unchanged());
      builds.of(changed("app/A.java"));
      builds.of(changed("app/B.java"));
      assertEquals(
          List.of("ran", "lib/pom.xml ran", "ran", "ran"),
          Files.readAllLines(folder.resolve("calls")));
    }
  }

  @Test
  void a_change_of_the_functions_module_alone_runs_no_tests_of_those_that_it_needs()
      throws Exception {
    reactor();
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      CodeSource.Project module =
          new CodeSource.Project(copy.root().resolve("app"), CodeSource.BuildTool.MAVEN);
      FixBuilds builds =
          builds(copy, OwnTests.PASS, new FunctionProject(module, Optional.empty(), 17));
      builds.of(unchanged());
      builds.of(changed("app/A.java"));
      builds.of(changed("app/A.java", "lib/A.java"));
      String parent = Files.readString(project.resolve("pom.xml")) + "<!-- other -->";
      builds.of(new FixBuilds.Wanted(Map.of(Path.of("pom.xml"), parent), Optional.empty()));
      builds.of(new FixBuilds.Wanted(changed("app/B.java").texts(), Optional.of(newest)));
      assertEquals(
          List.of("ran", "lib/pom.xml ran", "ran", "ran", "ran"),
          Files.readAllLines(folder.resolve("calls")));
      assertEquals(
          Files.readString(project.resolve("lib/pom.xml")),
          Files.readString(copy.root().resolve("lib/pom.xml")));
    }
  }

  @Test
  void a_build_without_tests_is_for_the_functions_runtime_as_that_of_every_command()
      throws Exception {
    List<Integer> features =
        Jdks.find(Map.of(), Path.of("/nobody")).all().stream().map(Jdk::feature).toList();
    assumeTrue(features.contains(17) && features.contains(25), "JDK 17 or 25 is not here");
    Files.writeString(
        project.resolve("mvnw"),
        "mkdir -p target/classes target/thaw; : > target/thaw/dependencies");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("JAVA_HOME");
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      CodeSource module = new CodeSource.Project(copy.root(), CodeSource.BuildTool.MAVEN);
      new FixBuilds(
              copy,
              module,
              17,
              environment,
              Optional.empty(),
              FixState.in(out),
              OwnTests.PASS,
              new TerminalProgress(new PrintStream(terminal, true), false))
          .of(unchanged());
    }
    assertTrue(terminal.toString().contains("with Maven on JDK 17"), terminal::toString);
  }

  @Test
  void tests_that_the_jdk_is_too_new_for_are_not_said_to_be_to_blame() throws Exception {
    Files.writeString(
        project.resolve("mvnw"),
        """
        feature=$(sed -n 's/^JAVA_VERSION="\\([0-9]*\\).*/\\1/p' "$JAVA_HOME/release")
        echo "[ERROR] Java $feature (1) is not supported by the current version of Byte Buddy"
        echo '[ERROR] Tests run: 4, Errors: 4'
        exit 1
        """);
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      UserMistake mistake =
          assertThrows(UserMistake.class, () -> builds(copy, OwnTests.PASS).of(unchanged()));
      assertTrue(
          String.valueOf(mistake.getMessage())
              .endsWith("; the likely cause is the JDK of the build"),
          mistake::toString);
      assertTrue(
          mistake.remedy().contains(" is too new for the Byte Buddy of the tests"),
          mistake.remedy());
    }
  }
}
