package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
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
    Files.writeString(target.resolve("thaw/dependencies"), "");
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
    return new MavenProject(folder, folder, false).result(folder.resolve("own"));
  }

  @Test
  void the_jar_with_all_libraries_is_what_runs() throws IOException {
    Path jar = jar("");
    assertInstanceOf(CodeSource.Built.class, result(), "this build was none of Quarkus");
    touch("quarkus-artifact.properties", 9);
    assertEquals(new CodeSource.Archive(jar), result());
    jar("lib/a.jar");
    assertInstanceOf(CodeSource.Built.class, result(), "its library is not there");
  }

  @Test
  void a_jar_that_names_libraries_beside_it_runs_with_them() throws IOException {
    Files.createDirectories(target.resolve("lib"));
    Files.writeString(target.resolve("lib/a b.jar"), "library");
    jar("lib/a%20b.jar");
    touch("quarkus-artifact.properties", 9);
    CodeSource.Archive zip = assertInstanceOf(CodeSource.Archive.class, result());
    try (ZipFile file = new ZipFile(zip.path().toFile())) {
      assertEquals(
          List.of("META-INF/MANIFEST.MF", "lib/a b.jar"),
          file.stream().map(ZipEntry::getName).toList());
    }
    byte[] first = Files.readAllBytes(zip.path());
    assertArrayEquals(first, Files.readAllBytes(result().path()), "the same build is the same zip");
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
