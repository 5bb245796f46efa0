package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.packaging.CodeSource;

/** What a project's build made. */
class BuiltClassesTest {
  @TempDir private Path folder;

  @Test
  void a_jar_among_the_results_of_a_project_has_that_projects_classes() throws IOException {
    file("app/pom.xml");
    file("app/target/classes/shop/Orders.class");
    file("app/target/classes/shop/Orders$Line.class");
    file("app/target/classes/META-INF/versions/21/shop/Orders.class");
    Path jar = file("app/target/app-all.jar");

    assertEquals(
        Set.of("shop.Orders", "shop.Orders$Line"), BuiltClasses.of(new CodeSource.Archive(jar)));
  }

  @Test
  void modules_of_one_build_are_one_project() throws IOException {
    file("pom.xml");
    file("handler/pom.xml");
    file("handler/target/classes/shop/Handler.class");
    file("domain/pom.xml");
    file("domain/target/classes/money/Price.class");

    assertEquals(
        Set.of("shop.Handler", "money.Price"),
        BuiltClasses.of(
            new CodeSource.Built(List.of(folder.resolve("handler/target/classes")), List.of())));
  }

  @Test
  void a_gradle_build_has_its_own_places() throws IOException {
    file("build.gradle.kts");
    file("build/classes/kotlin/main/shop/Handler.class");
    Path jar = file("build/libs/app.jar");

    assertEquals(Set.of("shop.Handler"), BuiltClasses.of(new CodeSource.Archive(jar)));
  }

  @Test
  void a_jar_that_lies_anywhere_is_of_no_project() throws IOException {
    assertEquals(Set.of(), BuiltClasses.of(new CodeSource.Archive(file("a/b/c/d/app.jar"))));
  }

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }
}
