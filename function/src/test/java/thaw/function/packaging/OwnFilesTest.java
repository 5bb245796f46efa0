package thaw.function.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.Zip;

/** Whether somebody else could have changed files, and what becomes of those. */
class OwnFilesTest {
  private static final int STRANGER = 54321;

  @TempDir Path folder;

  private static void allow(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static void giveAway(Path path) throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    Files.setAttribute(path, "unix:uid", STRANGER);
  }

  private Path tree() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    allow(tree, "rwxr-xr-x");
    Files.createDirectory(tree.resolve("inner"));
    allow(tree.resolve("inner"), "rwxr-xr-x");
    Files.createFile(tree.resolve("inner/file"));
    allow(tree.resolve("inner/file"), "rw-r--r--");
    Files.createSymbolicLink(tree.resolve("link"), Path.of("inner/file"));
    return tree;
  }

  @Test
  void what_only_we_can_have_written_is_in_no_doubt() throws IOException {
    assertEquals(Optional.empty(), OwnFiles.doubt(tree()));
  }

  @Test
  void a_place_that_only_we_can_change_is_in_no_doubt_be_it_there_or_not() throws IOException {
    Path own = tree().resolve("inner");
    assertEquals(Optional.empty(), OwnFiles.placeDoubt(own));
    assertEquals(Optional.empty(), OwnFiles.placeDoubt(own.resolve("not/yet")));
    Path link = Files.createSymbolicLink(folder.resolve("to"), own);
    assertEquals(Optional.empty(), OwnFiles.placeDoubt(link));
    allow(own, "rwxrwxr-x"); // its group is our own one
    assertEquals(Optional.empty(), OwnFiles.placeDoubt(own));
    Files.setAttribute(own, "unix:mode", 01777);
    assertEquals(Optional.empty(), OwnFiles.placeDoubt(own.resolve("not/yet")), "as /tmp");
  }

  @Test
  void a_place_in_a_folder_that_others_can_write_is_named() throws IOException {
    Path open = tree();
    Path own = open.resolve("inner");
    allow(open, "rwxrwxrwx");
    Optional<String> doubt = Optional.of("has " + open + ", which others can write");
    assertEquals(doubt, OwnFiles.placeDoubt(own));
    assertEquals(doubt, OwnFiles.placeDoubt(own.resolve("not/yet")));
    Path link = Files.createSymbolicLink(folder.resolve("to"), own);
    assertEquals(doubt, OwnFiles.placeDoubt(link.resolve("not")));
  }

  @Test
  void a_place_of_another_user_is_named_and_so_is_a_link_of_theirs() throws IOException {
    Path own = tree().resolve("inner");
    Path link = Files.createSymbolicLink(folder.resolve("to"), own);
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    Files.setAttribute(link, "unix:uid", STRANGER, java.nio.file.LinkOption.NOFOLLOW_LINKS);
    assertEquals(
        Optional.of("has " + link + ", which belongs to the user " + STRANGER),
        OwnFiles.placeDoubt(link));
    giveAway(own.getParent());
    assertEquals(
        Optional.of("has " + own.getParent() + ", which belongs to the user " + STRANGER),
        OwnFiles.placeDoubt(own.resolve("not/yet")));
  }

  @ParameterizedTest
  @CsvSource({
    "., rwxrwxr-x",
    "., rwxr-xrwx",
    "inner, rwxrwxrwx",
    "inner/file, rw-rw-r--",
    "inner/file, rw-r--rw-"
  })
  void what_others_can_write_is_named(String name, String permissions) throws IOException {
    Path tree = tree();
    Path open = tree.resolve(name).normalize();
    allow(open, permissions);
    assertEquals(Optional.of("can be written by others: " + open), OwnFiles.doubt(tree));
  }

  @ParameterizedTest
  @CsvSource({".", "inner", "inner/file"})
  void what_is_another_users_is_named(String name) throws IOException {
    Path tree = tree();
    Path foreign = tree.resolve(name).normalize();
    giveAway(foreign);
    assertEquals(
        Optional.of("belongs to the user " + STRANGER + ": " + foreign), OwnFiles.doubt(tree));
  }

  @Test
  void a_folder_apart_is_looked_at_itself_only() throws IOException {
    Path tree = tree();
    Path apart = tree.resolve("inner");
    allow(apart.resolve("file"), "rw-rw-rw-");
    assertEquals(Optional.empty(), OwnFiles.doubt(tree, apart));
    allow(apart, "rwxrwxrwx");
    assertTrue(OwnFiles.doubt(tree, apart).isPresent());
  }

  @Test
  void a_folder_is_made_closed_and_one_that_is_there_is_closed() throws IOException {
    Path open = tree();
    OwnFiles.makeClosed(open);
    OwnFiles.makeClosed(folder.resolve("a/new"));
    for (Path each : List.of(open, folder.resolve("a/new"))) {
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }
    OwnFiles.close(folder.resolve("none"));
  }

  @Test
  void a_package_that_others_could_have_changed_is_made_anew_and_this_is_said() throws IOException {
    Path zip = new Zip().file("a", "x").file("b/c", "y").write(folder.resolve("app.zip"));
    List<String> notes = new ArrayList<>();
    DeploymentStore store = new DeploymentStore(folder.resolve("store"), notes::add);
    CodeSource source = new CodeSource.Archive(zip);
    Path root = store.put(source).root();
    store.put(source);
    assertEquals(List.of(), notes);
    Files.writeString(root.resolve("a"), "changed");
    allow(root.resolve("a"), "rw-rw-rw-");
    assertEquals(root, store.put(source).root());
    assertEquals("x", Files.readString(root.resolve("a")));
    assertEquals(
        List.of("a cached package is made anew: it can be written by others: " + root.resolve("a")),
        notes);
    allow(root, "rwxrwxrwx");
    store.putChanged(source);
    store.layers(List.of(source));
    assertEquals(2, notes.size());
    assertEquals("rwxr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(root)));
    Path layers = store.layers(List.of(source)).root();
    allow(layers.resolve("b/c"), "rw-r--rw-");
    assertEquals(layers, store.layers(List.of(source)).root());
    assertEquals(3, notes.size());
  }
}
