package thaw.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;

@SideBySide
class StoreTest {
  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Optional<String> text(Store store, String kind, String key) {
    return store.transact(transaction -> transaction.get(kind, key)).map(b -> new String(b, UTF_8));
  }

  @Test
  void what_was_kept_in_a_folder_is_there_when_it_is_opened_again() {
    Path data = folder.resolve("a/data");
    try (Store store = Store.open(Optional.of(data))) {
      store.change(transaction -> {
        transaction.put("function", "Pets", bytes("1"));
        transaction.put("function", "Cats", bytes("2"));
        transaction.put("alias", "Pets", bytes("3"));
      });
      store.change(transaction -> transaction.put("function", "Pets", bytes("4")));
    }
    try (Store store = Store.open(Optional.of(data))) {
      assertEquals(Optional.of("4"), text(store, "function", "Pets"));
      assertEquals(List.of("Cats", "Pets"), store.transact(t -> t.list("function")));
      assertEquals(true, store.transact(t -> t.remove("alias", "Pets")));
      assertEquals(false, store.transact(t -> t.remove("alias", "Pets")));
      assertEquals(Optional.empty(), text(store, "alias", "Pets"));
    }
  }

  @Test
  void a_folder_that_it_makes_is_its_owners_only() throws Exception {
    Path data = folder.resolve("data");
    Store.open(Optional.of(data)).close();
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(data)));
  }

  @Test
  void in_a_folder_that_others_enter_its_files_are_closed_to_them() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (int round = 0; round < 2; round++) {
      try (Store store = Store.open(Optional.of(data))) {
        store.change(transaction -> transaction.put("function", "Pets", bytes("secret")));
        List<String> open = new ArrayList<>();
        try (Stream<Path> files = Files.list(data)) {
          for (Path file : files.toList()) {
            String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
            open.add(permissions + " " + file.getFileName());
          }
        }
        assertTrue(
            open.size() >= 4 && open.stream().allMatch(each -> each.startsWith("rw-------")),
            open::toString);
      }
      for (String name : List.of("thaw.db", "lock")) { // as an earlier version left them
        Files.setPosixFilePermissions(
            data.resolve(name), PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
    assertEquals("rwxr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(data)));
  }

  @Test
  void work_that_throws_keeps_nothing_and_its_neighbours_keep_theirs() throws Exception {
    try (Store store = Store.open(Optional.empty());
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String key = "k%03d".formatted(i);
        boolean bad = i % 10 == 0;
        results.add(
            callers.submit(() ->
                store.change(transaction -> {
                  transaction.put("kind", key, bytes("v"));
                  if (bad) {
                    throw new IllegalArgumentException(key);
                  }
                })));
      }
      int failed = 0;
      for (Future<?> result : results) {
        try {
          result.get();
        } catch (java.util.concurrent.ExecutionException e) {
          assertEquals(IllegalArgumentException.class, e.getCause().getClass());
          failed++;
        }
      }
      assertEquals(20, failed);
      assertEquals(180, store.transact(transaction -> transaction.list("kind")).size());
    }
  }

  @Test
  void documents_are_shown_in_the_order_of_their_keys_from_one_on_and_backwards() {
    try (Store store = Store.open(Optional.empty())) {
      store.change(transaction -> {
        for (String key : List.of("b", "\uD83D\uDC08", "a", "c")) {
          transaction.put("pet", key, bytes("of " + key));
        }
        transaction.put("other", "b", bytes("x"));
      });
      assertEquals(
          List.of("of a", "of b", "of c", "of \uD83D\uDC08"), shown(store, null, false, 9));
      assertEquals(List.of("of \uD83D\uDC08", "of c"), shown(store, null, true, 2));
      assertEquals(List.of("of b", "of c"), shown(store, "b", false, 2));
      assertEquals(List.of("of b", "of a"), shown(store, "b", true, 9));
    }
  }

  private static List<String> shown(Store store, String from, boolean backwards, int most) {
    return store.transact(transaction -> {
      List<String> shown = new ArrayList<>();
      transaction.each(
          "pet",
          from,
          backwards,
          (_, content) -> shown.add(new String(content, UTF_8)) && shown.size() < most);
      return shown;
    });
  }

  @Test
  void due_entries_come_in_the_order_of_their_times_lane_by_lane() {
    Instant now = Instant.ofEpochMilli(1_000_000);
    try (Store store = Store.open(Optional.empty())) {
      List<Long> ids =
          store.transact(transaction -> {
            Agenda agenda = transaction.agenda("event");
            return List.of(
                agenda.add("a", now, bytes("h1"), bytes("b1")),
                agenda.add("a", now.minusMillis(5), bytes("h2"), bytes("b2")),
                agenda.add("a", now.plusMillis(7), bytes("h3"), bytes("b3")),
                agenda.add("b", now, bytes("h4"), bytes("b4")));
          });
      assertEquals(List.of("h2", "h1"), due(store, "a", now, 9, -1));
      assertEquals(List.of("h2"), due(store, "a", now, 1, -1));
      assertEquals(List.of("h1"), due(store, "a", now, 1, ids.get(1)));
      assertEquals(
          Optional.of(now.plusMillis(7)),
          store.transact(transaction -> transaction.agenda("event").next("a", now)));
      assertEquals(
          Optional.empty(),
          store.transact(transaction -> transaction.agenda("event").next("b", now)));
      store.change(transaction ->
          transaction.agenda("event").reschedule(ids.get(1), now.plusMillis(1), bytes("x")));
      assertEquals(List.of("h1"), due(store, "a", now, 9, -1));
      assertEquals(List.of("h1", "x"), due(store, "a", now.plusMillis(1), 9, -1));
      assertEquals(
          true, store.transact(transaction -> transaction.agenda("event").remove(ids.get(0))));
      assertEquals(
          false, store.transact(transaction -> transaction.agenda("event").remove(ids.get(0))));
      assertEquals(
          Optional.empty(),
          store.transact(transaction -> transaction.agenda("event").body(ids.get(0))));
      assertEquals(
          Map.of("a", 2L, "b", 1L),
          store.transact(transaction -> transaction.agenda("event").sizes()));
      assertEquals(Map.of(), store.transact(transaction -> transaction.agenda("other").sizes()));
    }
  }

  private static List<String> due(Store store, String lane, Instant now, int limit, long skipped) {
    return store
        .transact(
            transaction -> transaction.agenda("event").due(lane, now, limit, id -> id == skipped))
        .stream()
        .map(entry -> new String(entry.head(), UTF_8))
        .toList();
  }

  @Test
  void a_second_user_of_a_folder_is_refused_until_the_first_has_left() {
    Store first = Store.open(Optional.of(folder));
    UserMistake mistake = assertThrows(UserMistake.class, () -> Store.open(Optional.of(folder)));
    assertEquals("another Thaw uses the data folder " + folder, mistake.getMessage());
    assertEquals("end that one first, or name another folder with --data", mistake.remedy());
    first.close();
    Store.open(Optional.of(folder)).close();
  }

  @Test
  void a_folder_of_a_newer_version_is_refused() throws Exception {
    Store.open(Optional.of(folder)).close();
    Path file = folder.resolve("thaw.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version = 2");
    }
    UserMistake mistake = assertThrows(UserMistake.class, () -> Store.open(Optional.of(folder)));
    assertEquals("must be of format 1 or older: " + file + " is of format 2", mistake.getMessage());
    assertTrue(mistake.remedy().startsWith("use the newer Thaw"), mistake.remedy());
  }

  @Test
  void a_folder_with_other_content_is_refused() throws Exception {
    Files.writeString(
        folder.resolve("thaw.db"), "a letter to my aunt, and no database. ".repeat(99));
    UserMistake mistake = assertThrows(UserMistake.class, () -> Store.open(Optional.of(folder)));
    assertEquals(folder.resolve("thaw.db") + " is not a data file of Thaw", mistake.getMessage());
  }

  @Test
  void a_folder_that_cannot_be_made_is_the_users_mistake() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> Store.open(Optional.of(file.resolve("data"))));
    assertTrue(
        mistake.getMessage().startsWith("the data folder cannot be written"), mistake.getMessage());
    assertEquals("name a folder with --data that can be written", mistake.remedy());
  }

  @Test
  void memory_has_an_end_and_goes_on_when_there_is_room_again() {
    try (Store store = Store.open(Optional.empty(), 4 << 20)) {
      byte[] large = new byte[1 << 20];
      List<String> kept =
          IntStream.range(0, 5)
              .mapToObj(i -> "k" + i)
              .filter(key -> {
                try {
                  store.change(transaction -> transaction.put("large", key, large));
                  return true;
                } catch (StoreUnavailable e) {
                  return false;
                }
              })
              .toList();
      assertTrue(kept.size() < 5, kept.toString());
      assertEquals(kept, store.transact(transaction -> transaction.list("large")));
      store.change(transaction -> transaction.remove("large", "k0"));
      store.change(transaction -> transaction.put("large", "again", bytes("x")));
    }
  }

  @Test
  void what_comes_after_the_end_is_refused() {
    Store store = Store.open(Optional.empty());
    store.close();
    assertThrows(
        StoreUnavailable.class,
        () -> store.change(transaction -> transaction.put("a", "b", bytes(""))));
  }

  /** As a kill leaves a folder: with a log of ten changes that the database has not. */
  private Path left() throws Exception {
    Path data = folder.resolve("data");
    Path left = Files.createDirectories(folder.resolve("left"));
    try (Store store = Store.open(Optional.of(data))) {
      for (int i = 0; i < 10; i++) {
        String key = "k" + i;
        store.change(transaction -> transaction.put("kind", key, bytes("x".repeat(5000))));
      }
      for (String name : List.of("thaw.db", "thaw.db-wal")) {
        Files.copy(data.resolve(name), left.resolve(name));
      }
    }
    return left;
  }

  @Test
  void a_log_that_was_left_behind_is_whole_and_nothing_is_said() throws Exception {
    Path left = left();
    assertEquals(0, LogCheck.lostCommits(left.resolve("thaw.db-wal")));
    try (Store store = Store.open(Optional.of(left))) {
      assertEquals(Optional.empty(), store.damage());
      assertEquals(10, store.transact(transaction -> transaction.list("kind")).size());
    }
  }

  @Test
  void what_a_damaged_log_has_lost_is_counted_and_said() throws Exception {
    Path left = left();
    Path log = left.resolve("thaw.db-wal");
    byte[] whole = Files.readAllBytes(log);
    for (int place = 32; place < whole.length; place += 997) {
      byte[] damaged = whole.clone();
      damaged[place] ^= 0x40;
      Path data = Files.createDirectory(folder.resolve("at" + place));
      Files.copy(left.resolve("thaw.db"), data.resolve("thaw.db"));
      Files.write(data.resolve("thaw.db-wal"), damaged);
      try (Store store = Store.open(Optional.of(data))) {
        int missing = 10 - store.transact(transaction -> transaction.list("kind")).size();
        String said = store.damage().orElse("nothing");
        // Not counted are the making of the tables, and a commit whose mark or salt is what is
        // damaged.
        assertTrue(missing > 0, "byte " + place);
        assertTrue(
            IntStream.rangeClosed(Math.max(1, missing - 1), missing + 1)
                .anyMatch(count -> said.contains("lost: " + count + " change")),
            "byte " + place + ", " + missing + " are missing: " + said);
        assertTrue(Files.exists(data.resolve("thaw.db-wal.damaged")));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 5, 9, 11, 14, 17, 25, 31})
  void a_log_whose_header_is_damaged_is_not_taken_for_an_empty_one(int place) throws Exception {
    Path left = left();
    Path log = left.resolve("thaw.db-wal");
    byte[] damaged = Files.readAllBytes(log);
    damaged[place] ^= 0x40;
    Files.write(log, damaged);
    assertTrue(LogCheck.lostCommits(log) > 0);
  }

  @Test
  void a_log_that_ends_in_the_middle_of_a_change_is_no_damage() throws Exception {
    Path left = left();
    Path log = left.resolve("thaw.db-wal");
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(whole, whole.length - 100));
    try (Store store = Store.open(Optional.of(left))) {
      assertEquals(Optional.empty(), store.damage());
      assertEquals(9, store.transact(transaction -> transaction.list("kind")).size());
    }
  }
}
