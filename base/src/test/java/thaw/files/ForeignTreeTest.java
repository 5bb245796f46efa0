package thaw.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Canary;

class ForeignTreeTest {
  @TempDir Path folder;
  private Path root;
  private Canary canary;
  private ForeignTree tree;

  @BeforeEach
  void fill() throws IOException {
    canary = Canary.in(Files.createDirectory(folder.resolve("outside")));
    root = Files.createDirectories(folder.resolve("trees/tree"));
    tree = new ForeignTree(root);
    file("usr/lib/one", "1");
    file("etc/passwd", "the tree's");
    link("lib", "usr/lib");
    link("lib64", "/usr/lib");
    link("usr/up", "../../../../../../etc");
    link("out", canary.folder().toString());
    link("usr/out", "../../../outside");
    link("circle", "/other");
    link("other", "circle");
  }

  private Path file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void link(String name, String target) throws IOException {
    Files.createDirectories(root.resolve(name).getParent());
    Files.createSymbolicLink(root.resolve(name), Path.of(target));
  }

  @Test
  void links_mean_what_they_mean_inside() {
    Path one = root.resolve("usr/lib/one");
    for (String path : List.of("usr/lib/one", "/lib/one", "lib64/one", "/../../lib64/./one")) {
      assertEquals(Optional.of(one), tree.findFile(path), path);
    }
    for (String path : List.of("usr/up/passwd", "/lib/../../etc/passwd")) {
      assertEquals(Optional.of(root.resolve("etc/passwd")), tree.findFile(path), path);
    }
    ForeignTree below = tree.below(Path.of("lib")).orElseThrow();
    assertEquals(Optional.of(one), below.find("one"));
    assertEquals(Optional.of(one), below.find("/usr/lib/one"));
    assertEquals(Optional.of(root.resolve("etc")), below.find("../up"));
  }

  @Test
  void what_is_outside_is_not_there() throws Exception {
    for (String path :
        List.of(
            "out/" + Canary.NAME,
            "usr/out/" + Canary.NAME,
            "../../outside/" + Canary.NAME,
            canary.file().toString(),
            "circle",
            "circle/x",
            "a\0b")) {
      assertEquals(Optional.empty(), tree.find(path), path);
    }
    assertEquals(
        root.resolve(canary.file().toString().substring(1)), tree.at("out/" + Canary.NAME));
    UncheckedIOException circle =
        assertThrows(UncheckedIOException.class, () -> tree.at("circle/x"));
    assertTrue(circle.getCause() instanceof FileSystemLoopException, circle.toString());
    canary.requireUntouched();
  }

  @Test
  void a_new_file_goes_to_the_folder_inside_and_takes_a_link_s_place() throws Exception {
    link("usr/lib/secret", canary.file().toString());
    for (String path : List.of("lib64/secret", "out/new/file", "usr/out/file", "a/../../b")) {
      Path file = Files.writeString(tree.placed(path), "placed");
      assertTrue(file.startsWith(root), file.toString());
      assertEquals("placed", Files.readString(tree.findFile(path).orElseThrow()));
    }
    assertFalse(Files.isSymbolicLink(root.resolve("usr/lib/secret")));
    canary.requireUntouched();
  }

  @Test
  void all_files_are_listed_by_the_names_that_the_tree_has_for_them() throws Exception {
    Files.delete(root.resolve("usr/up"));
    link("task/lib", "/usr/lib");
    link("task/secret", canary.file().toString());
    link("task/canary", canary.folder().toString());
    file("task/own", "own");
    assertEquals(
        List.of(Path.of("lib/one"), Path.of("own")), List.copyOf(tree.files("task").keySet()));
    assertEquals(root.resolve("usr/lib/one"), tree.files("task").get(Path.of("lib/one")));

    Path copy = Files.createDirectory(folder.resolve("copy"));
    Files.createSymbolicLink(copy.resolve("lib"), canary.folder());
    tree.below(Path.of("task")).orElseThrow().copyTo(new ForeignTree(copy), "");
    assertEquals("own", Files.readString(copy.resolve("own")));
    assertEquals("1", Files.readString(new ForeignTree(copy).findFile("lib/one").orElseThrow()));
    canary.requireUntouched();

    link("task/again", "../task");
    assertThrows(FileSystemLoopException.class, () -> tree.files("task"));
  }

  @Test
  void links_that_are_kept_inside_lead_there_whoever_follows_them() throws Exception {
    link("far", "usr/lib/../../../../../outside");
    link("root", "/");
    link("through", "out/../etc/passwd");
    assertTrue(tree.linkOut().isPresent());
    tree.keepLinksInside();
    assertEquals(Optional.empty(), tree.linkOut());
    assertEquals("usr/lib", Files.readSymbolicLink(root.resolve("lib")).toString(), "as it was");
    assertEquals("the tree's", Files.readString(root.resolve("usr/up/passwd")));
    assertEquals("1", Files.readString(root.resolve("lib64/one")));
    assertEquals("1", Files.readString(root.resolve("root/usr/lib/one")));
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.filter(Files::exists).toList()) {
        assertTrue(each.toRealPath().startsWith(root.toRealPath()), each.toString());
      }
    }
    for (String name : List.of("out", "usr/out", "far", "circle", "other")) {
      assertFalse(Files.exists(root.resolve(name)), name);
      assertTrue(Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS), name);
    }
  }
}
