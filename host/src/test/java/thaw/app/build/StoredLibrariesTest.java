package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.packaging.CodeSource;

@SideBySide
class StoredLibrariesTest {
  @TempDir Path folder;

  @Test
  void what_a_project_has_zipped_itself_is_packed_again_from_its_exploded_files() throws Exception {
    Path classes = Sources.compile(folder.resolve("classes"), "package a;\npublic class A {}\n");
    Path task = Files.createDirectories(folder.resolve("task/lib"));
    Path x = Sources.jar(classes, task.resolve("x.jar"));
    Path y = Files.createDirectories(folder.resolve("y"));
    Files.writeString(y.resolve("y.txt"), "y");
    Sources.jar(y, task.resolve("y.jar"));
    Files.writeString(task.resolveSibling("app.properties"), "a=b");
    long before = Files.size(x);

    CodeSource packed =
        StoredLibraries.of(
            new CodeSource.Archive(folder.resolve("function.zip")),
            task.getParent(),
            folder.resolve("packed"));

    Path root = ((CodeSource.Folder) packed).path();
    assertEquals("a=b", Files.readString(root.resolve("app.properties")));
    assertEquals(
        List.of(root.resolve("lib/x.jar"), root.resolve("lib/y.jar")),
        BuildProject.jars(root.resolve("lib")));
    for (Path jar : BuildProject.jars(root.resolve("lib"))) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        assertTrue(zip.stream().allMatch(each -> each.getMethod() == ZipEntry.STORED));
      }
    }
    assertEquals(before, Files.size(x), "the package itself stays as it is");
    assertTrue(Files.exists(task.resolve("y.jar")));
  }
}
