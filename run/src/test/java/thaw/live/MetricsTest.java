package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import thaw.environment.ResourceUse;
import thaw.pool.ThrottleReason;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformEvent.Status;

/** What Prometheus gets, read with a strict parser of its text format. */
class MetricsTest {
  private static Scrape scrape(ToldObservations told, FunctionFacts... functions) {
    try (Live live = new Live(_ -> Optional.empty(), MetricsTest::fail)) {
      live.ask(() -> List.of(functions));
      told.taken().forEach(live::observe);
      return Scrape.parse(new String(live.metrics(), StandardCharsets.UTF_8));
    }
  }

  private static void fail(Exception problem) {
    throw new AssertionError(problem);
  }

  private static ToldObservations some() {
    ToldObservations told = new ToldObservations();
    told.cold("pets", "e1", "r1").warm("pets", "e1", "r2").warm("pets", "e1", "r3");
    told.start("pets", "e1", "r4").end("pets", "e1", "r4", 40, Status.TIMEOUT, Optional.empty());
    return told.cold("other", "e2", "r5").start("other", "e2", "r6");
  }

  @Test
  void invocations_and_cold_starts_are_counted() {
    Scrape scrape = scrape(some());
    assertEquals(
        3, scrape.value("thaw_invocations_total", "function=pets,status=success,version=$LATEST"));
    assertEquals(
        1, scrape.value("thaw_invocations_total", "function=pets,status=timeout,version=$LATEST"));
    assertEquals(
        1, scrape.value("thaw_cold_starts_total", "function=pets,start=init,version=$LATEST"));
    assertNull(scrape.value("thaw_cold_starts_total", "function=pets,start=warm,version=$LATEST"));
  }

  @Test
  void durations_are_histograms_in_seconds() {
    Scrape scrape = scrape(some());
    String labels = "function=pets,version=$LATEST";
    assertEquals("histogram", scrape.types().get("thaw_invocation_duration_seconds"));
    assertEquals(4, scrape.value("thaw_invocation_duration_seconds_count", labels));
    assertEquals(0.051, scrape.value("thaw_invocation_duration_seconds_sum", labels), 1e-9);
    assertEquals(
        0,
        scrape.value(
            "thaw_invocation_duration_seconds_bucket", "function=pets,le=0.001,version=$LATEST"));
    assertEquals(
        3,
        scrape.value(
            "thaw_invocation_duration_seconds_bucket", "function=pets,le=0.005,version=$LATEST"));
    assertEquals(
        4,
        scrape.value(
            "thaw_invocation_duration_seconds_bucket", "function=pets,le=+Inf,version=$LATEST"));
    assertEquals(0.1, scrape.value("thaw_init_duration_seconds_sum", labels), 1e-9);
  }

  @Test
  void environments_are_counted_by_state() {
    ToldObservations told = some();
    told.event("pets", "e1", new PlatformEvent.Frozen());
    Scrape scrape = scrape(told);
    assertEquals(
        1, scrape.value("thaw_environments", "function=pets,state=frozen,version=$LATEST"));
    assertEquals(
        0, scrape.value("thaw_environments", "function=pets,state=running,version=$LATEST"));
    assertEquals(
        1, scrape.value("thaw_environments", "function=other,state=running,version=$LATEST"));
    assertEquals(
        60 * 1024 * 1024, scrape.value("thaw_memory_max_bytes", "function=pets,version=$LATEST"));
  }

  @Test
  void what_the_platform_says_when_asked_is_there() {
    FunctionFacts facts =
        new FunctionFacts(
            "a\"b\\c\nd",
            "java25",
            "h",
            256,
            3,
            true,
            7,
            Map.of(ThrottleReason.RESERVED_CONCURRENCY, 5L),
            Optional.empty());
    Scrape scrape = scrape(new ToldObservations(), facts);
    assertEquals(7, scrape.value("thaw_queued_events", "function=a\"b\\c\nd"));
    assertEquals(
        5,
        scrape.value(
            "thaw_throttles_total",
            "function=a\"b\\c\nd,reason=ReservedFunctionConcurrentInvocationLimitExceeded"));
    assertEquals(256 * 1024 * 1024, scrape.value("thaw_memory_size_bytes", "function=a\"b\\c\nd"));
  }

  @Test
  void environments_on_managed_instances_are_told_by_throttles_and_use() {
    FunctionFacts facts =
        new FunctionFacts(
            "pets",
            "java25",
            "h",
            2048,
            3,
            true,
            0,
            Map.of(
                ThrottleReason.ENVIRONMENT_CONCURRENCY, 1L,
                ThrottleReason.ENVIRONMENT_CPU, 2L,
                ThrottleReason.ENVIRONMENT_MEMORY, 4L),
            Optional.of(new ResourceUse(75, 50)));
    Scrape scrape = scrape(new ToldObservations(), facts);
    assertEquals(
        7,
        scrape.value(
            "thaw_throttles_total", "function=pets,reason=ConcurrentInvocationLimitExceeded"));
    String name = "thaw_environment_throttles_total";
    assertEquals(1, scrape.value(name, "function=pets,resource=concurrency"));
    assertEquals(2, scrape.value(name, "function=pets,resource=cpu"));
    assertEquals(4, scrape.value(name, "function=pets,resource=memory"));
    assertEquals(0.75, scrape.value("thaw_environment_cpu_ratio", "function=pets"));
    assertEquals(0.5, scrape.value("thaw_environment_memory_ratio", "function=pets"));
  }

  @Test
  void names_follow_the_conventions_and_stand_in_the_documentation() throws Exception {
    FunctionFacts facts =
        new FunctionFacts(
            "pets",
            "java25",
            "h",
            256,
            3,
            true,
            7,
            Map.of(ThrottleReason.ENVIRONMENT_CPU, 5L),
            Optional.of(ResourceUse.NONE));
    ToldObservations told = some();
    told.event("other", "e2", new PlatformEvent.Ended("spindown"));
    told.event("pets", "e3", new PlatformEvent.RestoreStart("java:25.v1", "arn", "pets", "1"));
    told.event(
        "pets",
        "e3",
        new PlatformEvent.RestoreReport(
            Status.SUCCESS, Optional.empty(), java.time.Duration.ofMillis(20)));
    Scrape scrape = scrape(told, facts);
    Set<String> names = new TreeSet<>(scrape.types().keySet());
    for (String name : names) {
      assertTrue(name.matches("thaw_[a-z]+(_[a-z]+)*"), name);
      assertEquals(scrape.types().get(name).equals("counter"), name.endsWith("_total"), name);
      assertNotNull(scrape.helps().get(name), name);
    }
    Set<String> documented = new TreeSet<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `(thaw_[a-z_]+)`")
            .matcher(Files.readString(Path.of("../docs/metrics.md")));
    while (row.find()) {
      documented.add(row.group(1));
    }
    assertEquals(documented, names);
  }
}
