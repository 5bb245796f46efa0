package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.packaging.CodeSource;

class QuarkusJarTest {
  @TempDir Path folder;
  private Path target;

  @BeforeEach
  void classes() throws IOException {
    target = folder.resolve("target");
    Files.createDirectories(target.resolve("classes"));
    Files.createDirectories(target.resolve("thaw"));
    Files.writeString(target.resolve("thaw/classpath"), "");
  }

  private Path jar(String classPath) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    Path jar = target.resolve("pets-1-runner.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream _ = new JarOutputStream(out, manifest)) {
      return jar;
    }
  }

  private void touch(String name, int second) throws IOException {
    Path file = target.resolve(name);
    if (!Files.exists(file)) {
      Files.writeString(file, "");
    }
    Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1000L));
  }

  private CodeSource result() throws IOException {
    return new MavenProject(folder, folder, false).result();
  }

  @Test
  void the_jar_with_all_libraries_is_what_runs() throws IOException {
    Path jar = jar("");
    assertInstanceOf(CodeSource.Built.class, result(), "this build was none of Quarkus");
    touch("quarkus-artifact.properties", 9);
    assertEquals(new CodeSource.Archive(jar), result());
    jar("lib/a.jar");
    assertInstanceOf(CodeSource.Built.class, result(), "its libraries lie elsewhere");
  }

  @Test
  void of_an_old_quarkus_it_is_known_by_the_jar_that_was_put_aside() throws IOException {
    Path jar = jar("");
    touch("pets-1-runner.jar", 5);
    touch("pets-1.jar.original", 4);
    assertEquals(new CodeSource.Archive(jar), result());
    touch("pets-1.jar.original", 6);
    assertInstanceOf(CodeSource.Built.class, result(), "a later build has not made it");
    touch("pets-1.jar.original", 4);
    touch("pets-1.jar", 7);
    assertInstanceOf(CodeSource.Built.class, result(), "a later build has put nothing aside");
  }
}
