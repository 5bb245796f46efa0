package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.sandbox.jdk.Jdk;

class BuildWaysTest {
  private static final String LOMBOK =
      "java.lang.NoSuchFieldError: Class com.sun.tools.javac.tree.JCTree$JCImport does not have"
          + " member field 'com.sun.tools.javac.tree.JCTree qualid'";

  @TempDir Path folder;

  /** Returns the version of the JDK that comes after 25, on which Lombok has failed. */
  private int next(String properties, int... features) throws Exception {
    Files.writeString(
        folder.resolve("pom.xml"),
        "<project><properties>" + properties + "</properties></project>");
    List<Jdk> jdks =
        Stream.concat(Stream.of(25), Arrays.stream(features).boxed())
            .map(
                each -> new Jdk(folder.resolve("jdk-" + each), each, each + ".0.1", "T", "" + each))
            .toList();
    MavenProject project = MavenProject.of(folder);
    BuildWays ways = new BuildWays(project, List.of(folder), new BuildJdks(jdks), Optional.empty());
    BuildCommand first = ways.first(true);
    assertEquals(25, first.feature());
    return ways.otherThan(first, LOMBOK).orElseThrow().feature();
  }

  @Test
  void a_jdk_that_is_too_new_gives_way_to_that_of_the_projects_own_version() throws Exception {
    String release = "<maven.compiler.release>17</maven.compiler.release>";
    assertEquals(17, next(release, 21, 17, 11), "21 may be too new for the tests' libraries");
    assertEquals(21, next(release, 21, 11), "11 does not compile for 17");
    assertEquals(21, next("", 21, 17, 11), "nobody knows");
    assertEquals(21, next("<java.version>24</java.version>", 21), "there is none like that");
  }

  @Test
  void a_jdk_that_does_not_compile_for_the_project_is_not_tried() throws Exception {
    assertEquals(25, first("<java.version>21</java.version>", 17, 25));
    assertEquals(
        21,
        first(
            "<maven.compiler.source>21</maven.compiler.source>"
                + "<maven.compiler.target>21</maven.compiler.target>",
            17,
            25,
            21));
    assertEquals(17, first("<java.version>17</java.version>", 17, 25));
    assertEquals(17, first("<java.version>21</java.version>", 17), "there is no other");
  }

  private int first(String properties, int... features) throws Exception {
    Files.writeString(
        folder.resolve("pom.xml"),
        "<project><properties>" + properties + "</properties></project>");
    BuildJdks jdks =
        new BuildJdks(
            Arrays.stream(features)
                .mapToObj(each ->
                    new Jdk(folder.resolve("jdk-" + each), each, each + ".0.1", "T", "" + each))
                .toList());
    return new BuildWays(MavenProject.of(folder), List.of(folder), jdks, Optional.empty())
        .first(true)
        .feature();
  }
}
