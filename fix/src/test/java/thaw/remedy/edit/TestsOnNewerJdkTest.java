package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the log of failed tests says, and what is changed for it. */
class TestsOnNewerJdkTest {
  private static final Path ROOT = Path.of("/shop");
  private static final Path POM = Path.of("app/pom.xml");
  private static final String MOCKITO =
      "Java 25 (69) is not supported by the current version of Byte Buddy which officially"
          + " supports Java 19 (63)";

  private final Map<Path, String> files = new HashMap<>();

  private Optional<TestsOnNewerJdk.Obstacle> obstacle(String log) {
    return TestsOnNewerJdk.of(log, ROOT, ROOT.resolve("app"), file -> files.getOrDefault(file, ""));
  }

  private String edited(Path file, TestsOnNewerJdk.Obstacle obstacle) {
    String text = files.get(file);
    for (TextEdit edit : obstacle.edits()) {
      assertEquals(file, edit.file());
      text = edit.in(text).orElseThrow();
    }
    return text;
  }

  private static final String PLAIN =
      """
      <project>
        <artifactId>app</artifactId>
        <dependencies>
          <dependency>
            <groupId>org.mockito</groupId>
            <artifactId>mockito-core</artifactId>
            <version>4.8.0</version>
            <scope>test</scope>
          </dependency>
        </dependencies>
      </project>
      """;

  @Test
  void byte_buddy_is_managed_in_the_modules_own_pom() {
    files.put(POM, PLAIN);
    TestsOnNewerJdk.Obstacle obstacle = obstacle(MOCKITO).orElseThrow();
    assertTrue(obstacle.words().startsWith("app/pom.xml:5 brings a Byte Buddy"), obstacle.words());
    assertEquals(
        """
        <project>
          <artifactId>app</artifactId>
          <dependencyManagement>
            <dependencies>
              <dependency>
                <groupId>net.bytebuddy</groupId>
                <artifactId>byte-buddy</artifactId>
                <version>1.17.8</version>
              </dependency>
              <dependency>
                <groupId>net.bytebuddy</groupId>
                <artifactId>byte-buddy-agent</artifactId>
                <version>1.17.8</version>
              </dependency>
            </dependencies>
          </dependencyManagement>
        """,
        edited(POM, obstacle)
            .substring(
                0,
                edited(POM, obstacle)
                    .indexOf("  <dependencies>\n    <dependency>\n      <groupId>org.m")));

    files.put(POM, PLAIN.replace("\n", "\r\n"));
    String returns = edited(POM, obstacle(MOCKITO).orElseThrow());
    assertEquals(-1, returns.replace("\r\n", "").indexOf('\n'));
  }

  @Test
  void beside_other_managed_versions_it_comes_first_and_one_of_the_projects_own_stays() {
    String managed =
        """
        <project>
            <dependencyManagement>
                <dependencies>
                    <dependency>
                        <artifactId>bom</artifactId>
                    </dependency>
                </dependencies>
            </dependencyManagement>
        </project>
        """;
    files.put(POM, managed);
    String text = edited(POM, obstacle(MOCKITO).orElseThrow());
    assertTrue(
        text.contains(
            """
                    <dependencies>
                        <dependency>
                            <groupId>net.bytebuddy</groupId>
                            <artifactId>byte-buddy</artifactId>
            """),
        text);
    files.put(Path.of("pom.xml"), "<project><!-- net.bytebuddy --></project>");
    assertEquals(List.of(), obstacle(MOCKITO).orElseThrow().edits());
  }

  @Test
  void jacoco_is_raised_where_its_version_stands_in_the_module_or_above_it() {
    files.put(POM, PLAIN);
    Path above = Path.of("pom.xml");
    files.put(
        above,
        """
        <project>
          <properties>
            <jacoco>0.8.8</jacoco>
          </properties>
          <build>
            <pluginManagement>
              <plugins>
                <plugin>
                  <groupId>org.jacoco</groupId>
                  <artifactId>jacoco-maven-plugin</artifactId>
                  <version>${jacoco}</version>
                </plugin>
              </plugins>
            </pluginManagement>
          </build>
        </project>
        """);
    TestsOnNewerJdk.Obstacle obstacle =
        obstacle(
                "at org.jacoco.agent.rt.internal\nFATAL ERROR in native method:"
                    + " processing of -javaagent failed")
            .orElseThrow();
    assertEquals(
        "pom.xml:3 has JaCoCo 0.8.8, which does not read classes of this JDK, 0.8.14 does",
        obstacle.words());
    assertTrue(edited(above, obstacle).contains("<jacoco>0.8.14</jacoco>"));
  }

