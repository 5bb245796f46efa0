package thaw.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.gradle.GradleProjectFolder.said;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.program.ProgramCall;

/** Process tests: what Gradle takes for a change, with a script in place of the program. */
@Tag("processes")
class GradleInputsTest {
  /** Beside the project, as a change there is none of the project. */
  @TempDir Path around;

  private GradleProjectFolder project;
  private Path home = Path.of("");

  @BeforeEach
  void write() throws IOException {
    project = GradleProjectFolder.in(Files.createDirectories(around.resolve("hello")));
    project.template();
    home = around.resolve("home");
    Path program = Files.createDirectories(home.resolve("bin")).resolve("thaw");
    Files.writeString(program, "#!/bin/sh\necho \"words: $*\"\n");
    assertTrue(program.toFile().setExecutable(true));
    Files.writeString(Files.createDirectories(home.resolve("lib")).resolve("host.jar"), "old");
  }

  private void script(String lines) throws IOException {
    project.script("thaw { home = '" + home + "' }\n" + lines);
  }

  private ProgramCall passed(String... words) throws Exception {
    ProgramCall ended = project.run(words);
    assertEquals(0, ended.exit(), () -> said(ended));
    return ended;
  }

  private void isRepeated(String task, String... words) throws Exception {
    ProgramCall ended = passed(words);
    assertFalse(said(ended).contains(":" + task + " UP-TO-DATE"), () -> said(ended));
  }

  private void isUpToDate(String task, String... words) throws Exception {
    ProgramCall ended = passed(words);
    assertTrue(said(ended).contains(":" + task + " UP-TO-DATE"), () -> said(ended));
  }

  @Tag("thorough") // one more input of the same task, by several builds of Gradle
  @Test
  void tests_with_thaw_junit_run_again_when_template_or_program_has_changed() throws Exception {
    project.junit();
    // What starts JUnit is not in the Gradle that these tests make.
    script(
        """
        dependencies { testImplementation 'dev.thaw:thaw-junit:%s' }
        test { useJUnitPlatform() }
        tasks.named('test') { actions = []; doLast { println 'tests run' } }
        """
            .formatted(GradleProjectFolder.VERSION));
    project.write("src/test/java/hello/HelloTest.java", "package hello; class HelloTest {}");
    assertTrue(said(passed("test")).contains("tests run"));
    isUpToDate("test", "test");
    project.write(
        "template.yaml", Files.readString(project.folder().resolve("template.yaml")) + "\n");
    isRepeated("test", "test");
    Files.writeString(home.resolve("lib/host.jar"), "new");
    isRepeated("test", "test");
  }

  @Test
  void what_subprojects_build_is_no_input() throws Exception {
    script("");
    project.write(
        "settings.gradle",
        Files.readString(project.folder().resolve("settings.gradle")) + "include 'one', 'two'\n");
    project.write("one/build.gradle", "plugins { id 'java' }\n");
    project.write("one/src/main/java/One.java", "class One {}");
    project.write(
        "two/build.gradle",
        "plugins { id 'java' }\nlayout.buildDirectory = layout.projectDirectory.dir('made')\n");
    project.write("two/src/main/java/Two.java", "class Two {}");
    passed(":one:classes", ":two:classes", "thawBench");
  }

  @Tag("thorough") // one more input of the same task, by several builds of Gradle
  @Test
  void what_a_killed_measurement_has_left_is_there_in_the_next_run() throws Exception {
    script("");
    project.write("build/thaw/bench/results.jsonl", "{}\n");
    passed("thawBench");
    assertEquals(
        "{}\n", Files.readString(project.folder().resolve("build/thaw/bench/results.jsonl")));
  }

  @Tag("thorough") // one more input of the same task, by several builds of Gradle
  @Test
  void a_measurement_is_repeated_with_another_program_in_the_same_folder() throws Exception {
    script("");
    passed("thawBench");
    isUpToDate("thawBench", "thawBench");
    Files.writeString(home.resolve("lib/host.jar"), "new");
    isRepeated("thawBench", "thawBench");
  }

  @Tag("thorough") // one more input of the same task, by several builds of Gradle
  @Test
  void a_measurement_is_repeated_when_the_sources_of_a_clone_have_changed() throws Exception {
    Path clone = around.resolve("clone");
    Path source = clone.resolve("host/src/main/java/A.java");
    for (Path each :
        List.of(
            clone.resolve("pom.xml"),
            clone.resolve("launcher/thaw"),
            clone.resolve("host/pom.xml"),
            source)) {
      Files.writeString(
          Files.createDirectories(each.getParent()).resolve(each.getFileName()), "old");
    }
    Files.copy(home.resolve("bin/thaw"), clone.resolve("thaw"), StandardCopyOption.COPY_ATTRIBUTES);
    home = clone;
    script("");
    passed("thawBench");
    isUpToDate("thawBench", "thawBench");
    Files.writeString(source, "new");
    isRepeated("thawBench", "thawBench");
  }

  @Tag("thorough") // one more input of the same task, by several builds of Gradle
  @Test
  void a_measurement_with_an_event_outside_of_the_project_is_repeated() throws Exception {
    script("");
    project.write("events/hello.json", "{}");
    passed("thawBench", "--event=events/hello.json");
    isUpToDate("thawBench", "thawBench", "--event=events/hello.json");
    Files.writeString(around.resolve("event.json"), "{}");
    passed("thawBench", "--event=../event.json");
    isRepeated("thawBench", "thawBench", "--event=../event.json");
    project.write("thaw-events/hello.json", "{}");
    passed("thawBench", "--option=--training=thaw-events");
    isRepeated("thawBench", "thawBench", "--option=--training=thaw-events");
  }
}
