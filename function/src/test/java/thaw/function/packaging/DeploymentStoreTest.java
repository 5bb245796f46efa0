package thaw.function.packaging;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.Canary;
import thaw.function.Zip;
import thaw.problem.UserMistake;

class DeploymentStoreTest {
  @TempDir Path folder;
  private Path root;
  private DeploymentStore store;

  @BeforeEach
  void an_empty_store() {
    root = folder.resolve("store");
    store = new DeploymentStore(root);
  }

  @Test
  void an_archive_is_exploded_as_it_is_with_its_own_digest() throws Exception {
    Path zip =
        new Zip()
            .folder("lib/")
            .file("lib/dep.jar", "jar in zip")
            .file("a/Main.class", "class")
            .write(folder.resolve("app.zip"));
    DeploymentPackage stored = store.put(new CodeSource.Archive(zip));
    byte[] bytes = Files.readAllBytes(zip);
    assertEquals(
        Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes)),
        stored.codeSha256());
    assertEquals(bytes.length, stored.codeSizeBytes());
    assertEquals("jar in zip", Files.readString(stored.root().resolve("lib/dep.jar")));
    assertEquals("class", Files.readString(stored.root().resolve("a/Main.class")));
  }

  @Test
  void the_same_content_has_the_same_folder_and_new_content_a_new_one() throws IOException {
    Path one = new Zip().file("a", "1").write(folder.resolve("one.zip"));
    Path two = new Zip().file("a", "1").write(folder.resolve("two.jar"));
    DeploymentPackage stored = store.put(new CodeSource.Archive(one));
    FileTime written = Files.getLastModifiedTime(stored.root());
    assertEquals(stored, store.put(new CodeSource.Archive(two)));
    assertEquals(written, Files.getLastModifiedTime(stored.root()));
    FileTime before = Files.getLastModifiedTime(one);
    new Zip().file("a", "2").write(one);
    Files.setLastModifiedTime(one, before);
    DeploymentPackage changed = store.put(new CodeSource.Archive(one));
    assertNotEquals(stored.root(), changed.root());
    assertEquals("1", Files.readString(stored.root().resolve("a")));
    assertEquals("2", Files.readString(changed.root().resolve("a")));
  }

  @Test
  void entries_keep_their_executable_bit_and_are_readable_by_all() throws IOException {
    Path zip =
        new Zip()
            .unix("bootstrap", 0100700, "#!/bin/sh")
            .unix("secret", 0100600, "x")
            .file("plain", "x")
            .write(folder.resolve("app.zip"));
    Path exploded = store.put(new CodeSource.Archive(zip)).root();
    assertEquals("rwxr-xr-x", permissions(exploded));
    assertEquals("rwxr-xr-x", permissions(exploded.resolve("bootstrap")));
    assertEquals("rw-r--r--", permissions(exploded.resolve("secret")));
    assertEquals("rw-r--r--", permissions(exploded.resolve("plain")));
  }

  @Test
  void a_bootstrap_without_any_mode_can_be_executed() throws IOException {
    Path zip =
        new Zip()
            .file("bootstrap", "#!/bin/sh")
            .file("bin/bootstrap", "x")
            .write(folder.resolve("app.zip"));
    Path exploded = store.put(new CodeSource.Archive(zip)).root();
    assertEquals("rwxr-xr-x", permissions(exploded.resolve("bootstrap")));
    assertEquals("rw-r--r--", permissions(exploded.resolve("bin/bootstrap")));
  }

  @Test
  void entries_keep_their_times() throws IOException {
    Path zip = new Zip().folder("a/").file("a/b", "x").write(folder.resolve("app.zip"));
    Path exploded = store.put(new CodeSource.Archive(zip)).root();
    try (ZipFile entries = new ZipFile(zip.toFile())) {
      for (String name : List.of("a/", "a/b")) {
        assertEquals(
            entries.getEntry(name).getLastModifiedTime(),
            Files.getLastModifiedTime(exploded.resolve(name)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../evil", "a/../../evil", "/etc/evil", "a/..", "..", "C:/evil", "a\\..\\evil"})
  void an_entry_that_leaves_the_task_root_is_refused(String name) throws IOException {
    Path zip = new Zip().file("good", "x").file(name, "x").write(folder.resolve("app.zip"));
    UserMistake mistake = refused(zip);
    assertTrue(mistake.getMessage().contains("leave the task root"), mistake.getMessage());
    assertFalse(Files.exists(folder.resolve("evil")));
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({
    "300, has a part of 300 bytes, shorter names",
    "5000, has a part of 5000 bytes, shorter names",
  })
  void a_name_that_no_file_can_have_is_refused_with_the_reason(
      int length, String fault, String remedy) throws IOException {
    String name = "a/" + "n".repeat(length);
    Path zip = new Zip().file("good", "x").file(name, "x").write(folder.resolve("app.zip"));
    UserMistake mistake = refused(zip);
    assertTrue(mistake.getMessage().contains(fault), mistake.getMessage());
    assertTrue(mistake.remedy().contains(remedy), mistake.remedy());
    assertTrue(mistake.getMessage().length() < 1000, "it is no wall of letters");
    assertNothingIsLeft();
  }

  @Test
  void each_reason_for_which_an_entry_is_refused_is_named() throws IOException {
    Map<String, String> reasons =
        Map.of(
            "p/".repeat(2500) + "x",
            "has a path of ",
            "ü".repeat(200),
            "has a part of 400 bytes",
            "/etc/evil",
            "its name is absolute",
            "a/../evil",
            "by ..",
            "a\0b",
            "no name that a file can have");
    for (Map.Entry<String, String> reason : reasons.entrySet()) {
      Path zip = new Zip().file("good", "x").file(reason.getKey(), "x").write(folder.resolve("z"));
      UserMistake mistake = refused(zip);
      assertTrue(mistake.getMessage().contains(reason.getValue()), mistake.getMessage());
      assertFalse(mistake.getMessage().indexOf('\0') >= 0, mistake.getMessage());
    }
    assertNothingIsLeft();
  }

  @Test
  void of_entries_with_one_name_the_last_one_counts_and_differences_are_said() throws IOException {
    List<String> notes = new ArrayList<>();
    store = new DeploymentStore(root, notes::add);
    Path same =
        new Zip()
            .file("LICENSE", "x")
            .file("a", "1")
            .file("./LICENSE", "x")
            .write(folder.resolve("same.jar"));
    assertEquals(
        "x", Files.readString(store.put(new CodeSource.Archive(same)).root().resolve("LICENSE")));
    assertEquals(List.of(), notes);
    Path zip =
        new Zip()
            .file("application.properties", "first, and longer")
            .file("b", "1")
            .file("application.properties", "last")
            .write(folder.resolve("app.jar"));
    Path exploded = store.put(new CodeSource.Archive(zip)).root();
    assertEquals("last", Files.readString(exploded.resolve("application.properties")));
    assertEquals(
        List.of(
            zip
                + " has more than one of application.properties, with different contents: the last"
                + " one counts"),
        notes);
  }

  @Test
  void a_backslash_is_part_of_a_name_and_that_is_said() throws IOException {
    List<String> notes = new ArrayList<>();
    store = new DeploymentStore(root, notes::add);
    Path zip = new Zip().file("com\\example\\A.class", "x").write(folder.resolve("app.zip"));
    Path exploded = store.put(new CodeSource.Archive(zip)).root();
    assertEquals("x", Files.readString(exploded.resolve("com\\example\\A.class")));
    assertTrue(notes.getFirst().contains("no divider of folders on Linux"), notes::toString);
  }

  @Test
  void names_that_differ_in_case_alone_are_two_files_and_the_longest_names_are_taken()
      throws IOException {
    String longest = "n".repeat(255);
    Path zip =
        new Zip().file("a", "1").file("A", "2").file(longest, "3").write(folder.resolve("app.zip"));
    Path root = store.put(new CodeSource.Archive(zip)).root();
    assertEquals("1", Files.readString(root.resolve("a")));
    assertEquals("2", Files.readString(root.resolve("A")));
    assertEquals("3", Files.readString(root.resolve(longest)));
  }

  @Test
  void symbolic_links_within_are_made_and_those_that_escape_are_refused() throws IOException {
    Path good =
        new Zip().file("lib/a", "x").unix("b", 0120777, "lib/a").write(folder.resolve("good.zip"));
    Path exploded = store.put(new CodeSource.Archive(good)).root();
    assertEquals("x", Files.readString(exploded.resolve("b")));
    assertTrue(Files.isSymbolicLink(exploded.resolve("b")));
    for (Zip escaping :
        List.of(
            new Zip().file("a", "x").unix("l", 0120777, "/etc/passwd"),
            new Zip().file("a", "x").unix("l", 0120777, "../../x"),
            // Taken by its text it stays within; through the other link it does not.
            new Zip().file("d/a", "x").unix("y", 0120777, ".").unix("d/l", 0120777, "../y/.."),
            // Written through the link, the second entry would land outside.
            new Zip().unix("l", 0120777, "..").file("l/evil", "x"))) {
      UserMistake mistake = refused(escaping.write(folder.resolve("bad.zip")));
      assertTrue(mistake.getMessage().contains("bad.zip"), mistake.getMessage());
    }
    assertFalse(Files.exists(root.resolve("packages/evil")));
  }

  @Test
  void links_of_two_layers_that_lead_out_together_are_refused() throws IOException {
    Canary canary = Canary.in(Files.createDirectory(folder.resolve("outside")));
    // Alone it stays within: as many steps up as it went down.
    String deep = "1/".repeat(20);
    Path one =
        new Zip()
            .file("d/e/" + deep + "a", "x")
            .unix("d/l", 0120777, "e/" + deep + "../".repeat(22) + canary.file())
            .write(folder.resolve("one.zip"));
    Path two =
        new Zip()
            .file("s/a", "x")
            .unix("d/e/" + "1/".repeat(19) + "1", 0120777, "../".repeat(21) + "s")
            .write(folder.resolve("two.zip"));
    for (Path layer : List.of(one, two)) {
      store.layers(List.of(new CodeSource.Archive(layer)));
    }
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> store.layers(List.of(new CodeSource.Archive(one), new CodeSource.Archive(two))));
    assertTrue(mistake.getMessage().contains("d/l of a layer leaves /opt"), mistake.getMessage());
    store.layers(List.of(new CodeSource.Archive(two), new CodeSource.Archive(one)));
    canary.requireUntouched();
    canary.requireAbsentFrom(root);
  }

  @Test
  void a_layout_s_tar_has_no_file_from_outside() throws IOException {
    Canary canary = Canary.in(Files.createDirectory(folder.resolve("outside")));
    Path layout = Files.createDirectory(folder.resolve("layout"));
    Files.writeString(layout.resolve("index.json"), "{}");
    Files.createSymbolicLink(layout.resolve("secret"), canary.file());
    Path tar = folder.resolve("layout.tar");
    try (OutputStream out = Files.newOutputStream(tar)) {
      LayoutTar.write(layout, out);
    }
    canary.requireAbsentFrom(folder.resolve("layout.tar"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 1 << 20})
  void a_file_that_is_longer_than_its_zip_says_is_not_written_to_its_end(int declared)
      throws IOException {
    Path zip = new Zip().lying("a", 0, 300_000_000, declared).write(folder.resolve("lying.zip"));
    Path target = folder.resolve("exploded");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ArchiveExploder.explode(zip, zip, target, _ -> {}));
    assertTrue(mistake.getMessage().contains("lying.zip"), mistake.getMessage());
    long written = Files.exists(target.resolve("a")) ? Files.size(target.resolve("a")) : 0;
    assertTrue(written <= declared + 1, written + " bytes were written");
    refused(zip);
    assertNothingIsLeft();
  }

  @Test
  void files_that_are_all_a_bit_too_long_do_not_exceed_the_limit_together() throws IOException {
    Zip zip = new Zip();
    for (int i = 0; i < 5; i++) {
      zip.lying("f" + i, 0, 60_000_000, 60_000_000);
    }
    UserMistake mistake = refused(zip.write(folder.resolve("large.zip")));
    assertTrue(mistake.getMessage().contains("300000000 bytes"), mistake.getMessage());
    assertNothingIsLeft();
  }

  @Test
  void a_link_of_any_length_is_not_read_into_memory() throws IOException {
    Path zip =
        new Zip()
            .file("a", "x")
            .lying("l", 0120777, 600_000_000, 10)
            .write(folder.resolve("long.zip"));
    assertTrue(refused(zip).getMessage().contains("longer than 4096 bytes"));
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({
    "d/up, ../.., l, d/up/../..",
    "y, ., d/l, ../y/..",
    "y, d, l, ./y/a",
    "./y, d, l, d/../y/a",
    "y, d, y/l, a",
    "d/y, .., l, d//y/d/a",
    "y, d, l, ../exploded/a",
  })
  void a_link_through_another_link_is_refused(
      String one, String itsTarget, String other, String target) throws IOException {
    for (boolean turned : List.of(false, true)) {
      Zip zip = new Zip().file("d/a", "x");
      zip.unix(turned ? other : one, 0120777, turned ? target : itsTarget);
      zip.unix(turned ? one : other, 0120777, turned ? itsTarget : target);
      String message = refused(zip.write(folder.resolve("links.zip"))).getMessage();
      assertTrue(message.contains("the task root"), message);
    }
    assertNothingIsLeft();
  }

  @Test
  void a_link_to_a_link_is_as_good_as_one_to_a_file() throws IOException {
    Path zip =
        new Zip()
            .file("lib/a", "x")
            .unix("lib/b", 0120777, "a")
            .unix("c", 0120777, "lib/b")
            .write(folder.resolve("chain.zip"));
    assertEquals("x", Files.readString(store.put(new CodeSource.Archive(zip)).root().resolve("c")));
  }

  @Test
  void a_zip_of_very_many_entries_is_refused() throws IOException {
    Path zip = folder.resolve("many.zip");
    try (ZipOutputStream out =
        new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      out.setMethod(ZipOutputStream.STORED); // a stream for each entry would be most of the work
      for (int i = 0; i <= PackageLimit.ENTRIES; i++) {
        ZipEntry entry = new ZipEntry(Integer.toString(i, 36));
        entry.setSize(0);
        entry.setCrc(0);
        out.putNextEntry(entry);
      }
    }
    assertTrue(refused(zip).getMessage().contains("must have at most 100000 entries: 100001"));
  }

  @Test
  void broken_archives_are_refused_wherever_they_are_cut() throws IOException {
    Path zip =
        new Zip().file("a", "x".repeat(500)).file("b/c", "y").write(folder.resolve("app.zip"));
    byte[] whole = Files.readAllBytes(zip);
    for (int length = 0; length < whole.length; length += 7) {
      Files.write(zip, Arrays.copyOf(whole, length));
      assertTrue(refused(zip).getMessage().contains("app.zip is not a zip"), "cut at " + length);
    }
    assertNothingIsLeft();
  }

  @Test
  void damaged_bytes_end_in_a_mistake_or_in_a_package_but_never_in_a_crash() throws IOException {
    Path zip = new Zip().file("a", "hello").unix("b", 0100755, "y").write(folder.resolve("a.zip"));
    byte[] whole = Files.readAllBytes(zip);
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= (byte) 0xFF;
      Files.write(zip, damaged);
      try {
        store.put(new CodeSource.Archive(zip));
      } catch (UserMistake expected) {
        assertTrue(expected.getMessage().contains("a.zip"), expected.getMessage());
      }
    }
  }

  @Test
  void encrypted_and_empty_archives_are_refused() throws IOException {
    Path encrypted = new Zip().encrypted("a", "x").write(folder.resolve("app.zip"));
    assertTrue(refused(encrypted).getMessage().contains("entry a is encrypted"));
    Path empty = new Zip().write(folder.resolve("empty.zip"));
    assertTrue(refused(empty).getMessage().contains("empty"));
    Path folders = new Zip().folder("a/").write(folder.resolve("folders.zip"));
    assertTrue(refused(folders).getMessage().contains("is empty"));
  }

  @Test
  void one_name_for_a_file_and_a_folder_is_refused() throws IOException {
    for (Zip zip :
        List.of(
            new Zip().file("a", "1").file("a/b", "2"), new Zip().file("a/b", "1").file("a", "2"))) {
      refused(zip.write(folder.resolve("app.zip")));
    }
    assertNothingIsLeft();
  }

  @Test
  void more_than_lambdas_limit_is_refused_with_both_sizes() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> PackageLimit.check(Path.of("a.zip"), 262_144_001));
    assertTrue(mistake.getMessage().contains("262144000"));
    assertTrue(mistake.getMessage().contains("262144001"));
    PackageLimit.check(Path.of("a.zip"), 262_144_000);
    Map<String, Long> sizes =
        Map.of("a/B.class", 10L, "lib/one.jar", 1L << 27, "lib/two.jar", 140_000_000L, "c", 5L);
    UserMistake tree =
        assertThrows(UserMistake.class, () -> PackageLimit.check(Path.of("classes"), sizes));
    assertEquals(
        "classes with its libraries must be smaller than 262144000 bytes unzipped, as on Lambda:"
            + " 274217743 bytes; the largest are lib/two.jar 140.0 MB, lib/one.jar 134.2 MB,"
            + " a/B.class 0.0 MB",
        tree.getMessage());
  }

  @Test
  void a_folder_is_copied_and_later_edits_do_not_reach_the_store() throws IOException {
    Path classes = classes("classes", "1");
    Files.createDirectory(classes.resolve("hollow"));
    DeploymentPackage stored = store.put(new CodeSource.Folder(classes));
    assertEquals(stored, store.put(new CodeSource.Folder(classes)));
    Files.writeString(classes.resolve("a/Main.class"), "2");
    assertEquals("1", Files.readString(stored.root().resolve("a/Main.class")));
    assertTrue(Files.isDirectory(stored.root().resolve("hollow")));
    assertNotEquals(stored.root(), store.put(new CodeSource.Folder(classes)).root());
  }

  @Test
  void a_folder_is_keyed_by_names_bytes_and_executable_bits_only() throws IOException {
    Path one = classes("one", "x");
    Path two = classes("two", "x");
    Files.setLastModifiedTime(two.resolve("a/Main.class"), FileTime.from(Instant.EPOCH));
    DeploymentPackage stored = store.put(new CodeSource.Folder(one));
    assertEquals(stored, store.put(new CodeSource.Folder(two)));
    Files.setPosixFilePermissions(
        two.resolve("a/Main.class"), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertNotEquals(stored, store.put(new CodeSource.Folder(two)));
  }

  @Test
  void the_digest_of_a_folder_is_that_of_a_zip_that_anybody_can_read() throws IOException {
    TaskTree tree = TaskTree.of(classes("classes", "x"));
    Path zip = folder.resolve("tree.zip");
    try (var out = Files.newOutputStream(zip)) {
      tree.zip(out);
    }
    assertEquals(tree.digest(), Sha256.of(zip));
    assertEquals(
        store.put(new CodeSource.Folder(folder.resolve("classes"))),
        store.put(new CodeSource.Archive(zip)));
  }

  @Test
  void links_of_a_folder_are_followed_and_circles_refused() throws IOException {
    Path classes = classes("classes", "x");
    Files.createSymbolicLink(classes.resolve("lib"), classes("shared", "y"));
    Path stored = store.put(new CodeSource.Folder(classes)).root();
    assertEquals("y", Files.readString(stored.resolve("lib/a/Main.class")));
    assertFalse(Files.isSymbolicLink(stored.resolve("lib")));
    Files.createSymbolicLink(classes.resolve("self"), classes);
    assertThrows(UserMistake.class, () -> store.put(new CodeSource.Folder(classes)));
  }

  @Test
  void what_is_not_there_is_a_mistake_and_an_unbuilt_project_a_bug() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    for (CodeSource source :
        List.of(
            new CodeSource.Folder(empty),
            new CodeSource.Folder(folder.resolve("none")),
            new CodeSource.Archive(folder.resolve("none.jar")))) {
      assertThrows(UserMistake.class, () -> store.put(source));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> store.put(new CodeSource.Project(empty, CodeSource.BuildTool.MAVEN)));
  }

  @Test
  void a_built_project_is_laid_out_as_sam_build_does() throws IOException {
    List<Path> libraries = new ArrayList<>();
    for (String group : List.of("g1", "g2")) {
      Path jar = Files.createDirectory(folder.resolve(group)).resolve("core.jar");
      libraries.add(Files.writeString(jar, group));
    }
    CodeSource.Built built = new CodeSource.Built(classes("classes", "x"), libraries);
    Path stored = store.put(built).root();
    assertEquals("x", Files.readString(stored.resolve("a/Main.class")));
    assertEquals("g1", Files.readString(stored.resolve("lib/core.jar")));
    assertEquals("g2", Files.readString(stored.resolve("lib/core~2.jar")));
    Path opt = store.layers(List.of(built)).root();
    assertEquals("g2", Files.readString(opt.resolve("java/lib/core~2.jar")));
    try (ZipFile jar = new ZipFile(opt.resolve("java/lib/classes.jar").toFile())) {
      assertArrayEquals(
          "x".getBytes(java.nio.charset.StandardCharsets.UTF_8),
          jar.getInputStream(jar.getEntry("a/Main.class")).readAllBytes());
    }
  }

  @Test
  void of_layers_the_later_one_wins() throws IOException {
    Path one =
        new Zip()
            .file("java/lib/a.jar", "1")
            .file("both", "1")
            .file("kind", "file")
            .write(folder.resolve("1.zip"));
    Path two =
        new Zip()
            .file("java/lib/b.jar", "2")
            .file("both", "2")
            .file("kind/of", "folder")
            .write(folder.resolve("2.zip"));
    CodeSource first = new CodeSource.Archive(one);
    CodeSource second = new CodeSource.Archive(two);
    DeploymentPackage merged = store.layers(List.of(first, second));
    assertEquals("1", Files.readString(merged.root().resolve("java/lib/a.jar")));
    assertEquals("2", Files.readString(merged.root().resolve("java/lib/b.jar")));
    assertEquals("2", Files.readString(merged.root().resolve("both")));
    assertEquals("folder", Files.readString(merged.root().resolve("kind/of")));
    assertEquals(merged, store.layers(List.of(first, second)));
    DeploymentPackage other = store.layers(List.of(second, first));
    assertNotEquals(merged.root(), other.root());
    assertEquals("1", Files.readString(other.root().resolve("both")));
    assertEquals("file", Files.readString(other.root().resolve("kind")));
    assertTrue(Files.isDirectory(store.layers(List.of()).root()));
  }

  @Test
  void concurrent_puts_end_in_one_complete_folder() throws Exception {
    Zip content = new Zip();
    for (int i = 0; i < 300; i++) {
      content.file("f/" + i, "content " + i);
    }
    Path zip = content.write(folder.resolve("app.zip"));
    Callable<Long> put =
        () -> {
          DeploymentStore own = new DeploymentStore(root);
          try (Stream<Path> files = Files.walk(own.put(new CodeSource.Archive(zip)).root())) {
            return files.filter(Files::isRegularFile).count();
          }
        };
    Set<Long> counts = new HashSet<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Long> count : threads.invokeAll(java.util.Collections.nCopies(16, put))) {
        counts.add(count.get());
      }
    }
    assertEquals(Set.of(300L), counts);
    try (Stream<Path> entries = Files.list(root.resolve("packages"))) {
      assertEquals(1, entries.filter(Files::isDirectory).count());
    }
  }

  private UserMistake refused(Path archive) {
    return assertThrows(UserMistake.class, () -> store.put(new CodeSource.Archive(archive)));
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> entries = Files.list(root.resolve("packages"))) {
      assertEquals(List.of(), entries.toList());
    }
  }

  private Path classes(String name, String content) throws IOException {
    Path classes = folder.resolve(name);
    Files.createDirectories(classes.resolve("a"));
    Files.writeString(classes.resolve("a/Main.class"), content);
    return classes;
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
