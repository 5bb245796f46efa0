package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;

/** Process tests: Maven builds modules of a reactor, or a program in its place. */
@SideBySide
class ReactorBuildTest {
  @TempDir Path folder;
  @TempDir Path cache;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  private void module(String name, String dependency) throws IOException {
    write(
        name + "/pom.xml",
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <parent><groupId>com.example</groupId><artifactId>all</artifactId><version>1</version></parent>
          <artifactId>%s</artifactId>
          <dependencies>%s</dependencies>
        </project>
        """
            .formatted(
                name,
                dependency.isEmpty()
                    ? ""
                    : "<dependency><groupId>com.example</groupId><artifactId>"
                        + dependency
                        + "</artifactId><version>1</version></dependency>"));
    write(
        name + "/src/main/java/" + name + "/Here.java",
        "package " + name + "; public class Here {}");
  }

  @BeforeEach
  void reactor() throws IOException {
    write(
        "pom.xml",
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId><artifactId>all</artifactId><version>1</version>
          <packaging>pom</packaging>
          <modules><module>orders</module><module>pets</module><module>lib</module>
            <module>broken</module></modules>
          <properties><maven.compiler.release>17</maven.compiler.release></properties>
          <build><pluginManagement><plugins>
            <plugin><artifactId>maven-resources-plugin</artifactId><version>3.4.0</version></plugin>
            <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
            <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>
            <plugin><artifactId>maven-jar-plugin</artifactId><version>3.5.0</version></plugin>
          </plugins></pluginManagement></build>
        </project>
        """);
    module("lib", "");
    module("orders", "lib");
    module("pets", "lib");
    module("broken", "");
    write("broken/src/main/java/broken/Here.java", "package broken; class Here { No no; }");
  }