  @Test
  void an_option_that_the_jdk_refuses_goes_from_the_arguments_of_the_tests() {
    String pom =
        """
        <project>
          <properties>
            <argLine>-Xmx512m -XX:+UseConcMarkSweepGC -Da=b</argLine>
          </properties>
        </project>
        """;
    files.put(POM, pom);
    TestsOnNewerJdk.Obstacle obstacle =
        obstacle("Unrecognized VM option 'UseConcMarkSweepGC'").orElseThrow();
    assertEquals(
        "app/pom.xml:3 has -XX:+UseConcMarkSweepGC, with which this JDK does not start",
        obstacle.words());
    assertEquals(pom.replace(" -XX:+UseConcMarkSweepGC", ""), edited(POM, obstacle));

    files.put(POM, pom.replace("-XX:+UseConcMarkSweepGC", "-Djava.security.manager=allow"));
    assertEquals(
        pom.replace(" -XX:+UseConcMarkSweepGC", ""),
        edited(
            POM,
            obstacle("java.lang.Error: Enabling a Security Manager is not supported")
                .orElseThrow()));
  }

  @Test
  void gradle_forces_byte_buddy_in_tests_alone_in_both_languages() {
    String block =
        """

        configurations.matching { it.name.startsWith("test") }.configureEach {
          resolutionStrategy.force("net.bytebuddy:byte-buddy:1.17.8", "net.bytebuddy:byte-buddy-agent:1.17.8")
        }
        """;
    for (String name : List.of("app/build.gradle", "app/build.gradle.kts")) {
      Path file = Path.of(name);
      String text = "dependencies {\n  testImplementation(\"org.mockito:mockito-core:4.8.0\")\n}\n";
      files.clear();
      files.put(file, text);
      TestsOnNewerJdk.Obstacle obstacle = obstacle(MOCKITO).orElseThrow();
      assertTrue(obstacle.words().startsWith(name + ":2 brings"), obstacle.words());
      assertEquals(text + block, edited(file, obstacle));
      files.put(file, text.stripTrailing());
      assertEquals(text + block, edited(file, obstacle(MOCKITO).orElseThrow()));
      files.put(file, text + "// net.bytebuddy is ours\n");
      assertEquals(List.of(), obstacle(MOCKITO).orElseThrow().edits());
    }
  }

  @Test
  void gradles_jacoco_is_raised_where_the_build_file_says_its_version_or_applies_it() {
    Path file = Path.of("app/build.gradle");
    String log = REFUSED + "\tat org.jacoco.agent.rt.internal_3570298.asm.ClassReader.<init>";
    String said = "plugins {\n  id 'jacoco'\n}\njacoco {\n  toolVersion = '%s'\n}\n";
    files.put(file, said.formatted("0.8.8"));
    TestsOnNewerJdk.Obstacle obstacle = obstacle(log).orElseThrow();
    assertTrue(
        obstacle.words().startsWith("app/build.gradle:5 has JaCoCo 0.8.8"), obstacle.words());
    assertEquals(said.formatted("0.8.14"), edited(file, obstacle));
    files.put(file, "plugins {\n  id 'jacoco'\n}\n");
    TestsOnNewerJdk.Obstacle applied = obstacle(log).orElseThrow();
    assertTrue(applied.words().startsWith("app/build.gradle:2 has"), applied.words());
    assertEquals(
        "plugins {\n  id 'jacoco'\n}\n\njacoco {\n  toolVersion = \"0.8.14\"\n}\n",
        edited(file, applied));
    files.put(file, said.replace("'%s'", "versions.jacoco"));
    assertEquals(List.of(), obstacle(log).orElseThrow().edits());
  }

  @Test
  void an_option_of_gradles_tests_goes_with_its_comma_or_its_line() {
    Path file = Path.of("app/build.gradle");
    String log = "Unrecognized VM option 'UseConcMarkSweepGC'";
    Map<String, String> texts =
        Map.of(
            "test {\n  jvmArgs '-XX:+UseConcMarkSweepGC'\n}\n",
            "test {\n}\n",
            "test {\n  jvmArgs = ['-Xmx1g', '-XX:+UseConcMarkSweepGC']\n}\n",
            "test {\n  jvmArgs = ['-Xmx1g']\n}\n",
            "tasks.test {\n  jvmArgs(\"-XX:+UseConcMarkSweepGC\", \"-Xmx1g\")\n}\n",
            "tasks.test {\n  jvmArgs(\"-Xmx1g\")\n}\n");
    texts.forEach((before, after) -> {
      files.put(file, before);
      assertEquals(after, edited(file, obstacle(log).orElseThrow()));
    });
    for (String left :
        List.of(
            "def gc = '-XX:+UseConcMarkSweepGC'\n",
            "jvmArgs '-XX:+UseConcMarkSweepGC'\nother.jvmArgs '-XX:+UseConcMarkSweepGC'\n")) {
      files.put(file, left);
      assertEquals(List.of(), obstacle(log).orElseThrow().edits(), left);
    }
  }

