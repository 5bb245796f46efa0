package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;

class MavenOutputTest {
  @TempDir Path folder;

  private void pom(String module, String content) throws IOException {
    Path pom = folder.resolve(module).resolve("pom.xml");
    Files.createDirectories(pom.getParent());
    Files.writeString(pom, "<project>" + content + "</project>");
  }

  @Test
  void a_build_may_write_to_a_folder_of_its_own() throws IOException {
    pom("", "<build><directory>${project.basedir}/out</directory></build>");
    Path out = folder.resolve("out");
    assertEquals(new MavenOutput(out, out.resolve("classes")), MavenOutput.of(folder));
    assertEquals(out, new MavenProject(folder, folder, false).output());
    Files.createDirectories(out);
    Files.writeString(out.resolve("made.txt"), "");
    assertEquals(List.of(folder.resolve("pom.xml")), List.copyOf(MavenSources.of(folder)));
    pom(
        "",
        "<build><directory>out</directory>"
            + "<outputDirectory>${project.build.directory}/java</outputDirectory></build>");
    assertEquals(new MavenOutput(out, out.resolve("java")), MavenOutput.of(folder));
  }

  @Test
  void a_module_has_the_folder_that_its_parent_says() throws IOException {
    pom("", "<artifactId>all</artifactId><build><directory>out</directory></build>");
    Path orders = folder.resolve("orders");
    String parent = "<parent><artifactId>all</artifactId>%s</parent>";
    pom("orders", parent.formatted(""));
    assertEquals(orders.resolve("out"), MavenOutput.of(orders).folder());
    pom("orders", parent.formatted("<relativePath>..</relativePath>"));
    assertEquals(orders.resolve("out"), MavenOutput.of(orders).folder());
    pom("orders", parent.formatted("<relativePath/>"));
    assertEquals(orders.resolve("target"), MavenOutput.of(orders).folder());
  }

  @Test
  void a_pom_in_the_folder_above_is_no_parent_by_chance() throws IOException {
    pom(
        "",
        "<artifactId>all</artifactId>"
            + "<properties><made>elsewhere</made></properties>"
            + "<build><directory>out</directory></build>");
    Path orders = folder.resolve("orders");
    pom("orders", "<parent><artifactId>spring-boot-starter-parent</artifactId></parent>");
    assertEquals(orders.resolve("target"), MavenOutput.of(orders).folder());
    assertEquals(List.of(orders.resolve("pom.xml")), List.copyOf(MavenSources.of(orders)));
    pom("orders", "<parent><artifactId>all</artifactId></parent>");
    assertEquals(
        List.of(orders.resolve("pom.xml"), folder.resolve("pom.xml")),
        List.copyOf(MavenSources.of(orders)));
  }

  @Test
  void a_folder_may_be_given_by_properties() throws IOException {
    pom(
        "",
        "<artifactId>all</artifactId>"
            + "<properties><made>${pom.basedir}/${kind}</made><kind>out</kind></properties>"
            + "<build><directory>${made}/${project.artifactId}</directory>"
            + "<outputDirectory>${project.build.directory}/${kind}</outputDirectory></build>");
    Path orders = folder.resolve("orders");
    pom(
        "orders",
        "<parent><artifactId>all</artifactId></parent><artifactId>orders</artifactId>"
            + "<properties><kind>made</kind></properties>");
    Path made = orders.resolve("made/orders");
    assertEquals(new MavenOutput(made, made.resolve("made")), MavenOutput.of(orders));
    pom("", "<build><directory>${a}</directory></build><properties><a>${a}</a></properties>");
    assertEquals(folder.resolve("target"), MavenOutput.of(folder).folder());
  }

  @Test
  void folders_of_plug_ins_resources_and_profiles_are_not_those_of_the_build() throws IOException {
    String plugins =
        "<plugins><plugin><configuration><outputDirectory>a</outputDirectory></configuration>"
            + "</plugin></plugins>";
    pom(
        "",
        "<build><resources><resource><directory>b</directory></resource></resources>"
            + "<pluginManagement>"
            + plugins
            + "</pluginManagement>"
            + plugins
            + "<!-- <directory>c</directory> --></build>"
            + "<profiles><profile><build><directory>d</directory></build></profile></profiles>");
    Path target = folder.resolve("target");
    assertEquals(new MavenOutput(target, target.resolve("classes")), MavenOutput.of(folder));
  }

  @Test
  void a_build_without_a_class_path_is_no_function_without_libraries() throws IOException {
    pom("", "");
    Files.createDirectories(folder.resolve("target/classes"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> new MavenProject(folder, folder, false).compiled());
    assertTrue(mistake.getMessage().contains("target/thaw/dependencies"), mistake.getMessage());
  }

  @Test
  void libraries_are_those_of_the_scopes_that_are_there_at_run_time() throws IOException {
    pom("", "");
    Files.createDirectories(folder.resolve("target/classes"));
    Files.createDirectories(folder.resolve("target/thaw"));
    Files.writeString(
        folder.resolve("target/thaw/dependencies"),
        """

        The following files have been resolved:
           x:core:jar:1:provided:/m2/core-1.jar -- module x.core (auto)
           x:log:jar:2:compile:/m2/log-2.jar (optional) -- module x.log
           x:old:jar:linux:3:compile:/m2/old 3/old-3.jar (optional)  -- module x.old
           \u001b[1mx:simple:jar:4:runtime\u001b[m:/m2/simple-4.jar
           x:bom:pom:5:compile:/m2/bom-5.pom
           x:junit:jar:6:test:/m2/junit-6.jar
        """);
    assertEquals(
        List.of(
            Path.of("/m2/log-2.jar"), Path.of("/m2/old 3/old-3.jar"), Path.of("/m2/simple-4.jar")),
        new MavenProject(folder, folder, false).compiled().libraries());
  }

  @Test
  void goals_that_the_project_binds_see_no_choice_of_scopes() throws IOException {
    pom("", "");
    List<String> words =
        new MavenProject(folder, folder, false).command(false, List.of(folder)).words();
    assertTrue(
        words.stream().noneMatch(word -> word.startsWith("-DincludeScope")), words.toString());
  }
}
