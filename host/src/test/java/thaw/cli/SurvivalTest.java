package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.FreePorts;
import thaw.fixture.HostCommand;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.fixture.ToldEvents;
import thaw.sandbox.kernel.Deadline;

/** Process tests: {@code thaw run} is killed, or its disk is full, with events in its queue. */
@SideBySide
class SurvivalTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir Path folder;

  private final List<RunProcess> lives = new ArrayList<>();
  private ToldEvents events;
  private int port;

  @BeforeEach
  void application() throws Exception {
    events = new ToldEvents(folder);
    port = FreePorts.next();
  }

  @AfterEach
  void end() throws Exception {
    events.release();
    for (RunProcess life : lives) {
      life.close();
    }
    events.close();
  }

  private RunProcess live(Path data) throws Exception {
    RunProcess life =
        RunProcess.start(
            List.of(),
            port,
            folder.resolve("log-" + lives.size()),
            folder.toString(),
            "--reach-host",
            "--data",
            data.toString(),
            "--async-time-scale",
            "0.01");
    lives.add(life);
    return life;
  }

  private HttpResponse<String> send(String id, int bytes) throws Exception {
    HttpRequest request =
        lives
            .getLast()
            .invocation(ToldEvents.FUNCTION, events.event(id, bytes))
            .header("X-Amz-Invocation-Type", "Event")
            .build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** The status of each event, by its id. */
  private Map<String, Integer> sendAll(int count, int bytes) throws Exception {
    try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
      List<Future<Map.Entry<String, Integer>>> answers =
          IntStream.range(0, count)
              .mapToObj(
                  i -> callers.submit(() -> Map.entry("e" + i, send("e" + i, bytes).statusCode())))
              .toList();
      List<Map.Entry<String, Integer>> statuses = new ArrayList<>();
      for (Future<Map.Entry<String, Integer>> answer : answers) {
        statuses.add(answer.get());
      }
      return statuses.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
  }

  @Thorough("It queues a thousand events; QueueEndsTest kills smaller queues many times")
  @Test
  void a_thousand_queued_events_survive_a_kill() throws Exception {
    events.answer(50);
    Path data = folder.resolve("data");
    RunProcess first = live(data);
    Map<String, Integer> statuses = sendAll(1000, 10);
    assertEquals(Set.of(202), Set.copyOf(statuses.values()));
    Deadline.await(
        Duration.ofSeconds(60),
        "some are processed, some in flight",
        () -> events.heard().size() > 50);
    first.kill();
    assertTrue(events.heard().size() < 1000, "killed before all were processed");
    events.release();

    live(data);
    Deadline.await(
        Duration.ofSeconds(120),
        "all are processed",
        () -> events.heard().size() == statuses.size());
    assertEquals(new TreeSet<>(statuses.keySet()), new TreeSet<>(events.heard()));
  }

  @Test
  void what_an_orderly_end_interrupts_is_no_failure_of_the_functions() throws Exception {
    Path data = folder.resolve("data");
    RunProcess first = live(data);
    assertEquals(202, send("interrupted", 10).statusCode());
    Deadline.await(Duration.ofSeconds(60), "it is in flight", () -> events.heard().size() == 1);
    first.close();
    assertFalse(first.text().contains("is dropped"));
    events.forgetHeard();
    events.release();

    live(data);
    Deadline.await(
        Duration.ofSeconds(60),
        "it is processed again",
        () -> events.heard().contains("interrupted"));
  }

  @Thorough("FullDiskTest and FaultyDiskTest have disks that are full")
  @Test
  void a_full_disk_refuses_events_and_those_it_has_accepted_survive() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        HostCommand.run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk.toString()) == 0,
        "this host does not permit mounts");
    try {
      RunProcess first = live(disk.resolve("data"));
      Map<String, Integer> statuses = sendAll(300, 20_000);
      assertEquals(Set.of(202, 500), Set.copyOf(statuses.values()));
      HttpResponse<String> refused = send("refused", 500_000);
      assertEquals(500, refused.statusCode());
      assertEquals("ServiceException", refused.headers().firstValue("x-amzn-ErrorType").orElse(""));
      Set<String> accepted =
          statuses.entrySet().stream()
              .filter(each -> each.getValue() == 202)
              .map(Map.Entry::getKey)
              .collect(Collectors.toSet());

      assertEquals(0, HostCommand.run("mount", "-o", "remount,size=60m", disk.toString()));
      assertEquals(202, send("again", 20_000).statusCode());
      first.kill();
      events.release();
      RunProcess second = live(disk.resolve("data"));
      accepted.add("again");
      Deadline.await(
          Duration.ofSeconds(120), "all are processed", () -> events.heard().containsAll(accepted));
      assertEquals(new TreeSet<>(accepted), new TreeSet<>(events.heard()));
      second.close();
    } finally {
      for (RunProcess life : lives) {
        life.kill();
      }
      assertEquals(0, HostCommand.run("umount", disk.toString()));
    }
  }
}
