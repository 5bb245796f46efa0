package thaw.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.gradle.GradleProjectFolder.said;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.program.ProgramCall;

/** Build scripts of the docs are those of the sample project, or are run by Gradle here. */
class GradlePageTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Path SAMPLE = Path.of("../packaging/samples/gradle");
  private static final Pattern BLOCK = Pattern.compile("(?s)```groovy\\n(.*?)```");

  @TempDir Path around;

  private static List<String> blocks(Path page) throws IOException {
    return BLOCK
        .matcher(Files.readString(page))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toList());
  }

  @Test
  void the_scripts_of_the_start_are_those_of_the_sample_project() throws IOException {
    List<String> blocks = blocks(DOCS.resolve("gradle.md"));
    assertTrue(
        Files.readString(SAMPLE.resolve("settings.gradle")).contains(blocks.get(0)), blocks.get(0));
    assertEquals(Files.readString(SAMPLE.resolve("build.gradle")), blocks.get(1));
  }

  /** The commands of a Jenkinsfile, the only other one, are parsed in DocumentedBlocksTest. */
  @Test
  void no_other_page_has_a_script_that_no_test_reads() throws IOException {
    try (Stream<Path> pages = Files.walk(DOCS)) {
      for (Path page : pages.filter(each -> each.toString().endsWith(".md")).toList()) {
        for (String block : blocks(page)) {
          assertTrue(
              page.endsWith("gradle.md") || block.startsWith("pipeline {"), page + ":\n" + block);
        }
      }
    }
    assertEquals(3, blocks(DOCS.resolve("gradle.md")).size());
  }

  @Tag("processes")
  @Test
  void a_test_task_that_would_find_no_test_is_told_with_a_remedy_that_mends_it() throws Exception {
    GradleProjectFolder project =
        GradleProjectFolder.in(Files.createDirectories(around.resolve("hello")));
    project.template();
    project.junit();
    String lines = "dependencies { testImplementation 'dev.thaw:thaw-junit:0.1.0' }\n";
    project.script(lines);
    ProgramCall ended = project.run("test", "--dry-run");
    assertEquals(1, ended.exit(), () -> said(ended));
    assertTrue(said(ended).contains(":test finds no test of JUnit 5"), () -> said(ended));
    assertTrue(said(ended).contains("test { useJUnitPlatform() }"), () -> said(ended));
    project.script(lines + "test { useJUnitPlatform() }\n");
    ProgramCall mended = project.run("test", "--dry-run");
    assertEquals(0, mended.exit(), () -> said(mended));
  }

  @Tag("processes")
  @Test
  void the_settings_are_understood() throws Exception {
    GradleProjectFolder project =
        GradleProjectFolder.in(Files.createDirectories(around.resolve("hello")));
    project.template();
    project.write("baseline.json", "{}");
    project.write("events/create.json", "{}");
    Path home = around.resolve("home");
    Path program = Files.createDirectories(home.resolve("bin")).resolve("thaw");
    Files.writeString(program, "#!/bin/sh\necho \"words: $*\"\n");
    assertTrue(program.toFile().setExecutable(true));
    project.script(
        "tasks.register('shadowJar', Jar) { archiveClassifier = 'all' }\nthaw { home = '"
            + home
            + "' }\n"
            + blocks(DOCS.resolve("gradle.md")).get(2));
    ProgramCall ended = project.run("thawWhy");
    assertEquals(0, ended.exit(), () -> said(ended));
    for (String word : List.of("--function=Create", "--memory=512", "--reach-host", "-all.jar")) {
      assertTrue(said(ended).contains(word), () -> said(ended));
    }
  }
}