  @Test
  void tests_that_fail_for_another_reason_say_nothing_of_the_build() {
    files.put(POM, PLAIN);
    assertEquals(Optional.empty(), obstacle("expected: <1> but was: <2>"));
  }

  @Test
  void a_long_log_that_says_nothing_of_jacoco_is_read_at_once() {
    files.put(POM, PLAIN);
    String log = "[INFO] Downloaded from central: some-jar\n".repeat(60_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> assertEquals(Optional.empty(), obstacle(log)));
    String words = "Failed to execute goal org.jacoco: Execution failed for task 'jacoco";
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> assertEquals(Optional.empty(), obstacle(words.repeat(20_000))));
  }

  private static String jacoco(String version) {
    return """
    <project>
      <build>
        <plugins>
          <plugin>
            <groupId>org.jacoco</groupId>
            <artifactId>jacoco-maven-plugin</artifactId>
            <version>%s</version>
          </plugin>
        </plugins>
      </build>
    </project>
    """
        .formatted(version);
  }

  private static final String REFUSED =
      "Caused by: java.lang.IllegalArgumentException: Unsupported class file major version 69\n";

  @Test
  void a_jacoco_that_knows_the_jdk_is_neither_named_nor_lowered() {
    String log = REFUSED + "\tat org.jacoco.agent.rt.internal_3570298.asm.ClassReader.<init>";
    for (String version : List.of("0.8.14", "0.8.15", "0.9.0", "1.0")) {
      files.put(POM, jacoco(version));
      assertEquals(Optional.empty(), obstacle(log), version);
    }
    for (String version : List.of("0.8.9", "0.7.10", "0.8.13")) {
      files.put(POM, jacoco(version));
      assertEquals(jacoco("0.8.14"), edited(POM, obstacle(log).orElseThrow()), version);
    }
  }

  @Test
  void jacoco_is_not_blamed_for_what_another_one_does_not_read() {
    files.put(POM, jacoco("0.8.8"));
    String log =
        "[INFO] --- jacoco-maven-plugin:0.8.8:prepare-agent (default) @ app ---\n" + REFUSED;
    assertEquals(
        Optional.empty(), obstacle(log + "\tat org.springframework.asm.ClassReader.<init>"));
    assertTrue(
        obstacle(
                "[ERROR] Failed to execute goal org.jacoco:jacoco-maven-plugin:0.8.8:report"
                    + " (report) on project app: Error while creating report: Error while"
                    + " analyzing A.class: Unsupported class file major version 69")
            .isPresent());
  }

  @Test
  void a_byte_buddy_that_is_as_new_or_a_jdk_that_it_does_not_know_is_left() {
    files.put(POM, PLAIN);
    assertEquals(
        Optional.empty(), obstacle(MOCKITO.replace("25 (69)", "26 (70)").replace("19", "25")));
    assertEquals(Optional.empty(), obstacle(MOCKITO.replace("25 (69)", "26 (70)")));
  }

  @Test
  void an_option_without_a_name_and_one_in_a_comment_are_none_of_the_tests() {
    String pom =
        """
        <project>
          <properties>
            <!-- <argLine>-Xincgc</argLine> -->
            <argLine>-Da=b</argLine>
          </properties>
        </project>
        """;
    files.put(POM, pom);
    assertEquals(Optional.empty(), obstacle("Unrecognized option: --"));
    assertEquals(Optional.empty(), obstacle("Unrecognized option: -Xincgc"));
    files.put(POM, pom.replace("-Da=b", "-Da=b -Xincgc"));
    assertEquals(pom, edited(POM, obstacle("Unrecognized option: -Xincgc").orElseThrow()));
    files.clear();
    Path gradle = Path.of("build.gradle");
    files.put(gradle, "// jvmArgs '-Xincgc'\n/* '-Xincgc' */\njvmArgs '-Xincgc'\n");
    assertTrue(
        obstacle("Unrecognized option: -Xincgc")
            .orElseThrow()
            .words()
            .startsWith("build.gradle:3"));
  }
}
