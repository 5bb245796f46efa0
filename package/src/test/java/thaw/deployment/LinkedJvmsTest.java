package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.SnapshotStore;

@Thorough("It links three JVMs to compare them; packages use what it keeps")
@SideBySide
class LinkedJvmsTest {
  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  private static JvmImage image(String... modules) {
    Jdk jdk = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    return JvmImage.here(jdk, Set.of(modules));
  }

  private LinkedJvms keptIn(String name) {
    return new LinkedJvms(new SnapshotStore(folder.resolve(name), notes::add));
  }

  private Path put(LinkedJvms jvms, String name) throws Exception {
    Path jvm = folder.resolve(name);
    jvms.put(image("java.base"), jvm);
    return jvm;
  }

  private static FileTime linkedAt(Path jvm) throws Exception {
    return Files.getLastModifiedTime(jvm.resolve("release"));
  }

  private static List<Path> files(Path root) throws Exception {
    try (Stream<Path> tree = Files.walk(root)) {
      return tree.filter(Files::isRegularFile).sorted().map(root::relativize).toList();
    }
  }

  @Test
  void a_jvm_is_linked_once_and_one_that_is_linked_anew_has_the_same_bytes() throws Exception {
    Path first = put(keptIn("kept"), "first");
    Path again = put(keptIn("kept"), "again");
    assertEquals(linkedAt(first), linkedAt(again), "a copy has the time of what it was made of");

    Path anew = put(keptIn("elsewhere"), "anew");
    assertNotEquals(linkedAt(first), linkedAt(anew));
    assertEquals(files(first), files(anew));
    for (Path file : files(first)) {
      assertEquals(
          -1, Files.mismatch(first.resolve(file), anew.resolve(file)), () -> file.toString());
      assertEquals(
          Files.getPosixFilePermissions(first.resolve(file), LinkOption.NOFOLLOW_LINKS),
          Files.getPosixFilePermissions(again.resolve(file), LinkOption.NOFOLLOW_LINKS));
    }
    assertTrue(Files.isExecutable(again.resolve("bin/java")));
    assertEquals(List.of(), notes);
  }

  @Test
  void a_kept_jvm_that_is_damaged_is_linked_anew() throws Exception {
    Path first = put(keptIn("kept"), "first");
    Path kept = folder.resolve("kept").resolve(image("java.base").key()).resolve("jvm/lib/modules");
    Files.write(kept, new byte[] {1, 2, 3});
    Path again = put(keptIn("kept"), "again");
    assertEquals(-1, Files.mismatch(first.resolve("lib/modules"), again.resolve("lib/modules")));
  }

  @Test
  void other_modules_and_a_changed_jdk_are_another_jvm() throws Exception {
    String key = image("java.base").key();
    assertEquals(key, image("java.base").key());
    assertNotEquals(key, image("java.base", "java.logging").key());

    Path jmods = Files.createDirectory(folder.resolve("jmods"));
    Path module = Files.writeString(jmods.resolve("java.base.jmod"), "one");
    JvmImage own = image("java.base");
    JvmImage other = new JvmImage(own.linker(), jmods, own.options(), own.modules());
    String before = other.key();
    assertNotEquals(key, before);
    Files.writeString(module, "others");
    assertNotEquals(before, other.key());
  }
}
