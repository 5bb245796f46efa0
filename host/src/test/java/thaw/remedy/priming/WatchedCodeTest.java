package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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

  @Test
  void an_agent_has_the_functions_own_classes_and_none_of_frameworks_and_generators()
      throws IOException {
    Path task =
        Sources.compile(
            folder.resolve("task"),
            "package a; @Generated public class Made { void run() {} } @interface Generated {}",
            "package a; public class Own { void run() {} }",
            "package io.micronaut.a; public class Theirs { void run() {} }");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Path guest = Sources.compile(folder.resolve("guest"), "package g; public class Guest {}");
    try (PackageClasses code = PackageClasses.of(task, Optional.empty())) {
      WatchedCode.write(code, guest, out);
    }
    List<String> names = new ArrayList<>();
    try (JarInputStream jar = new JarInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      assertEquals(
          "thaw.training.OwnCode", jar.getManifest().getMainAttributes().getValue("Premain-Class"));
      for (JarEntry each = jar.getNextJarEntry(); each != null; each = jar.getNextJarEntry()) {
        names.add(each.getName());
      }
    }
    assertEquals(List.of("watched/a/Generated", "watched/a/Own", "g/Guest.class"), names);
  }

  @Test
  void a_class_is_own_where_it_is_of_no_library_that_frameworks_consist_of() {
    assertTrue(WatchedCode.isOwn("example.Filter"));
    assertTrue(WatchedCode.isOwn("com.amazonaws.lambda.thirdparty.Filter"));
    assertFalse(WatchedCode.isOwn("org.springframework.web.filter.CharacterEncodingFilter"));
  }
}
