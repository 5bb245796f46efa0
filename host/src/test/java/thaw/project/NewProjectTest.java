package thaw.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

class NewProjectTest {
  private static final Path RESOURCES = Path.of("src/main/resources/thaw/project");

  @TempDir Path folder;

  private static NewProject project(ProjectTemplate template) {
    return new NewProject(template, "my-function", "org.acme.shop", "java21");
  }

  @ParameterizedTest
  @EnumSource(ProjectTemplate.class)
  void every_file_of_a_template_is_listed_and_every_listed_one_is_there(ProjectTemplate template)
      throws IOException {
    Path resources = RESOURCES.resolve(template.id());
    Set<String> listed =
        Files.readAllLines(resources.resolve("files.txt")).stream()
            .map(line -> line.split(" ")[0])
            .filter(file -> !file.startsWith("../common/"))
            .collect(Collectors.toCollection(TreeSet::new));
    try (Stream<Path> files = Files.walk(resources)) {
      Set<String> present =
          files
              .filter(Files::isRegularFile)
              .map(file -> resources.relativize(file).toString())
              .filter(file -> !file.equals("files.txt"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(present, listed);
    }
  }

  @ParameterizedTest
  @EnumSource(ProjectTemplate.class)
  void nothing_of_the_templates_own_names_is_left(ProjectTemplate template) {
    Map<String, String> files = project(template).files().contents();
    files.forEach((path, text) -> {
      assertFalse(path.contains("{{") || text.contains("{{"), path);
      assertFalse(text.contains("com.example"), path);
    });
    assertTrue(
        files.keySet().stream().anyMatch(path -> path.startsWith("src/main/java/org/acme/shop/")));
    assertTrue(
        files.keySet().stream().anyMatch(path -> path.startsWith("src/test/java/org/acme/shop/")));
    for (String file :
        new String[] {".gitignore", "README.md", "budget.yaml", "events/event.json", "pom.xml"}) {
      assertTrue(files.containsKey(file), file);
    }
    assertTrue(files.get("pom.xml").contains("<maven.compiler.release>21<"));
  }

  /** What is not pinned is another project tomorrow. */
  @ParameterizedTest
  @EnumSource(ProjectTemplate.class)
  void every_version_is_pinned(ProjectTemplate template) {
    String pom = project(template).files().contents().get("pom.xml");
    assertFalse(Pattern.compile("LATEST|RELEASE|SNAPSHOT|[\\[(]\\d").matcher(pom).find(), pom);
    for (String plugin : new String[] {"resources", "compiler", "surefire", "jar", "dependency"}) {
      assertTrue(
          Pattern.compile("<artifactId>maven-" + plugin + "-plugin</artifactId>\\s*<version>\\d")
              .matcher(pom)
              .find(),
          plugin);
    }
  }

  @ParameterizedTest
  @EnumSource(ProjectTemplate.class)
  void the_template_is_read_without_a_warning(ProjectTemplate template) {
    project(template).create(folder);
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    assertEquals(1, application.functions().size());
    assertEquals("java21", application.functions().getFirst().runtime());
    assertTrue(application.functions().getFirst().handler().startsWith("org.acme.shop."));
    assertEquals(java.util.List.of(), application.warnings());
  }

  @Test
  void a_folder_that_is_not_empty_stays_as_it_is() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "mine");
    assertMistake(
        "the folder is not empty: " + folder, () -> project(ProjectTemplate.PLAIN).create(folder));
    assertEquals("mine", Files.readString(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
    assertMistake(
        "there is a file of that name: " + file, () -> project(ProjectTemplate.PLAIN).create(file));
    assertMistake(
        "cannot write the project to /proc/none: ",
        () -> project(ProjectTemplate.PLAIN).create(Path.of("/proc/none")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "My App", "app_", "-app", "app--two", "Ärger", "../app", "9lives"})
  void a_name_that_maven_or_a_folder_would_trip_over(String name) {
    assertMistake(
        "a project's name is of small letters, digits and single hyphens, and begins with a letter: "
            + name,
        () -> new NewProject(ProjectTemplate.PLAIN, name, "com.example", "java25"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "com.class", "com..example", "com/example", "com.1st", "a b"})
  void a_package_that_java_would_refuse(String name) {
    assertMistake(
        name + " is not the name of a Java package",
        () -> new NewProject(ProjectTemplate.PLAIN, "app", name, "java25"));
  }

  @Test
  void a_package_of_the_jdks() {
    assertMistake(
        "packages that begin with java. are the JDK's: java.util",
        () -> new NewProject(ProjectTemplate.PLAIN, "app", "java.util", "java25"));
  }

  @Test
  void a_runtime_or_template_that_there_is_not() {
    assertMistake(
        "unknown runtime: java11",
        () -> new NewProject(ProjectTemplate.PLAIN, "app", "com.example", "java11"));
    assertMistake("unknown template: rest", () -> ProjectTemplate.of("rest"));
  }

  private static void assertMistake(
      String cause, org.junit.jupiter.api.function.Executable action) {
    UserMistake mistake = assertThrows(UserMistake.class, action);
    assertTrue(String.valueOf(mistake.getMessage()).startsWith(cause), mistake.getMessage());
    assertFalse(mistake.remedy().isEmpty());
  }
}
