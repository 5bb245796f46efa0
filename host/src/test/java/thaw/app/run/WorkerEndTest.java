package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.fixture.ToldEvents;
import thaw.sandbox.kernel.Deadline;

/** Process tests: a worker with events in its queue is told to end, and killed. */
@SideBySide
class WorkerEndTest {
  private static final int EVENTS = 30;
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

  private RunProcess live(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                folder.toString(),
                "--worker",
                "--concurrency",
                "2",
                "--reach-host",
                "--data",
                folder.resolve("data").toString()));
    arguments.addAll(List.of(more));
    RunProcess life =
        RunProcess.start(
            List.of(),
            port,
            folder.resolve("log-" + lives.size()),
            arguments.toArray(String[]::new));
    lives.add(life);
    return life;
  }

  private Set<String> sendAll(RunProcess life) throws Exception {
    Set<String> sent = new TreeSet<>();
    for (int i = 0; i < EVENTS; i++) {
      HttpRequest request =
          life.invocation(ToldEvents.FUNCTION, events.event("e" + i, 10))
              .header("X-Amz-Invocation-Type", "Event")
              .build();
      assertEquals(202, CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
      sent.add("e" + i);
    }
    return sent;
  }

  private int readiness() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/_thaw/ready")).build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private void awaitReadiness(int status) {
    Deadline.await(
        Duration.ofSeconds(60),
        "readiness is " + status,
        () -> {
          try {
            return readiness() == status;
          } catch (Exception e) {
            return false; // it does not listen yet
          }
        });
  }

  private void awaitWork() {
    Deadline.await(Duration.ofSeconds(60), "events are in flight", () -> !events.heard().isEmpty());
  }

  @Test
  void a_worker_that_is_told_to_end_is_not_ready_and_finishes_its_events_first() throws Exception {
    RunProcess worker = live("--drain", "60");
    awaitReadiness(200);
    Set<String> sent = sendAll(worker);
    awaitWork();
    worker.process().destroy();
    awaitReadiness(503);
    assertTrue(events.done().isEmpty(), "no event was done before the end began");
    events.release();
    assertTrue(worker.process().waitFor(90, TimeUnit.SECONDS), worker::text);
    assertEquals(143, worker.process().exitValue(), worker::text);
    assertEquals(sent, new TreeSet<>(events.done()), worker::text);
    assertTrue(worker.text().contains("0 events stay"), worker::text);
  }

  @Thorough("It drains two workers one after the other; the tests beside it end one")
  @Test
  void what_a_drain_leaves_is_processed_by_the_next_worker() throws Exception {
    RunProcess first = live("--drain", "1");
    awaitReadiness(200);
    Set<String> sent = sendAll(first);
    awaitWork();
    first.process().destroy();
    assertTrue(first.process().waitFor(60, TimeUnit.SECONDS), first::text);
    assertTrue(first.text().contains(EVENTS + " events stay"), first::text);
    events.forgetWhoAsked();
    events.release();
    live();
    Deadline.await(
        Duration.ofSeconds(120), "all are done", () -> new TreeSet<>(events.done()).equals(sent));
  }

  @Thorough("It starts a second worker on the events of a killed one, as SurvivalTest does")
  @Test
  void what_a_killed_worker_had_accepted_is_processed_by_the_next_one() throws Exception {
    RunProcess first = live();
    awaitReadiness(200);
    Set<String> sent = sendAll(first);
    awaitWork();
    first.kill();
    assertTrue(events.done().isEmpty(), "it was killed before any was done");
    events.forgetWhoAsked();
    events.release();
    live();
    Deadline.await(
        Duration.ofSeconds(120), "all are done", () -> new TreeSet<>(events.done()).equals(sent));
  }
}
