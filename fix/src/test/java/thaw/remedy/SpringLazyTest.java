package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.JavaSources;

class SpringLazyTest {
  private static final String SETTINGS = "src/main/resources/application.properties";

  @TempDir Path folder;
  private SpringStubs project;
  private JavaSources sources;

  @BeforeEach
  void project() throws Exception {
    project = SpringStubs.in(folder);
    project.write("src/main/java/shop/Application.java", "package shop;\n\nclass Application {}\n");
  }

  private Optional<Remedy> offer(Map<String, String> environment, boolean snapStart) {
    Explanation explanation =
        Explanations.EMPTY
            .withMethods(
                List.of(
                    new Explanation.MethodTime(
                        "org.springframework.beans.factory.support.DefaultListableBeanFactory"
                            + ".preInstantiateSingletons",
                        "spring-beans",
                        200,
                        0,
                        200)))
            .withFindings(List.of(new Finding("run-time-injection", "", "", "", 500, 900, "")));
    sources =
        JavaSources.read(
            folder, folder.resolve("src/main/java"), List.of(folder.resolve("classes")));
    return SpringLazy.of(
        explanation,
        sources,
        new SpringLazy.Module(
            folder,
            folder,
            List.of(folder.resolve("classes")),
            environment,
            snapStart ? List.of("Restored") : List.of()));
  }

  private String refused(Map<String, String> environment, boolean snapStart) {
    assertEquals(Optional.empty(), offer(environment, snapStart));
    return sources.takeNotes().getFirst();
  }

  private String made() throws Exception {
    Remedy remedy = offer(Map.of(), false).orElseThrow();
    Path file = folder.resolve(SETTINGS);
    return new Draft(List.of(remedy))
        .texts(each -> {
          try {
            return Files.exists(file) ? Files.readString(file) : "";
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })
        .get(Path.of(SETTINGS));
  }

  @Test
  void the_setting_is_a_file_of_its_own_or_the_last_line_of_the_one_that_is_there()
      throws Exception {
    String line = "spring.main.lazy-initialization=true\n";
    assertEquals(line, made());
    project.write(SETTINGS, "a=b");
    assertEquals("a=b\n" + line, made());
    project.write(SETTINGS, "a=b\r\n");
    assertEquals("a=b\r\n" + line.replace("\n", "\r\n"), made());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "src/main/resources/application.yml, \"spring:\n  main:\n    lazy-initialization: false\", 3",
        "src/main/resources/config/application.properties,"
            + " spring.main.lazyInitialization=false, 1",
        "src/main/resources/application.properties, \"a=b\nspring.main.lazy-initialization=true\", 2",
      })
  void what_is_set_already_stays(String file, String text, int line) throws Exception {
    project.write(file, text);
    assertEquals(file + ":" + line + " sets lazy initialization", refused(Map.of(), false));
  }

  @Test
  void variables_snapshots_and_schedules_stand_in_the_way() throws Exception {
    assertTrue(
        refused(Map.of("SPRING_MAIN_LAZY_INITIALIZATION", "false"), false).contains("variable"));
    assertTrue(refused(Map.of(), true).contains("SnapStart, which Restored has"));
    project.write(
        "library/org/springframework/scheduling/annotation/Scheduled.java",
        "package org.springframework.scheduling.annotation; public @interface Scheduled {}");
    project.compile("library", "classes");
    project.write(
        "src/main/java/shop/Hook.java",
        "package shop; class Hook { @org.springframework.scheduling.annotation.Scheduled void x() {} }");
    assertTrue(refused(Map.of(), false).contains("shop.Hook.x is @Scheduled"));
  }

  @Test
  void classes_of_sources_in_other_languages_are_looked_at_as_they_were_compiled()
      throws Exception {
    project.write(
        "library/org/springframework/scheduling/annotation/Scheduled.java",
        "package org.springframework.scheduling.annotation; public @interface Scheduled {}");
    project.write(
        "library/shop/Timed.java",
        "package shop; class Timed { static class Each {"
            + " @org.springframework.scheduling.annotation.Scheduled void x() {} } }");
    Files.delete(folder.resolve("src/main/java/shop/Application.java"));
    Files.delete(folder.resolve("src/main/java/shop"));
    Files.delete(folder.resolve("src/main/java"));
    assertTrue(offer(Map.of(), false).isPresent());

    project.compile("library", "classes");

    assertEquals(
        "shop.Timed.Each.x is @Scheduled, and nothing else would make its bean",
        refused(Map.of(), false));
  }

  private void stereotypes() throws Exception {
    project.write(
        "library/org/springframework/stereotype/Component.java",
        "package org.springframework.stereotype; public @interface Component {}");
    project.write(
        "library/org/springframework/stereotype/Service.java",
        "package org.springframework.stereotype; @Component public @interface Service {}");
    project.write(
        "library/org/springframework/context/annotation/Bean.java",
        "package org.springframework.context.annotation; public @interface Bean {}");
  }

  @Test
  void a_hook_of_snapshots_that_spring_makes_is_named_and_stands_not_in_the_way() throws Exception {
    project.write(
        "library/org/crac/Resource.java", "package org.crac; public interface Resource {}");
    stereotypes();
    project.compile("library", "classes");
    project.write(
        "src/main/java/shop/Hook.java", "package shop; class Hook implements org.crac.Resource {}");
    assertFalse(offer(Map.of(), false).orElseThrow().what().contains("Hook"));
    project.write(
        "src/main/java/shop/Beans.java",
        "package shop; class Beans { @org.springframework.context.annotation.Bean org.crac.Resource hook() { return new Hook(); } }");
    assertTrue(offer(Map.of(), false).orElseThrow().what().contains("its hook Hook"));
    project.write("src/main/java/shop/Beans.java", "package shop; class Beans {}");
    project.write(
        "src/main/java/shop/Hook.java",
        "package shop; @org.springframework.stereotype.Service class Hook implements org.crac.Resource {}");
    assertTrue(offer(Map.of(), false).orElseThrow().what().contains("its hook Hook"));
  }

  @Test
  void each_hook_is_named_and_none_for_a_bean_that_may_be_anything() throws Exception {
    project.write(
        "library/org/crac/Resource.java", "package org.crac; public interface Resource {}");
    stereotypes();
    project.compile("library", "classes");
    String bean = "@org.springframework.context.annotation.Bean ";
    for (String hook : List.of("First", "Second", "Third")) {
      project.write(
          "src/main/java/shop/" + hook + ".java",
          "package shop; class " + hook + " implements org.crac.Resource {}");
    }
    project.write(
        "src/main/java/shop/Beans.java",
        "package shop; class Beans { " + bean + "Object any() { return 1; } }");
    assertFalse(offer(Map.of(), false).orElseThrow().what().contains("hook"));
    project.write(
        "src/main/java/shop/Beans.java",
        "package shop; class Beans { "
            + (bean + "First a() { return null; } ")
            + (bean + "Second b() { return null; } }"));
    String what = offer(Map.of(), false).orElseThrow().what();
    assertTrue(what.contains("as its hooks First, Second would not be made"), what);
  }
}
