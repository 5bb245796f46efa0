package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** Process tests: Maven is run, and programs in its place. */
@SideBySide
class MavenJdkTest {
  private static final String OWN = System.getProperty("java.home");

  private static final String PLUGINS =
      """
      <pluginManagement><plugins>
        <plugin><artifactId>maven-resources-plugin</artifactId><version>3.4.0</version></plugin>
        <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version></plugin>
        <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>
        <plugin><artifactId>maven-jar-plugin</artifactId><version>3.5.0</version></plugin>
      </plugins></pluginManagement>
      """;

  @TempDir Path folder;
  @TempDir Path cache;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  private static Optional<Jdk> older() {
    return Jdks.find(Map.of(), Path.of("/nobody")).all().stream()
        .filter(jdk -> jdk.feature() >= 17 && jdk.feature() < 23)
        .filter(jdk -> Files.isExecutable(jdk.home().resolve("bin/javac")))
        .findFirst();
  }

  /** Lombok is a dependency like any other: javac finds it on the class path. */
  private void lombok(String more) throws IOException {
    write(
        "src/main/java/com/example/Pet.java",
        """
        package com.example;
        @lombok.Data
        public class Pet {
          private String name;
          static String of(Pet pet) { return pet.getName(); }
        }
        """);
    write(
        "pom.xml",
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId><artifactId>pets</artifactId><version>1</version>
          <properties><maven.compiler.release>17</maven.compiler.release></properties>
          <dependencies>
            <dependency>
              <groupId>org.projectlombok</groupId><artifactId>lombok</artifactId>
              <version>1.18.42</version><scope>provided</scope>
            </dependency>
          </dependencies>
          <build>%s%s</build>
        </project>
        """
            .formatted(PLUGINS, more));
  }

  private CodeSource built(Map<String, String> more, int runtime) throws InterruptedException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("JAVA_HOME");
    environment.putAll(more);
    return new ProjectBuild(
            new TerminalProgress(new PrintStream(said, true), false),
            environment,
            Duration.ofMinutes(5),
            cache)
        .built(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN), runtime);
  }

  /** How often a build was begun: one that takes long is told again, with its seconds. */
  private long calls(String line) {
    return said.toString()
        .lines()
        .filter(each -> each.contains(line) && each.endsWith(" ..."))
        .count();
  }

  @Test
  void lombok_builds_at_the_first_try_on_the_newest_jdk_that_is_not_above_the_runtime()
      throws Exception {
    assumeTrue(older().isPresent(), "there is no JDK 17 to 22 here");
    lombok("");
    built(Map.of(), older().get().feature());
    assertTrue(
        said.toString().contains("with Maven on JDK " + older().get().feature()), said::toString);
    assertEquals(1, calls("building "), said::toString);
  }

  @Test
  void where_the_users_javac_runs_no_processor_it_is_told_to_at_once_and_that_is_said()
      throws Exception {
    lombok("");
    built(Map.of("JAVA_HOME", OWN), 17);
    assertEquals(1, calls("building "), said::toString);
    assertTrue(said.toString().contains("with -proc:full, as javac of JDK"), said::toString);
    write("src/main/java/com/example/Other.java", "package com.example; class Other {}");
    built(Map.of("JAVA_HOME", OWN), 17);
    assertEquals(2, calls("building "), "the next build begins with what has worked\n" + said);
    assertTrue(Files.exists(folder.resolve("target/classes/com/example/Other.class")));
  }

  @Test
  void a_rule_of_the_project_on_its_jdk_is_kept() throws Exception {
    assumeTrue(older().isPresent(), "there is no JDK 17 to 22 here");
    int feature = older().get().feature();
    lombok(
        """
        <plugins><plugin>
          <artifactId>maven-enforcer-plugin</artifactId><version>3.6.1</version>
          <executions><execution>
            <goals><goal>enforce</goal></goals>
            <configuration><rules>
              <requireJavaVersion><version>[%d,%d)</version></requireJavaVersion>
            </rules></configuration>
          </execution></executions>
        </plugin></plugins>
        """
            .formatted(feature, feature + 1));
    built(Map.of("JAVA_HOME", OWN), 25);
    assertTrue(
        said.toString().contains("on JDK " + feature)
            && said.toString().contains("is not one for it"),
        said::toString);
  }

  /** In place of Maven: fails on all JDKs but one, as its compiler would. */
  private void mavenFor(String only) throws IOException {
    write("pom.xml", "<project/>");
    write(
        "mvnw",
        """
        echo "$JAVA_HOME" >> .calls
        if [ "$JAVA_HOME" != "%s" ]; then
          echo '[ERROR] Fatal error compiling: error: release version %d not supported'
          exit 1
        fi
        mkdir -p target/classes target/thaw
        : > target/thaw/dependencies
        """
            .formatted(only, Runtime.version().feature()));
  }

  @Test
  void a_project_for_a_newer_java_than_the_runtime_gets_its_jdk() throws Exception {
    assumeTrue(older().isPresent(), "there is no JDK 17 to 22 here");
    Path own = Path.of(OWN).toRealPath();
    mavenFor(own.toString());
    built(Map.of(), 17);
    List<String> calls = Files.readAllLines(folder.resolve(".calls"));
    assertEquals(older().get().home().toString(), calls.getFirst());
    assertEquals(own.toString(), calls.getLast());

    write("src/main/java/com/example/Other.java", "package com.example; class Other {}");
    built(Map.of(), 17);
    assertEquals(
        calls.size() + 1,
        Files.readAllLines(folder.resolve(".calls")).size(),
        "the next build begins with what has worked\n" + said);
  }

  @Test
  void a_mistake_in_the_code_is_built_once() throws Exception {
    lombok("");
    write("src/main/java/com/example/Other.java", "package com.example; class Other { int }");
    assertThrows(UserMistake.class, () -> built(Map.of("JAVA_HOME", OWN), 17));
    assertEquals(1, calls("building "), said::toString);
  }
}
