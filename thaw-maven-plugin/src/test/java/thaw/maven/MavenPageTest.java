package thaw.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Process tests: a module as the page says finds its tests, and one without the page's Surefire is
 * told of it. The sample project, which has the same lines, runs with the whole of Thaw.
 */
@Tag("processes")
class MavenPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```xml\\n(.*?)```");
  private static final Pattern SUREFIRE =
      Pattern.compile("(?s)<plugin>\\s*<artifactId>maven-surefire-plugin.*?</plugin>\\s*");
  private static final String TEST =
      "class OneTest { @org.junit.jupiter.api.Test void it_runs() {} }\n";
  private static final String DONE = "echo done\n";

  @TempDir Path folder;

  private static List<String> blocks(String page) throws Exception {
    return BLOCK
        .matcher(Files.readString(Path.of("../docs", page)))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toList());
  }

  /** The first two blocks are what is to be added. */
  private static String pom() throws Exception {
    List<String> blocks = blocks("maven.md");
    return pom(blocks.get(0), blocks.get(1));
  }

  private static String pom(String dependencies, String plugins) {
    return "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId>"
        + "<artifactId>b</artifactId><version>1</version><properties>"
        + "<maven.compiler.source>17</maven.compiler.source>"
        + "<maven.compiler.target>17</maven.compiler.target>"
        + "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>"
        + dependencies
        + "<build>"
        + plugins
        + "</build></project>";
  }

  private MavenRun module(String pom) throws Exception {
    return MavenRun.of(folder, DONE, pom, Map.of("src/test/java/OneTest.java", TEST));
  }

  @Test
  void a_module_as_the_page_says_runs_its_tests() throws Exception {
    MavenRun.Ended ended = module(pom()).run("test");
    assertEquals(0, ended.exit(), ended::log);
    assertTrue(ended.says("Tests run: 1, Failures: 0"), ended::log);
  }

  @Test
  void a_surefire_that_would_find_no_test_fails_the_build_and_the_remedy_mends_it()
      throws Exception {
    String pom = SUREFIRE.matcher(pom()).replaceFirst("");
    assertFalse(pom.contains("surefire"), pom);
    MavenRun old = module(pinned(pom, "2.12.4"));
    MavenRun.Ended ended = old.run("test");
    assertEquals(1, ended.exit(), ended::log);
    assertTrue(ended.says("maven-surefire-plugin 2.12.4, which this build uses"), ended::log);
    assertTrue(ended.says("MojoExecutionException"), ended::log);
    Matcher remedy = SUREFIRE.matcher(ended.log().replace("[ERROR] ", ""));
    assertTrue(remedy.find(), ended::log);
    Files.writeString(
        old.module().resolve("pom.xml"), pom.replace("<plugins>", "<plugins>" + remedy.group()));
    MavenRun.Ended mended = old.run("test");
    assertEquals(0, mended.exit(), mended::log);
    assertTrue(mended.says("Tests run: 1, Failures: 0"), mended::log);
  }

  @Test
  void a_build_that_runs_no_tests_or_none_with_thaw_junit_is_left_alone() throws Exception {
    String pom = pinned(SUREFIRE.matcher(pom()).replaceFirst(""), "2.12.4");
    MavenRun module = module(pom);
    MavenRun.Ended skipped = module.run("process-test-resources", "-DskipTests");
    assertEquals(0, skipped.exit(), skipped::log);
    Files.writeString(module.module().resolve("pom.xml"), pom.replace("thaw-junit", "thaw-build"));
    MavenRun.Ended other = module.run("process-test-resources");
    assertEquals(0, other.exit(), other::log);
  }

  /** The default of Maven 3.8 is pinned, as newer ones have a newer one. */
  private static String pinned(String pom, String version) {
    return pom.replace(
        "<plugins>",
        "<pluginManagement><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>"
            + version
            + "</version></plugin></plugins></pluginManagement><plugins>");
  }

  @Test
  void versions_from_2_22_0_on_find_tests() {
    for (String old : List.of("2.12.4", "2.21.0", "2.22.0-rc1", "2.9")) {
      assertTrue(TestRunners.isTooOld(old), old);
    }
    for (String good : List.of("2.22.0", "2.22.2", "3.0.0-M5", "3.6.1")) {
      assertFalse(TestRunners.isTooOld(good), good);
    }
  }
}
