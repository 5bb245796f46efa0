package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.image.LocalImage;
import thaw.platform.record.Documents;
import thaw.platform.record.PublishedRuntime;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.ReleaseLifecycle;
import thaw.platform.record.RuntimeImages;
import thaw.store.Store;

/** What time and a restart do to runtimes; all else is seen over HTTP. */
@SideBySide
class CustomerRuntimesTest {
  private static final Duration WEEK = Duration.ofDays(7);

  private final AtomicLong now =
      new AtomicLong(Instant.parse("2026-11-23T23:59:00Z").toEpochMilli());
  @TempDir Path data;
  private Store store;
  private CustomerRuntimes runtimes;

  @BeforeEach
  void open() {
    store = Store.open(Optional.of(data));
    runtimes = runtimes();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private CustomerRuntimes runtimes() {
    return new CustomerRuntimes(
        new Records(Documents.in(store)),
        uri ->
            new RuntimeImages.Image(
                uri + "@sha256:1",
                uri,
                "sha256:1",
                List.of(new LocalImage.Platform("x86_64", "linux", "sha256:1"))),
        now::get);
  }

  private static CustomerRuntimes.About about(
      @Nullable String description, @Nullable String license, ReleaseLifecycle lifecycle) {
    return new CustomerRuntimes.About(description, license, lifecycle);
  }

  private void publish() {
    runtimes.create("ours", about("d", "l", ReleaseLifecycle.NONE), Map.of("team", "a"));
    runtimes.createVersion("ours", "v1", "/one", "notes", false);
    runtimes.createAlias(
        "ours", "prod", new CustomerRuntimes.Target("v1", "a", ReleaseLifecycle.NONE));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toMillis());
  }

  @Test
  void all_is_there_after_a_restart() {
    publish();
    runtimes.deleteAlias("ours", "prod", WEEK);
    PublishedRuntime before = runtimes.get("ours");
    store.close();
    store = Store.open(Optional.of(data));
    assertEquals(List.of(before), runtimes().all());
  }

  @Test
  void what_is_deleted_goes_when_its_window_ends_and_its_name_is_free_then() {
    publish();
    runtimes.deleteAlias("ours", "prod", WEEK);
    runtimes.deleteVersion("ours", "v1", WEEK);
    runtimes.delete("ours", WEEK.plusDays(1));
    pass(WEEK.minusMillis(1));
    assertEquals(1, runtimes.get("ours").versions().size());
    assertThrows(
        Refused.class,
        () -> runtimes.create("ours", about(null, null, ReleaseLifecycle.NONE), Map.of()));
    pass(Duration.ofMillis(1));
    assertEquals(Map.of(), runtimes.get("ours").versions());
    assertEquals(Map.of(), runtimes.get("ours").aliases());
    pass(Duration.ofDays(1));
    assertEquals(List.of(), runtimes.all());
    assertEquals(List.of(), runtimes().all()); // nor is it kept
    runtimes.create("ours", about(null, null, ReleaseLifecycle.NONE), Map.of());
  }

  @Test
  void a_second_deletion_does_not_postpone_the_first() {
    publish();
    runtimes.deleteAlias("ours", "prod", WEEK);
    Long first = runtimes.alias("ours", "prod").deletionMillis();
    pass(Duration.ofDays(1));
    runtimes.deleteAlias("ours", "prod", WEEK);
    assertEquals(first, runtimes.alias("ours", "prod").deletionMillis());
  }

  @Test
  void a_runtime_becomes_deprecated_on_its_day_in_utc() {
    ReleaseLifecycle planned = new ReleaseLifecycle("GA", "2026-11-24", null, null);
    publish();
    PublishedRuntime runtime = runtimes.update("ours", about(null, null, planned));
    PublishedRuntime.Alias alias = runtimes.alias("ours", "prod");
    assertEquals(planned, runtimes.lifecycle(runtime));
    assertEquals(planned, runtimes.lifecycle(alias)); // inherited
    pass(Duration.ofMinutes(1));
    assertEquals("DEPRECATED", runtimes.lifecycle(runtime).releaseState());
    assertEquals("DEPRECATED", runtimes.lifecycle(alias).releaseState());
    assertTrue(
        assertThrows(Refused.class, () -> runtimes.update("ours", about(null, null, planned)))
            .text()
            .startsWith("ReleaseState GA requires a DeprecationDate after today"));
  }
}
