package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/** Process tests: a program in place of Gradle, and Gradle itself where there is one. */
@SideBySide
class GradleBuildTest {
  @TempDir Path folder;
  @TempDir Path cache;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  private void project() throws IOException {
    write("settings.gradle", "include 'app', 'lib'");
    write(
        "build.gradle",
        """
        subprojects {
          apply plugin: 'java'
        }
        """);
    write("app/build.gradle", "dependencies { implementation project(':lib') }");
    write("lib/build.gradle", "");
    write("app/src/main/java/Hello.java", "class Hello { String hello() { return Lib.text(); } }");
    write("app/src/main/resources/hello.txt", "hello");
    write(
        "lib/src/main/java/Lib.java", "public class Lib { static String text() { return \"\"; } }");
  }

  /** Says how it was called, and writes what the script of ours would have Gradle write. */
  private void wrapper(String first) throws IOException {
    write(
        "gradlew",
        """
        echo "$@" >> .calls
        %s
        mkdir -p app/build/classes/java/main app/build/thaw
        echo "classes $PWD/app/build/classes/java/main" > app/build/thaw/classpath
        """
            .formatted(first));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve(".calls"));
  }

  private CodeSource built(Map<String, String> more) throws InterruptedException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(more);
    return new ProjectBuild(
            new TerminalProgress(new PrintStream(said, true), false),
            environment,
            Duration.ofMinutes(5),
            cache)
        .built(new CodeSource.Project(folder.resolve("app"), CodeSource.BuildTool.GRADLE), 17);
  }

  @Test
  void the_wrapper_builds_all_of_the_settings_once_and_offline_from_then_on() throws Exception {
    project();
    wrapper("");
    Path classes = folder.resolve("app/build/classes/java/main");
    assertEquals(new CodeSource.Built(classes, List.of()), built(Map.of()));
    write("README.md", "new");
    write("app/build/libs/app.jar", "new");
    built(Map.of());
    assertEquals(1, calls().size(), "nothing that Gradle reads has changed");
    assertFalse(calls().getFirst().contains("--offline"), calls()::toString);
    write("lib/src/main/java/Lib.java", "public class Lib {}");
    built(Map.of());
    assertEquals(2, calls().size());
    assertTrue(calls().getLast().contains("--offline"), calls()::toString);
  }

  @Test
  void what_is_missing_offline_is_downloaded_and_without_a_network_what_is_there_does()
      throws Exception {
    project();
    wrapper("");
    built(Map.of());
    write("app/build.gradle", "dependencies { }");
    String wrong = "echo '* What went wrong:'; echo 'Could not resolve a:b:1.'; exit 1";
    wrapper("case \"$*\" in *--offline*) " + wrong + "; esac");
    built(Map.of());
    assertEquals(3, calls().size());
    Files.delete(folder.resolve("app/build/thaw/classpath"));
    Files.delete(folder.resolve("app/build/thaw/built"));
    wrapper("case \"$*\" in *--offline*) ;; *) " + wrong + "; esac");
    built(Map.of());
    assertTrue(calls().getLast().contains("--offline"), calls()::toString);
  }

  @Test
  void a_failed_build_tells_the_compilers_first_words() throws Exception {
    project();
    wrapper("echo \"$PWD/app/src/main/java/Hello.java:1: error: ';' expected\"; exit 1");
    UserMistake mistake = assertThrows(UserMistake.class, () -> built(Map.of()));
    assertEquals(
        "the build of " + folder + " failed: app/src/main/java/Hello.java:1: error: ';' expected",
        mistake.getMessage());
  }

  @Test
  void a_wrapper_that_gets_no_gradle_is_told_with_what_can_be_done() throws Exception {
    project();
    wrapper(
        "echo 'Exception in thread \"main\" java.net.UnknownHostException: services.gradle.org'; exit 1");
    Files.createSymbolicLink(cache.resolve("sh"), Path.of("/bin/sh"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> built(Map.of("PATH", cache.toString())));
    assertTrue(
        mistake.getMessage().endsWith("UnknownHostException: services.gradle.org"),
        mistake.getMessage());
    assertTrue(
        mistake
            .remedy()
            .startsWith(
                "its gradlew could not get Gradle, and there is no gradle in the PATH: install it, or"
                    + " let the wrapper's distributionUrl name a place that this machine reaches; "),
        mistake.remedy());
    assertFalse(Files.exists(folder.resolve("build")), "left behind");
  }

  @Test
  void without_wrapper_and_gradle_the_remedy_is_not_mavens() throws Exception {
    project();
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> built(Map.of("PATH", cache.toString())));
    assertEquals(
        "gradle was not found, and " + folder + " is a Gradle project to be built",
        mistake.getMessage());
    assertFalse(mistake.remedy().contains("Maven"), mistake.remedy());
  }

  @Test
  void gradle_itself_says_where_classes_and_libraries_are() throws Exception {
    assumeTrue(Tool.run(List.of("gradle", "--version")).succeeded(), "there is no gradle here");
    project();
    CodeSource.Built built = assertInstanceOf(CodeSource.Built.class, built(Map.of()));
    assertEquals(
        List.of(
            folder.resolve("app/build/classes/java/main"),
            folder.resolve("app/build/resources/main")),
        built.classes());
    assertEquals(List.of(folder.resolve("lib/build/libs/lib.jar")), built.libraries());
    write("broken/build.gradle", "");
    write("broken/src/main/java/Broken.java", "class Broken { Foo foo; }");
    write("settings.gradle", "include 'app', 'lib', 'broken'");
    assertEquals(built, built(Map.of()), "another module that does not compile stops nothing");
    write("app/src/main/java/Hello.java", "class Hello { Foo foo; }");
    UserMistake mistake = assertThrows(UserMistake.class, () -> built(Map.of()));
    assertTrue(
        mistake.getMessage().contains("error: cannot find symbol (symbol: class Foo"),
        mistake.getMessage());
  }

  /** A repository of many services, whose settings find them, and a library of another build. */
  private void monorepo() throws IOException {
    write(
        "repo/settings.gradle",
        "file('services').eachDir { include \"services:${it.name}\" }\ninclude 'lib'\n"
            + "includeBuild '../platform'");
    write("platform/settings.gradle", "");
    write("platform/build.gradle", "");
    write("platform/src/main/java/P.java", "class P {}");
    write("repo/services/orders/build.gradle", "dependencies { implementation project(':lib') }");
    write("repo/services/other/build.gradle", "");
    write("repo/lib/build.gradle", "");
    write("repo/lib/src/main/java/Lib.java", "public class Lib {}");
    write(
        "repo/gradlew",
        """
        echo "$PWD $@" >> .calls
        mkdir -p services/orders/build/classes/java/main services/orders/build/thaw
        echo "classes $PWD/services/orders/build/classes/java/main" > services/orders/build/thaw/classpath
        """);
  }

  private void builtOrders() throws InterruptedException {
    new ProjectBuild(
            new TerminalProgress(new PrintStream(said, true), false),
            System.getenv(),
            Duration.ofMinutes(5),
            cache)
        .built(
            new CodeSource.Project(
                folder.resolve("repo/services/orders"), CodeSource.BuildTool.GRADLE),
            17);
  }

  @Test
  void a_module_is_of_the_nearest_settings_whatever_they_call_it() throws Exception {
    monorepo();
    write("repo/services/orders/.git", "gitdir: elsewhere, as of a submodule");
    builtOrders();
    List<String> calls = Files.readAllLines(folder.resolve("repo/.calls"));
    assertTrue(
        calls.getFirst().contains("-PthawModules=" + folder.resolve("repo/services/orders") + " "),
        calls::toString);
    assertFalse(calls.getFirst().contains("other"), calls::toString);
    builtOrders();
    assertEquals(calls, Files.readAllLines(folder.resolve("repo/.calls")), said::toString);
    for (String file :
        List.of(
            "repo/lib/src/main/java/Lib.java",
            "platform/src/main/java/P.java",
            "repo/settings.gradle")) {
      int before = Files.readAllLines(folder.resolve("repo/.calls")).size();
      Files.writeString(folder.resolve(file), "\n", StandardOpenOption.APPEND);
      builtOrders();
      assertEquals(before + 1, Files.readAllLines(folder.resolve("repo/.calls")).size(), file);
    }
  }

  @ParameterizedTest
  @CsvSource({"7.3.3, 17", "8.5, 21", "8.13, 23", "9.1.0, 25", "10.0, 25"})
  void a_wrapper_runs_on_a_jdk_that_its_gradle_knows(String version, int newest)
      throws IOException {
    write(
        "gradle/wrapper/gradle-wrapper.properties",
        "distributionUrl=https\\://services.gradle.org/distributions/gradle-"
            + version
            + "-bin.zip");
    assertEquals(Optional.of(newest), GradleJdk.newest(folder));
  }
}
