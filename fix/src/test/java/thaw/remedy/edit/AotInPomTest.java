package thaw.remedy.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AotInPomTest {
  private static final String PLUGIN =
      """
      <plugin>
        <groupId>org.springframework.boot</groupId>
        <artifactId>spring-boot-maven-plugin</artifactId>
      </plugin>
      """;
  private static final String EXECUTIONS =
      """
                <executions>
                  <execution>
                    <id>process-aot</id>
                    <goals>
                      <goal>process-aot</goal>
                    </goals>
                    <configuration>
                      <mainClass>shop.AheadOfTime</mainClass>
                    </configuration>
                  </execution>
                </executions>
      """;

  private static Optional<String> written(String pom, String... parents) {
    FileRewrite rewrite = new FileRewrite(Path.of("pom.xml"), pom);
    if (AotInPom.write(rewrite, pom, List.of(parents), "shop.AheadOfTime", List.of(), "3.5.16")
        .isPresent()) {
      return Optional.empty();
    }
    String text = pom;
    for (TextEdit edit : rewrite.edits()) {
      text = edit.in(text).orElseThrow();
    }
    return Optional.of(text);
  }

  private static String project(String... parts) {
    return "<project>\n" + String.join("", parts) + "</project>\n";
  }

  /** A plugin in a build. */
  private static String build(String plugin) {
    return "  <build>\n    <plugins>\n" + plugin.indent(6) + "    </plugins>\n  </build>\n";
  }

  @Test
  void a_packaging_that_is_a_property_of_the_project_is_read() {
    String pom =
        """
        <project>
          <packaging>${packaging}</packaging>
          <properties>
            <packaging>%s</packaging>
          </properties>
        </project>
        """;
    assertTrue(written(pom.formatted("jar")).isPresent());
    assertEquals(
        Optional.of("pom.xml:2 has the packaging war"),
        AotInPom.write(
            new FileRewrite(Path.of("pom.xml"), pom.formatted("war")),
            pom.formatted("war"),
            List.of(),
            "shop.AheadOfTime",
            List.of(),
            "3.5.16"));
  }

  @Test
  void a_pom_without_a_build_gets_one() {
    assertEquals(
        """
        <project>
          <artifactId>shop</artifactId>

          <dependencies/>

          <build>
            <plugins>
              <plugin>
                <groupId>org.springframework.boot</groupId>
                <artifactId>spring-boot-maven-plugin</artifactId>
                <version>3.5.16</version>
                <executions>
                  <execution>
                    <id>process-aot</id>
                    <goals>
                      <goal>process-aot</goal>
                    </goals>
                    <configuration>
                      <mainClass>shop.AheadOfTime</mainClass>
                    </configuration>
                  </execution>
                </executions>
              </plugin>
            </plugins>
          </build>
        </project>
        """,
        written(project("  <artifactId>shop</artifactId>\n\n  <dependencies/>\n")).orElseThrow());
  }

  @Test
  void a_plugin_that_is_there_gets_the_goal_and_keeps_every_other_byte() {
    String pom = project("  <!-- ours -->\n", build(PLUGIN));
    assertEquals(
        pom.replace(
            "        <artifactId>spring-boot-maven-plugin</artifactId>\n",
            "        <artifactId>spring-boot-maven-plugin</artifactId>\n" + EXECUTIONS.indent(-2)),
        written(pom).orElseThrow());
  }

  @Test
  void line_ends_and_tabs_stay_as_they_are() {
    String pom = project(build(PLUGIN)).replace("  ", "\t").replace("\n", "\r\n");
    String after = written(pom).orElseThrow();
    assertEquals(after.lines().count(), after.chars().filter(each -> each == '\r').count());
    assertEquals(0, after.chars().filter(each -> each == ' ').count());
  }

  @Test
  void further_executions_stand_before_it() {
    String other =
        "    <execution>\n      <goals>\n        <goal>repackage</goal>\n      </goals>\n"
            + "    </execution>\n";
    String pom =
        project(
            build(
                PLUGIN.replace(
                    "</plugin>", "  <executions>\n" + other + "  </executions>\n</plugin>")));
    String after = written(pom).orElseThrow();
    assertTrue(after.indexOf("repackage") < after.indexOf("process-aot"));
    assertEquals(1, after.split("<executions>", -1).length - 1);
  }

  @Test
  void no_version_is_written_where_one_is_managed() {
    String starter =
        "  <parent>\n    <artifactId>spring-boot-starter-parent</artifactId>\n  </parent>\n";
    String managed =
        project(
            "  <build>\n    <pluginManagement>\n      <plugins>\n"
                + PLUGIN.indent(8)
                + "      </plugins>\n    </pluginManagement>\n  </build>\n");
    String plain = project("  <artifactId>shop</artifactId>\n");
    assertFalse(written(project(starter)).orElseThrow().contains("<version>"));
    assertFalse(written(plain, project(starter)).orElseThrow().contains("<version>"));
    assertFalse(written(plain, managed).orElseThrow().contains("<version>"));
    assertTrue(written(plain).orElseThrow().contains("<version>3.5.16</version>"));
  }

  private static final String STARTER =
      "  <parent>\n    <artifactId>spring-boot-starter-parent</artifactId>\n  </parent>\n";
  private static final String REPACKAGED =
      PLUGIN.replace(
          "</plugin>",
          "  <executions>\n    <execution>\n      <id>repackage</id>\n      <goals>\n"
              + "        <goal>repackage</goal>\n      </goals>\n    </execution>\n"
              + "  </executions>\n</plugin>");

  private static String managed(String plugin) {
    return build(plugin)
        .replace("    <plugins>", "    <pluginManagement><plugins>")
        .replace("    </plugins>", "    </plugins></pluginManagement>");
  }

  private static boolean isGuarded(String pom, String... parents) {
    return written(pom, parents)
        .orElseThrow()
        .replaceAll("\\s+", "")
        .contains("<execution><id>repackage</id><phase>none</phase></execution></executions>");
  }

  @Test
  void a_new_plugin_does_not_begin_to_repackage_as_a_parent_elsewhere_has_it() {
    String plain = project("  <artifactId>shop</artifactId>\n");
    String company = project("  <parent>\n    <artifactId>company</artifactId>\n  </parent>\n");
    assertTrue(isGuarded(project(STARTER)));
    assertTrue(
        isGuarded(project(STARTER, build("<plugin>\n  <artifactId>a</artifactId>\n</plugin>\n"))));
    assertTrue(isGuarded(plain, project(STARTER)));
    assertTrue(isGuarded(company));
    assertFalse(isGuarded(plain));
    assertFalse(isGuarded(plain, plain));
  }

  @Test
  void a_plugin_that_runs_already_goes_on_repackaging() {
    String plain = project("  <artifactId>shop</artifactId>\n");
    assertFalse(isGuarded(project(STARTER, build(PLUGIN))));
    assertFalse(isGuarded(plain, project(STARTER, build(PLUGIN)))); // by inheritance
    String closed = PLUGIN.replace("</plugin>", "  <inherited>false</inherited>\n</plugin>");
    assertTrue(isGuarded(plain, project(STARTER, build(closed))));
  }

  @Test
  void a_pom_whose_managed_executions_would_begin_to_run_is_left_alone() {
    String plain = project("  <artifactId>shop</artifactId>\n");
    assertEquals(Optional.empty(), written(plain, project(managed(REPACKAGED))));
    assertEquals(Optional.empty(), written(project(managed(REPACKAGED))));
    assertTrue(written(plain, project(managed(PLUGIN))).isPresent());
    assertTrue(
        written(
                plain,
                project(managed(REPACKAGED.replace("</id>", "</id>\n      <phase>none</phase>"))))
            .isPresent());
    assertTrue(written(plain, project(build(PLUGIN)), project(managed(REPACKAGED))).isPresent());
    String profile =
        "  <profiles>\n    <profile>\n" + build(REPACKAGED) + "    </profile>\n  </profiles>\n";
    assertEquals(Optional.empty(), written(plain, project(STARTER, profile)));
  }

  @Test
  void the_version_is_that_of_the_imported_bom() {
    String bom =
        """
          <dependencyManagement>
            <dependencies>
              <dependency>
                <artifactId>spring-boot-dependencies</artifactId>
                <version>${boot}</version>
              </dependency>
            </dependencies>
          </dependencyManagement>
        """;
    assertTrue(written(project(bom)).orElseThrow().contains("<version>${boot}</version>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<project/>\n",
        "<project><artifactId>shop</artifactId></project>\n",
        "<project>\n  <packaging>pom</packaging>\n</project>\n",
        "<project>\n  <packaging>war</packaging>\n</project>\n",
        "<project>\n  <build>\n    <plugins/>\n  </build>\n</project>\n",
        "<project>\n  <a/>\n  <!-- process-aot by hand -->\n</project>\n",
        "<project>\n  <profiles>\n    <profile>\n      <id>process-aot</id>\n    </profile>\n"
            + "  </profiles>\n</project>\n",
        "<!DOCTYPE a><project>\n  <a/>\n</project>\n",
      })
  void a_pom_without_a_plain_place_is_left_alone(String pom) {
    assertEquals(Optional.empty(), written(pom));
  }

  @Test
  void a_parent_that_has_the_goal_is_enough() {
    assertEquals(
        Optional.empty(),
        written(project("  <artifactId>shop</artifactId>\n"), project("  <a>process-aot</a>\n")));
  }
}
