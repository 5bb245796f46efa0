package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.CodeSource;

/** Process tests: Maven is run. */
@SideBySide
class ProjectBuildTest {
  @TempDir Path folder;

  /** What Quarkus' plugin does, as far as it matters: a zip of its own and its mark. */
  private static final String AS_QUARKUS_DOES =
      """
      <plugin>
        <artifactId>maven-antrun-plugin</artifactId>
        <version>3.2.0</version>
        <executions>
          <execution>
            <phase>package</phase>
            <goals><goal>run</goal></goals>
            <configuration>
              <target>
                <zip destfile="target/function.zip" basedir="target/classes"/>
                <touch file="target/quarkus-artifact.properties"/>
              </target>
            </configuration>
          </execution>
        </executions>
      </plugin>
      """;

  private void project(String plugin) throws IOException {
    Path source = folder.resolve("src/main/java/com/example/Hello.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "package com.example; public class Hello {}");
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId>
          <artifactId>hello</artifactId>
          <version>1</version>
          <properties><maven.compiler.release>17</maven.compiler.release></properties>
          <build>
            <pluginManagement>
              <plugins>
                <plugin><artifactId>maven-resources-plugin</artifactId><version>3.4.0</version></plugin>
                <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
                <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>
                <plugin><artifactId>maven-jar-plugin</artifactId><version>3.5.0</version></plugin>
              </plugins>
            </pluginManagement>
            <plugins>%s</plugins>
          </build>
        </project>
        """
            .formatted(plugin));
  }

  private CodeSource built() {
    return new ProjectBuild(new Progress(System.err, false))
        .built(new CodeSource.Project(folder, CodeSource.BuildTool.MAVEN));
  }

  @Test
  void what_quarkus_makes_of_a_project_is_taken_as_long_as_it_makes_it() throws IOException {
    project(AS_QUARKUS_DOES);
    CodeSource.Archive zip = new CodeSource.Archive(folder.resolve("target/function.zip"));
    assertEquals(zip, built());
    assertEquals(zip, built(), "nothing changed");
    project("");
    assertInstanceOf(CodeSource.Built.class, built(), "the zip of an earlier build is there still");
  }

  @Test
  void results_in_the_project_do_not_make_it_stale() throws IOException {
    project("");
    built();
    Path classes = folder.resolve("target/classes/com/example/Hello.class");
    Files.delete(classes);
    for (String results : new String[] {"thaw-results/results.jsonl", "thaw-why/why.json"}) {
      Path file = folder.resolve(results);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{}");
    }
    built();
    assertFalse(Files.exists(classes), "it was built again");
    Files.writeString(
        folder.resolve("src/main/java/com/example/Other.java"),
        "package com.example; class Other {}");
    built();
    assertTrue(Files.exists(classes), "it was not built again");
  }
}