  private ProjectBuild builds(String path) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PATH", path + System.getenv("PATH"));
    return new ProjectBuild(
        new TerminalProgress(new PrintStream(said, true), false),
        environment,
        Duration.ofMinutes(5),
        cache);
  }

  private CodeSource.Project project(String module) {
    return new CodeSource.Project(folder.resolve(module), CodeSource.BuildTool.MAVEN);
  }

  @Test
  void dependencies_of_one_name_from_different_groups_are_all_there() throws Exception {
    for (String group : List.of("one", "two")) {
      module(group, "");
      write(
          group + "/pom.xml",
          Files.readString(folder.resolve(group + "/pom.xml"))
              .replace(
                  "<artifactId>" + group, "<groupId>com." + group + "</groupId><artifactId>core"));
    }
    write(
        "pom.xml",
        Files.readString(folder.resolve("pom.xml"))
            .replace("<module>lib", "<module>one</module><module>two</module><module>lib"));
    String core = "<artifactId>core</artifactId><version>1</version></dependency>";
    write(
        "orders/pom.xml",
        Files.readString(folder.resolve("orders/pom.xml"))
            .replace(
                "<dependencies>",
                "<dependencies><dependency><groupId>com.one</groupId>"
                    + core
                    + "<dependency><groupId>com.two</groupId>"
                    + core));
    CodeSource.Built orders =
        assertInstanceOf(CodeSource.Built.class, builds("").built(project("orders"), 17));
    assertEquals(
        List.of("core-1.jar", "core-1.jar", "lib-1.jar"),
        orders.libraries().stream().map(jar -> jar.getFileName().toString()).toList());
    CodeSource.Built packed =
        assertInstanceOf(
            CodeSource.Built.class,
            StoredLibraries.of(orders, folder.resolve("unused"), folder.resolve("packed")));
    assertEquals(3, packed.libraries().stream().distinct().count());
  }

  @Test
  void a_project_whose_plug_in_copies_libraries_elsewhere_has_them_all_the_same() throws Exception {
    write(
        "pom.xml",
        Files.readString(folder.resolve("pom.xml"))
            .replace(
                "</pluginManagement>",
                """
                </pluginManagement><plugins><plugin>
                  <groupId>org.apache.maven.plugins</groupId>
                  <artifactId>maven-dependency-plugin</artifactId>
                  <configuration><outputDirectory>target/mine</outputDirectory></configuration>
                </plugin></plugins>
                """));
    CodeSource.Built orders =
        assertInstanceOf(CodeSource.Built.class, builds("").built(project("orders"), 17));
    assertEquals(List.of(folder.resolve("lib/target/lib-1.jar")), orders.libraries());
  }

  @Test
  void an_older_maven_gets_a_plug_in_that_it_can_run() throws Exception {
    String script =
        """
        echo "$@" >> .calls
        case "$*" in *plugin:3.11.0:*)
          echo '[ERROR] The plugin org.apache.maven.plugins:maven-dependency-plugin:3.11.0 requires Maven version 3.6.3'
          exit 1
        esac
        mkdir -p orders/target/classes orders/target/thaw
        touch orders/target/thaw/dependencies
        """;
    write(".bin/mvn", "#!/bin/sh\n" + script);
    assertTrue(folder.resolve(".bin/mvn").toFile().setExecutable(true));
    builds(folder.resolve(".bin") + ":").built(project("orders"), 17);
    assertEquals(2, Files.readAllLines(folder.resolve(".calls")).size());
    Files.delete(folder.resolve("orders/target/thaw/built"));
    builds(folder.resolve(".bin") + ":").built(project("orders"), 17);
    assertEquals(3, Files.readAllLines(folder.resolve(".calls")).size(), "it is remembered");

    write("mvnw", script);
    write(
        ".mvn/wrapper/maven-wrapper.properties",
        "distributionUrl=https://x/apache-maven/3.6.1/apache-maven-3.6.1-bin.zip");
    builds("").built(project("orders"), 17);
    assertEquals(4, Files.readAllLines(folder.resolve(".calls")).size(), "the first one works");
  }

  @Test
  void a_module_that_does_not_compile_stops_none_that_does_not_need_it() throws Exception {
    CodeSource.Built orders =
        assertInstanceOf(CodeSource.Built.class, builds("").built(project("orders"), 17));
    assertEquals(List.of(folder.resolve("orders/target/classes")), orders.classes());
    assertEquals(
        List.of("lib-1.jar"),
        orders.libraries().stream().map(jar -> jar.getFileName().toString()).toList());
    assertThrows(UserMistake.class, () -> builds("").built(project("broken"), 17));
  }

  /** In place of Maven: fails where it is to build the broken module, and notes what it builds. */
  private String maven() throws IOException {
    write(
        ".bin/mvn",
        """
        #!/bin/sh
        echo "$@" >> .calls
        case "$*" in *broken*) echo '[ERROR] broken/Here.java:[1,2] cannot find symbol'; exit 1; esac
        for each in orders pets lib; do
          mkdir -p $each/target/classes $each/target/thaw; : > $each/target/thaw/dependencies
        done
        """);
    assertTrue(folder.resolve(".bin/mvn").toFile().setExecutable(true));
    return folder.resolve(".bin") + ":";
  }

  private List<String> modulesOfCalls() throws IOException {
    return Files.readAllLines(folder.resolve(".calls")).stream()
        .map(call -> call.replaceFirst(".* -pl (\\S+) .*", "$1"))
        .toList();
  }

  @Test
  void what_is_wanted_of_one_reactor_is_built_by_one_call() throws Exception {
    ProjectBuild builds = builds(maven());
    builds.expect(List.of(project("orders"), project("pets")));
    builds.built(project("orders"), 17);
    builds.built(project("pets"), 17);
    assertEquals(List.of("orders,pets"), modulesOfCalls());
    builds(maven()).built(project("pets"), 17);
    assertEquals(1, modulesOfCalls().size(), "nothing has changed");
    write("lib/src/main/java/lib/More.java", "package lib; class More {}");
    builds(maven()).built(project("pets"), 17);
    assertEquals(List.of("orders,pets", "pets"), modulesOfCalls());
  }

  @Test
  void what_a_build_writes_to_a_module_in_the_src_of_another_is_no_source() throws Exception {
    write(
        "pom.xml",
        "<project><packaging>pom</packaging><modules><module>src/pets</module></modules></project>");
    module("src/pets", "");
    write("src/pets/target/classes/pets/Here.class", "");
    write("src/pets/thaw-why/why.json", "");
    write("src/notes.txt", "");
    assertEquals(
        List.of(
            "pom.xml",
            "src/notes.txt",
            "src/pets/pom.xml",
            "src/pets/src/main/java/src/pets/Here.java"),
        MavenSources.of(folder).stream().map(each -> "" + folder.relativize(each)).toList());
  }

  @Test
  void what_an_older_thaw_has_built_with_copies_of_libraries_is_built_again() throws Exception {
    builds(maven()).built(project("pets"), 17);
    Files.delete(folder.resolve("pets/target/thaw/dependencies"));
    builds(maven()).built(project("pets"), 17);
    assertEquals(List.of("pets", "pets"), modulesOfCalls());
  }

  @Test
  void where_one_fails_the_others_are_built_all_the_same() throws Exception {
    ProjectBuild builds = builds(maven());
    builds.expect(List.of(project("orders"), project("broken"), project("pets")));
    builds.built(project("orders"), 17);
    assertThrows(UserMistake.class, () -> builds.built(project("broken"), 17));
    builds.built(project("pets"), 17);
    assertEquals(List.of("orders,broken,pets", "orders", "broken", "pets"), modulesOfCalls());
  }

  @Test
  void a_module_of_a_profile_that_is_not_active_is_built_by_itself() throws Exception {
    write(
        "mvnw",
        "echo \"$@\" >> .calls\n"
            + "case \"$*\" in *\" -pl \"*) echo '[ERROR] Could not find the selected project in the reactor:"
            + " orders'; exit 1; esac\nmkdir -p orders/target/classes orders/target/thaw"
            + "\ntouch orders/target/thaw/dependencies");
    builds("").built(project("orders"), 17);
    assertTrue(
        Files.readAllLines(folder.resolve(".calls"))
            .getLast()
            .endsWith("-f " + folder.resolve("orders")));
  }

  @Test
  void a_module_is_built_by_itself_where_poms_that_are_not_its_own_cannot_be_read()
      throws Exception {
    String own = Files.readString(folder.resolve("orders/pom.xml"));
    write(
        "orders/pom.xml",
        own.replaceFirst("<parent>.*</parent>", "<groupId>com.shop</groupId><version>1</version>"));
    write(
        "mvnw",
        "echo \"$@\" >> .calls\n"
            + "case \"$*\" in *\" -pl \"*) echo \"[ERROR]   The project com.example:all:1 ($PWD/pom.xml) has"
            + " 1 error\"; exit 1; esac\nmkdir -p orders/target/classes orders/target/thaw"
            + "\ntouch orders/target/thaw/dependencies");
    builds("").built(project("orders"), 17);
    assertTrue(
        Files.readAllLines(folder.resolve(".calls"))
            .getLast()
            .endsWith("-f " + folder.resolve("orders")));
    assertThrows(UserMistake.class, () -> builds("").built(project("pets"), 17), "its parent");
    assertEquals(3, Files.readAllLines(folder.resolve(".calls")).size());
  }

  @Test
  void where_a_module_lacks_others_it_is_told_why_these_could_not_be_built() throws Exception {
    write(
        "pets/pom.xml",
        "<project><groupId>a</groupId><artifactId>pets</artifactId><dependencies><dependency>"
            + "<artifactId>lib</artifactId></dependency></dependencies></project>");
    write(
        "mvnw",
        """
        case "$*" in
          *" -pl "*) echo "[ERROR]   The project a:lib:1 ($PWD/lib/pom.xml) has 1 error"
            echo "[ERROR]     Non-resolvable import POM: x:y:pom:1 -> [Help 2]" ;;
          *) echo "[ERROR] Could not find artifact com.example:lib:jar:1 in central -> [Help 1]" ;;
        esac
        exit 1
        """);
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> builds("").built(project("pets"), 17));
    assertTrue(
        mistake.getMessage().contains("Non-resolvable import POM: x:y"), mistake.getMessage());
  }

  @Test
  void a_layer_is_put_where_functions_of_other_projects_find_it() throws Exception {
    builds(maven()).builtLayer(project("lib"), 17);
    assertTrue(Files.readString(folder.resolve(".calls")).contains(" install "));
  }

  @Test
  void maven_4_finds_the_modules_of_a_pom_of_its_own_model_itself() throws Exception {
    write(
        "pom.xml",
        "<project><modelVersion>4.1.0</modelVersion><packaging>pom</packaging></project>");
    assertEquals(folder, MavenProject.of(folder.resolve("orders")).root());
    assertTrue(MavenSources.of(folder).contains(folder.resolve("lib/src/main/java/lib/Here.java")));
    write(
        ".mvn/wrapper/maven-wrapper.properties",
        "distributionUrl=https://x/apache-maven/4.0.0/m.zip");
    write("mvnw", "");
    assertEquals(JdkSpan.from(17), MavenProject.of(folder.resolve("orders")).jdks());
  }
}
