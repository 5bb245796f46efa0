package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.evidence.PackageClasses;
import thaw.fixture.Sources;

class WatchedCodeTest {
  @TempDir private Path folder;

  /** Names of the agent's entries. */
  private List<String> agent(Path task) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Path guest = Sources.compile(folder.resolve("guest"), "package g; public class Guest {}");
    try (PackageClasses code = PackageClasses.of(task, Optional.empty())) {
      WatchedCode.write(code, "a.Own::run", guest, out);
    }
    List<String> names = new ArrayList<>();
    try (JarInputStream jar = new JarInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      assertEquals(
          "thaw.training.OwnCode", jar.getManifest().getMainAttributes().getValue("Premain-Class"));
      for (JarEntry each = jar.getNextJarEntry(); each != null; each = jar.getNextJarEntry()) {
        names.add(each.getName());
      }
    }
    return names;
  }

  @Test
  void an_agent_has_the_functions_own_classes_and_none_of_frameworks_and_their_generators()
      throws IOException {
    String annotation =
        """
        // public class Generated, which is an annotation
        package io.micronaut.core.annotation;
        import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME) public @interface Generated {}
        """;
    Path task =
        Sources.compile(
            folder.resolve("task"),
            annotation,
            "package a; @io.micronaut.core.annotation.Generated public class Made { void run() {} }",
            "package a; public class Own { void run() {} }",
            "package io.micronaut.a; public class Theirs { void run() {} }");
    assertEquals(List.of("watched/a/Own", "g/Guest.class"), agent(task));
  }

  @Test
  void a_projects_own_annotation_generated_does_not_hide_a_class() throws IOException {
    Path task =
        Sources.compile(
            folder.resolve("task"),
            "package a; @Generated public class Own { void run() {} } @interface Generated {}");
    assertEquals(List.of("watched/a/Generated", "watched/a/Own", "g/Guest.class"), agent(task));
  }

  @Test
  void a_class_that_cannot_be_read_is_named() throws IOException {
    Path task =
        Sources.compile(
            folder.resolve("task"), "package a; public class Own { public void run() {} }");
    Files.writeString(task.resolve("a/Odd.class"), "no class");
    assertEquals(List.of("unwatched/a/Odd", "watched/a/Own", "g/Guest.class"), agent(task));
  }
}
