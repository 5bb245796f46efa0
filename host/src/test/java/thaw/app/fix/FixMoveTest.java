package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.build.FunctionProject;
import thaw.app.build.MavenProject;
import thaw.app.build.OwnTests;
import thaw.app.build.ProjectCopy;
import thaw.app.build.TestedBuild;
import thaw.app.shared.Progress;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.edit.TestsOnNewerJdk;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** A real build of Maven's whose tests use a Mockito of before JDK 25. */
@Thorough("Maven builds a project several times; TestsOnNewerJdkTest reads the same messages")
@SideBySide
class FixMoveTest {
  @TempDir Path folder;

  private void write(Path project, String file, String text) throws Exception {
    Path written = project.resolve(file);
    Files.createDirectories(written.getParent());
    Files.writeString(written, text);
  }

  private Path project() throws Exception {
    Path project = Files.createDirectories(folder.resolve("my shop"));
    write(
        project,
        "pom.xml",
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>shop</groupId>
          <artifactId>orders</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.source>17</maven.compiler.source>
            <maven.compiler.target>17</maven.compiler.target>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencies>
            <dependency>
              <groupId>org.junit.jupiter</groupId>
              <artifactId>junit-jupiter</artifactId>
              <version>5.9.2</version>
              <scope>test</scope>
            </dependency>
            <dependency>
              <groupId>org.mockito</groupId>
              <artifactId>mockito-inline</artifactId>
              <version>4.8.0</version>
              <scope>test</scope>
            </dependency>
          </dependencies>
          <build>
            <plugins>
              <plugin>
                <artifactId>maven-surefire-plugin</artifactId>
                <version>3.2.5</version>
              </plugin>
            </plugins>
          </build>
        </project>
        """);
    write(
        project,
        "src/main/java/shop/Rates.java",
        "package shop;\n\npublic class Rates {\n  public int rate() {\n    return 1;\n  }\n}\n");
    write(
        project,
        "src/test/java/shop/RatesTest.java",
        """
        package shop;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;
        import org.mockito.Mockito;

        class RatesTest {
          @Test
          void it_is_as_told() {
            Rates rates = Mockito.mock(Rates.class);
            Mockito.when(rates.rate()).thenReturn(7);
            assertEquals(7, rates.rate());
          }
        }
        """);
    return project;
  }

  @Test
  void tests_that_refuse_the_newest_jdk_pass_with_the_patch_in_a_clean_clone() throws Exception {
    Jdks jdks = Jdks.find(System.getenv(), folder);
    Optional<Jdk> newest = jdks.ofFeature(25);
    assumeTrue(newest.isPresent() && jdks.ofFeature(17).isPresent(), "JDK 17 or 25 is not here");
    Path project = project();
    FixPatchTest.git(project, "init", "-q");
    FixPatchTest.git(project, "add", "-A");
    FixPatchTest.git(project, "commit", "-qm", "first");
    Path out = Files.createDirectories(folder.resolve("out"));
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      CodeSource.Project module = new CodeSource.Project(copy.root(), CodeSource.BuildTool.MAVEN);
      FixBuilds builds =
          new FixBuilds(
              copy,
              module,
              17,
              Optional.of(new FunctionProject(module, Optional.empty(), 17)),
              FixState.in(out),
              OwnTests.PASS,
              Progress.SILENT);
      FixBuilds.Wanted unchanged = new FixBuilds.Wanted(Map.of(), newest);

      TestsOnNewerJdk.Obstacle obstacle = builds.obstacle(unchanged).orElseThrow();

      assertTrue(obstacle.words().startsWith("pom.xml:19 brings a Byte Buddy"), obstacle.words());
      UserMistake refused = assertThrows(UserMistake.class, () -> builds.of(unchanged));
      assertTrue(
          String.valueOf(refused.getMessage()).contains("in the way stands: pom.xml:19"),
          String.valueOf(refused.getMessage()));
      Draft moved =
          Draft.UNCHANGED.with(
              new Remedy(
                  "runtime-25",
                  RemedyKind.DIFFERENT,
                  Optional.empty(),
                  "it",
                  new Prediction(1, 2),
                  new Change.Runtime(25, obstacle.edits())));
      builds.of(new FixBuilds.Wanted(moved.texts(copy::original), newest));

      new FixFolder(out, copy, Path.of("template.yaml"), FixPatchTest.function(), Path.of(""))
          .patch(FixPatchTest.result(moved, moved), _ -> Optional.empty());
      Path clone = folder.resolve("clone");
      FixPatchTest.git(folder, "clone", "-q", project.toString(), clone.toString());
      FixPatchTest.git(clone, "apply", out.resolve(FixFolder.PATCH).toString());
      assertEquals(
          Files.readString(copy.root().resolve("pom.xml")),
          Files.readString(clone.resolve("pom.xml")));
      TestedBuild.Result result =
          new TestedBuild(MavenProject.of(clone), Optional.empty(), 17, newest, OwnTests.PASS)
              .run(folder.resolve("log"));
      assertInstanceOf(TestedBuild.Result.Passed.class, result, result::toString);
      assertEquals(List.of(Path.of("pom.xml")), moved.remedies().getFirst().change().files());
    }
  }

  @Test
  void tests_that_the_users_jdk_is_too_new_for_pass_on_that_of_the_function() throws Exception {
    Jdks jdks = Jdks.find(System.getenv(), folder);
    assumeTrue(jdks.ofFeature(17).isPresent(), "there is no JDK 17 here");
    Path project = project();
    FunctionProject module =
        new FunctionProject(
            new CodeSource.Project(project, CodeSource.BuildTool.MAVEN), Optional.empty(), 17);
    List<String> lines = new ArrayList<>();
    TestedBuild.Result result =
        TestedBuild.of(module)
            .run(folder.resolve("log/build.log"), Duration.ofMinutes(5), lines::add);
    assertInstanceOf(TestedBuild.Result.Passed.class, result, result::toString);
    String home = System.getenv().getOrDefault("JAVA_HOME", "");
    boolean isOnNewest =
        jdks.ofFeature(25).filter(each -> home.equals(each.home().toString())).isPresent();
    assertEquals(isOnNewest ? 1 : 0, lines.size(), lines::toString);
  }
}
