package thaw.function.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskTreeTest {
  @TempDir Path folder;

  static LongStream seeds() {
    return LongStream.range(0, 25);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void equal_content_has_one_digest_in_whatever_order_it_was_written(long seed) throws IOException {
    Random random = new Random(seed);
    Map<String, byte[]> files = randomFiles(random);
    Sha256 first = TaskTree.of(write("first", files, random)).digest();
    Sha256 second = TaskTree.of(write("second", files, random)).digest();
    assertEquals(first, second);

    Path copy = folder.resolve("copy");
    TaskTree.of(folder.resolve("first")).copyTo(copy);
    assertEquals(first, TaskTree.of(copy).digest());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void one_changed_byte_or_name_changes_the_digest(long seed) throws IOException {
    Random random = new Random(seed);
    Map<String, byte[]> files = randomFiles(random);
    Sha256 before = TaskTree.of(write("before", files, random)).digest();
    String name = List.copyOf(files.keySet()).get(random.nextInt(files.size()));

    Map<String, byte[]> changed = new TreeMap<>(files);
    byte[] bytes = files.get(name).clone();
    bytes[random.nextInt(bytes.length)] ^= 1;
    changed.put(name, bytes);
    assertNotEquals(before, TaskTree.of(write("changed", changed, random)).digest());

    Map<String, byte[]> renamed = new TreeMap<>(files);
    renamed.put(name + "x", renamed.remove(name));
    assertNotEquals(before, TaskTree.of(write("renamed", renamed, random)).digest());
  }

  private static Map<String, byte[]> randomFiles(Random random) {
    Map<String, byte[]> files = new TreeMap<>();
    int count = 1 + random.nextInt(30);
    while (files.size() < count) {
      byte[] bytes = new byte[1 + random.nextInt(2_000)];
      random.nextBytes(bytes);
      files.put("d%d/é%d.class".formatted(random.nextInt(4), random.nextInt(100)), bytes);
    }
    return files;
  }

  private Path write(String name, Map<String, byte[]> files, Random random) throws IOException {
    Path root = folder.resolve(name);
    List<String> names = new ArrayList<>(files.keySet());
    Collections.shuffle(names, random);
    for (String file : names) {
      Path path = root.resolve(file);
      Files.createDirectories(path.getParent());
      Files.write(path, files.get(file));
      Files.setLastModifiedTime(path, FileTime.fromMillis(random.nextLong(2_000_000_000_000L)));
    }
    return root;
  }
}
