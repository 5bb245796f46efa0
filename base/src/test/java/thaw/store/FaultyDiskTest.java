package thaw.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.HostCommand;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;

/** Linux tests: a small disk that is full, or read-only. Needs to be allowed to mount. */
@SideBySide
class FaultyDiskTest {
  @TempDir Path disk;

  @BeforeEach
  void mount() throws Exception {
    assumeTrue(
        HostCommand.run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString()) == 0,
        "this host does not permit mounts");
  }

  @AfterEach
  void unmount() throws Exception {
    HostCommand.run("umount", disk.toString());
  }

  private static void put(Store store, String key) {
    store.change(transaction -> transaction.put("event", key, new byte[20_000]));
  }

  private static List<String> kept(Store store) {
    return store.transact(transaction -> transaction.list("event"));
  }

  @Test
  void a_full_disk_refuses_and_loses_nothing_that_was_accepted() throws Exception {
    List<String> accepted = new ArrayList<>();
    try (Store store = Store.open(Optional.of(disk.resolve("data")));
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 400; i++) { // twice of what there is room for
        String key = "k%03d".formatted(i);
        answers.add(
            callers.submit(() -> {
              put(store, key);
              return key;
            }));
      }
      for (Future<String> answer : answers) {
        try {
          accepted.add(answer.get());
        } catch (ExecutionException e) {
          assertEquals(StoreUnavailable.class, e.getCause().getClass());
        }
      }
      assertTrue(!accepted.isEmpty() && accepted.size() < 400, "accepted " + accepted.size());
      assertEquals(accepted, kept(store));
      assertThrows(StoreUnavailable.class, () -> fill(store));

      assertEquals(0, HostCommand.run("mount", "-o", "remount,size=40m", disk.toString()));
      put(store, "z");
    }
    accepted = new ArrayList<>(accepted);
    try (Store store = Store.open(Optional.of(disk.resolve("data")))) {
      List<String> found = kept(store);
      assertTrue(found.containsAll(accepted) && found.contains("z"), found.toString());
    }
  }

  @Test
  void a_disk_that_its_own_entries_have_filled_is_freed_by_their_ends() throws Exception {
    try (Store store = Store.open(Optional.of(disk.resolve("data")))) {
      List<String> accepted = new ArrayList<>();
      assertThrows(
          StoreUnavailable.class,
          () -> {
            for (int i = 0; i < 400; i++) {
              String key = "k%03d".formatted(i);
              put(store, key);
              accepted.add(key);
            }
          });
      assertTrue(accepted.size() > 10, "accepted " + accepted.size());
      assertEquals(accepted, kept(store));
      for (String key : accepted) {
        store.change(transaction -> {
          transaction.remove("event", key);
          transaction.put("told", key, new byte[20_000]);
        });
      }
      for (String key : accepted) {
        store.change(transaction -> transaction.remove("told", key));
      }
      for (int i = 0; i < accepted.size() / 2; i++) {
        put(store, "again" + i);
      }
    }
  }

  private static void fill(Store store) {
    for (int i = 0; i < 400; i++) {
      put(store, "x" + i);
    }
  }

  @Test
  void a_disk_that_others_have_filled_is_used_again_when_they_make_room() throws Exception {
    try (Store store = Store.open(Optional.of(disk.resolve("data")))) {
      put(store, "a");
      Path filler = disk.resolve("filler");
      HostCommand.run("dd", "if=/dev/zero", "of=" + filler, "bs=64k");
      assertThrows(StoreUnavailable.class, () -> fill(store));
      assertTrue(kept(store).contains("a"));
      Files.delete(filler);
      put(store, "b");
      assertTrue(kept(store).containsAll(List.of("a", "b")));
    }
  }

  @Test
  void a_read_only_folder_is_the_users_mistake() throws Exception {
    Path data = disk.resolve("data");
    Store.open(Optional.of(data)).close();
    assertEquals(0, HostCommand.run("mount", "-o", "remount,ro", disk.toString()));
    UserMistake mistake = assertThrows(UserMistake.class, () -> Store.open(Optional.of(data)));
    assertEquals("name a folder with --data that can be written", mistake.remedy());
  }
}
