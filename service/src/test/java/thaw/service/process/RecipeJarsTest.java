package thaw.service.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;

class RecipeJarsTest {
  @TempDir Path folder;

  private Path jar(String licence) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("License-Name", licence);
    Path jar = folder.resolve("rewrite-all-1.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  @Test
  void modules_under_another_licence_than_apache_s_are_refused() throws IOException {
    RecipeJars.requireApache(jar("Apache License Version 2.0"));
    Path other = jar("Moderne Source Available License");
    assertEquals(
        "rewrite-all-1.jar is not under Apache's licence: Moderne Source Available License",
        assertThrows(UserMistake.class, () -> RecipeJars.requireApache(other)).getMessage());
  }
}
