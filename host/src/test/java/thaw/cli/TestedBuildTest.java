package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.CodeSource;

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
    return TestedBuild.of(new CodeSource.Project(folder.resolve(module), tool)).run();
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
        new TestedBuild.Result.Passed(
            new CodeSource.Built(app.resolve("build/classes/java/main"), List.of())),
        result);
    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assertEquals(2, calls.size(), calls::toString);
    assertTrue(calls.get(0).contains("--offline"), calls::toString);
    assertFalse(calls.get(1).contains("--offline"), calls::toString);
    assertTrue(calls.get(1).startsWith(app.toRealPath() + " "), calls::toString);
    assertTrue(calls.get(1).endsWith(" thawClassPath test"), calls::toString);
    assertTrue(Files.exists(folder.resolve("build/thaw/class-path.gradle")));
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
        new TestedBuild.Result.Failed("tests fail: HandlerTest > it greets FAILED"),
        built("app", CodeSource.BuildTool.GRADLE));
  }

  @Test
  void a_dependency_that_a_pom_no_longer_has_is_not_among_the_libraries() throws Exception {
    write("pom.xml", "<project/>");
    write("target/thaw/dependency/old.jar", "");
    write(
        "mvnw",
        "echo '[INFO]'; mkdir -p target/classes target/thaw/dependency\n: > target/thaw/dependency/new.jar");

    assertEquals(
        new TestedBuild.Result.Passed(
            new CodeSource.Built(
                folder.resolve("target/classes"),
                List.of(folder.resolve("target/thaw/dependency/new.jar")))),
        built("", CodeSource.BuildTool.MAVEN));
  }

  @Test
  void all_that_a_gradle_module_is_built_with_is_copied() throws Exception {
    gradle("");
    CodeSource.Project app =
        new CodeSource.Project(folder.resolve("app"), CodeSource.BuildTool.GRADLE);
    assertEquals(folder, ProjectCopy.rootOf(app));
  }
}
