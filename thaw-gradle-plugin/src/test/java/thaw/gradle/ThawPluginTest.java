package thaw.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.gradle.GradleProjectFolder.PROGRAM;
import static thaw.gradle.GradleProjectFolder.said;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.program.ProgramCall;

/** Process tests: builds of a user's project by Gradle itself, with the program itself. */
@Tag("processes")
class ThawPluginTest {
  /** Beside the project, as a change there is none of the project. */
  @TempDir Path around;

  private Path folder = Path.of("");
  private GradleProjectFolder project;

  @BeforeEach
  void write() throws IOException {
    folder = Files.createDirectories(around.resolve("hello"));
    project = GradleProjectFolder.in(folder);
    project.template();
  }

  private void scriptWith(String settings) throws IOException {
    project.script("thaw { home = '" + PROGRAM + "'; " + settings + " }");
  }

  @Tag("thorough") // one more task, by three builds of Gradle; GradleInputsTest has another one
  @Test
  void an_explanation_is_made_once_for_the_same_code_also_from_the_configuration_cache()
      throws Exception {
    scriptWith("function = 'Hello'");
    String[] why = {"--configuration-cache", "thawWhy", "--runs=1"};
    ProgramCall first = project.run(why);
    assertEquals(0, first.exit(), () -> said(first));
    assertTrue(said(first).contains("Hello: cold start of"), () -> said(first));
    assertTrue(Files.exists(folder.resolve("build/thaw/why/why.html")), () -> said(first));
    ProgramCall second = project.run(why);
    assertEquals(0, second.exit(), () -> said(second));
    assertTrue(said(second).contains("Reusing configuration cache"), () -> said(second));
    assertTrue(said(second).contains(":thawWhy UP-TO-DATE"), () -> said(second));
    project.write("src/main/java/hello/More.java", "package hello; class More {}");
    ProgramCall third = project.run(why);
    assertEquals(0, third.exit(), () -> said(third));
    assertFalse(said(third).contains(":thawWhy UP-TO-DATE"), () -> said(third));
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void check_fails_with_limit_and_remedy_when_the_budget_is_over() throws Exception {
    scriptWith("");
    project.write("budget.yaml", "budgets: [{classes: 1}]\n");
    ProgramCall ended = project.run("check", "-x", "test");
    assertEquals(1, ended.exit(), () -> said(ended));
    assertTrue(said(ended).contains("Cold starts are over their limits"), () -> said(ended));
    assertTrue(said(ended).contains("OVER"), () -> said(ended));
    assertTrue(said(ended).contains("gradle thawWhy --function="), () -> said(ended));
    assertTrue(Files.exists(folder.resolve("build/thaw/check/TEST-thaw.xml")), () -> said(ended));
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void check_passes_within_the_budget_and_needs_no_template() throws Exception {
    Files.delete(folder.resolve("template.yaml"));
    scriptWith("handler = 'hello.Hello::handle'");
    project.write("budget.yaml", "budgets: [{classes: 100000}]\n");
    ProgramCall ended = project.run("thawCheck", "--runs=3");
    assertEquals(0, ended.exit(), () -> said(ended));
    ProgramCall again = project.run("thawCheck", "--runs=3");
    assertTrue(said(again).contains(":thawCheck UP-TO-DATE"), () -> said(again));
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void check_runs_no_function_where_nothing_is_to_be_held() throws Exception {
    scriptWith("");
    ProgramCall check = project.run("check", "-x", "test");
    assertEquals(0, check.exit(), () -> said(check));
    assertFalse(said(check).contains(":thawCheck"), () -> said(check));
    ProgramCall asked = project.run("thawCheck");
    assertEquals(1, asked.exit(), () -> said(asked));
    assertTrue(said(asked).contains("Remedy: write a budget.yaml"), () -> said(asked));
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void a_function_that_is_not_there_fails_the_task_with_those_that_are() throws Exception {
    scriptWith("");
    ProgramCall ended = project.run("thawWhy", "--function=Nobody");
    assertEquals(1, ended.exit(), () -> said(ended));
    assertTrue(said(ended).contains("Nobody"), () -> said(ended));
    assertTrue(said(ended).contains("Remedy: "), () -> said(ended));
  }

  @Test
  void a_java_that_is_too_old_for_the_program_is_told_with_a_remedy() throws Exception {
    Path home = fakeHome("echo 'thaw: no JDK 25' >&2; echo 'Remedy: install one' >&2; exit 2");
    project.script("thaw { home = '" + home + "' }");
    ProgramCall ended = project.run("thawBench");
    assertEquals(1, ended.exit(), () -> said(ended));
    assertTrue(said(ended).contains("no JDK 25"), () -> said(ended));
    assertTrue(said(ended).contains("Remedy: install one"), () -> said(ended));
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void a_missing_distribution_names_the_artefact_and_a_wrong_home_the_remedy() throws Exception {
    project.script("");
    ProgramCall missing = project.run("thawBench");
    assertEquals(1, missing.exit(), () -> said(missing));
    assertTrue(said(missing).contains("dev.thaw:thaw-distribution"), () -> said(missing));
    project.script("thaw { home = 'nowhere' }");
    ProgramCall wrong = project.run("thawBench");
    assertTrue(said(wrong).contains("names no Thaw: nowhere"), () -> said(wrong));
    assertTrue(said(wrong).contains("Remedy: "), () -> said(wrong));
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void all_tasks_are_listed_and_the_zip_has_the_classes_at_its_root() throws Exception {
    scriptWith("");
    ProgramCall tasks = project.run("tasks", "--group=thaw");
    for (String each : List.of("Run", "Bench", "Why", "Fix", "Package", "Check", "Zip")) {
      assertTrue(said(tasks).contains("thaw" + each + " - "), () -> said(tasks));
    }
    ProgramCall zip = project.run("thawZip");
    assertEquals(0, zip.exit(), () -> said(zip));
    try (java.util.zip.ZipFile file =
            new java.util.zip.ZipFile(folder.resolve("build/thaw/function.zip").toFile());
        Stream<? extends java.util.zip.ZipEntry> entries = file.stream()) {
      assertTrue(entries.anyMatch(each -> each.getName().equals("hello/Hello.class")));
    }
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void tests_with_thaw_junit_find_the_program_of_the_distribution() throws Exception {
    project.script("dependencies { testImplementation 'dev.thaw:thaw-junit:0' }");
    Path zip = around.resolve("distribution.zip");
    try (FileSystem files =
        FileSystems.newFileSystem(zip, Map.of("create", true, "enablePosixFileAttributes", true))) {
      Path bin = Files.createDirectories(files.getPath("/thaw/bin"));
      Path program = Files.writeString(bin.resolve("thaw"), "#!/bin/sh\necho the program: $1\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    project.distribution(zip);
    ProgramCall ended = project.run("--configuration-cache", "processTestResources");
    assertEquals(0, ended.exit(), () -> said(ended));
    String told = Files.readString(folder.resolve("build/resources/test/thaw-home.txt"));
    Process process = new ProcessBuilder(told, "run").start();
    assertEquals("the program: run\n", new String(process.getInputStream().readAllBytes()));
    ProgramCall again = project.run("--configuration-cache", "processTestResources");
    assertTrue(said(again).contains(":thawPrepare UP-TO-DATE"), () -> said(again));
    ProgramCall bench = project.run("thawBench");
    assertTrue(said(bench).contains("the program: bench"), () -> said(bench));
  }

  @Test
  void tasks_have_the_options_of_their_commands() throws Exception {
    Path home = fakeHome("echo \"words: $*\"");
    project.script("thaw { home = '" + home + "'; memory = 512; parameters.put('Stage', 'test') }");
    ProgramCall ended =
        project.run("thawPackage", "--to=provided", "thawFix", "--safe", "thawRun", "--port=0");
    assertEquals(0, ended.exit(), () -> said(ended));
    String source = " --until-stdin-closes " + folder + " --parameter=Stage=test --memory=512 ";
    assertTrue(said(ended).contains("words: package" + source + "--to=provided --out="));
    assertTrue(said(ended).contains("words: fix" + source + "--safe --out="));
    assertTrue(said(ended).contains("words: run" + source + "--port=0\n"), () -> said(ended));
  }

  @Tag("thorough") // one more task, by builds of Gradle; MavenRunTest has the same program
  @Test
  void a_gradle_that_is_killed_ends_what_it_measures() throws Exception {
    Path pid = around.resolve("pid");
    Path home = fakeHome("echo $$ > %1$s.new; mv %1$s.new %1$s; exec cat".formatted(pid));
    project.script("thaw { home = '" + home + "' }");
    FutureTask<ProgramCall> build = new FutureTask<>(() -> project.run("thawBench"));
    new Thread(build).start();
    while (!Files.exists(pid) && !build.isDone()) {
      LockSupport.parkNanos(10_000_000);
    }
    ProcessHandle program =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    assertTrue(program.parent().orElseThrow().destroyForcibly());
    program.onExit().get(60, TimeUnit.SECONDS);
    assertNotEquals(0, build.get().exit());
  }

  private Path fakeHome(String script) throws IOException {
    Path program = folder.resolve("home/bin/thaw");
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    assertTrue(program.toFile().setExecutable(true));
    return folder.resolve("home");
  }
}
