package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Deadline;

/** Viewers over real sockets: those that come back, those that do not read, those that go. */
@SideBySide
class ServerSentEventsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Watched watched;

  @BeforeEach
  void open() {
    watched = Watched.open(0, 1_000, new StatePage(() -> "", () -> ""));
  }

  @AfterEach
  void close() {
    watched.close();
    assertEquals("[]", watched.problems().toString());
  }

  /** One message of the stream. */
  private record Message(String event, String id, JsonNode data) {}

  /** A browser's side of the stream. */
  private static final class Viewing implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader reader;

    Viewing(int port, String lastId) throws IOException {
      this(port, lastId, new Socket());
    }

    /** One that has place for little that it has not read. */
    static Viewing small(int port) throws IOException {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(4096); // before it connects: what the kernel offers the peer
      return new Viewing(port, "", socket);
    }

    private Viewing(int port, String lastId, Socket socket) throws IOException {
      this.socket = socket;
      socket.connect(new InetSocketAddress("127.0.0.1", port));
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket
          .getOutputStream()
          .write(
              ("GET /_thaw/stream HTTP/1.1\r\nHost: localhost\r\n"
                      + (lastId.isEmpty() ? "" : "Last-Event-ID: " + lastId + "\r\n")
                      + "\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sizes of chunks are lines of their own, which begin no field. */
    Message next() throws IOException {
      Map<String, String> fields = new HashMap<>();
      long begin = System.nanoTime();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.equals("0")) { // the last chunk
          break;
        }
        assertTrue(System.nanoTime() - begin < PATIENCE.toNanos(), "a message comes");
        for (String field : List.of("event: ", "id: ", "data: ")) {
          if (line.startsWith(field)) {
            fields.put(field, line.substring(field.length()));
          }
        }
        if (fields.containsKey("data: ")) {
          return new Message(
              fields.get("event: "), fields.get("id: "), JSON.readTree(fields.get("data: ")));
        }
      }
      throw new IOException("the stream has ended");
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private void invoke(int from, int to) {
    for (int i = from; i < to; i++) {
      watched.told().warm("pets", "e1", "r" + i);
    }
    watched.tell();
  }

  /** Each request once a message; ids of what has ended. */
  private static List<String> ended(Message message) {
    List<String> ids = new ArrayList<>();
    for (JsonNode request : message.data().get("requests")) {
      if (!request.get("status").asText().equals("running")) {
        ids.add(request.get("id").asText());
      }
    }
    return ids;
  }

  @Test
  void the_first_message_is_everything_and_later_ones_what_has_changed() throws Exception {
    watched.told().cold("pets", "e1", "r0");
    watched.tell();
    try (Viewing viewing = new Viewing(watched.server().port(), "")) {
      Message first = viewing.next();
      assertEquals("state", first.event());
      assertEquals(List.of("r0"), ended(first));
      invoke(1, 3);
      Message second = viewing.next();
      assertEquals("changes", second.event());
      assertEquals(List.of("r1", "r2"), ended(second));
      assertEquals(1, second.data().get("functions").size());
    }
  }

  @Test
  void who_comes_back_goes_on_without_a_gap_and_without_doubles() throws Exception {
    watched.told().cold("pets", "e1", "r0");
    watched.tell();
    List<String> seen = new ArrayList<>();
    String lastId = "";
    int sent = 1;
    for (int visit = 0; visit < 20; visit++) {
      try (Viewing viewing = new Viewing(watched.server().port(), lastId)) {
        if (visit % 3 == 0) {
          invoke(sent, sent += 5);
        }
        Message message = viewing.next();
        assertEquals(visit == 0 ? "state" : "changes", message.event());
        seen.addAll(ended(message));
        lastId = message.id();
      }
      invoke(sent, sent += 7); // while nobody looks
    }
    try (Viewing viewing = new Viewing(watched.server().port(), lastId)) {
      seen.addAll(ended(viewing.next()));
    }
    List<String> all = IntStream.range(0, sent).mapToObj(i -> "r" + i).toList();
    assertEquals(new TreeSet<>(all), new TreeSet<>(seen));
    assertEquals(all.size(), seen.size(), "none twice");
  }

  @Test
  void who_comes_from_another_run_of_the_program_gets_everything() throws Exception {
    watched.told().cold("pets", "e1", "r0");
    watched.tell();
    for (String id : List.of("0123456789abcdef-1", "nonsense", "-1", "-")) {
      try (Viewing viewing = new Viewing(watched.server().port(), id)) {
        assertEquals("state", viewing.next().event(), id);
      }
    }
  }

  @Test
  void many_events_are_few_messages() throws Exception {
    watched.told().cold("pets", "e1", "r0");
    watched.tell();
    try (Viewing viewing = new Viewing(watched.server().port(), "")) {
      viewing.next();
      long begin = System.nanoTime();
      int sent = 1;
      int messages = 0;
      int seen = 1;
      while (sent < 900) {
        invoke(sent, sent += 30);
        watched.get("/_thaw/data/requests/r" + (sent - 1)); // hands on what has come, as readers do
      }
      while (seen < sent) {
        seen += ended(viewing.next()).size();
        messages++;
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      assertTrue(messages <= 10 * seconds + 2, messages + " messages in " + seconds + " s");
    }
  }

  @Test
  void a_viewer_that_never_reads_is_cut_off_and_keeps_neither_thread_nor_place() throws Exception {
    watched.told().cold("pets", "e1", "r0");
    watched.tell();
    int before = connectionThreads();
    try (Viewing deaf = Viewing.small(watched.server().port());
        Viewing lively = new Viewing(watched.server().port(), "")) {
      lively.next();
      Deadline.await(PATIENCE, "both look", () -> watched.live().viewers().count() == 2);
      Thread writer =
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 1; watched.live().viewers().count() > 1 && i < 10_000_000; i += 500) {
                  invoke(i, i + 500);
                  Thread.yield();
                }
              });
      while (watched.live().viewers().count() > 1) {
        lively.next(); // is told on, while the other one blocks
      }
      writer.join();
      invoke(20_000_000, 20_000_001);
      while (!ended(lively.next()).contains("r20000000")) {
        continue;
      }
      assertTrue(deaf.socket.isConnected());
    }
    AtomicInteger told = new AtomicInteger(30_000_000);
    Deadline.await(
        PATIENCE,
        "the lively one is missed by what it is told",
        () -> {
          invoke(told.get(), told.incrementAndGet());
          return watched.live().viewers().count() == 0;
        });
    awaitNobody(before);
  }

  /** Nobody tells anything afterwards: it is the silence in which they are missed. */
  @Test
  void a_hundred_viewers_that_go_away_leave_nothing() throws Exception {
    watched.told().cold("pets", "e1", "r0");
    watched.tell();
    int before = connectionThreads();
    for (int i = 0; i < 100; i++) {
      try (Viewing viewing = new Viewing(watched.server().port(), "")) {
        if (i % 2 == 0) {
          viewing.next();
        }
      }
      if (i % 10 == 0) {
        invoke(i * 10 + 1, i * 10 + 2);
      }
      Deadline.await(PATIENCE, "there is a place", () -> watched.live().viewers().hasPlace());
    }
    awaitNobody(before);
  }

  private void awaitNobody(int threadsBefore) throws InterruptedException {
    Deadline.await(PATIENCE, "nobody looks", () -> watched.live().viewers().count() == 0);
    Deadline.await(
        PATIENCE, "their threads have ended", () -> connectionThreads() <= threadsBefore);
  }

  private static int connectionThreads() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("lambda-api-connection"))
            .count();
  }

  @Test
  void the_end_of_the_program_ends_the_stream() throws Exception {
    try (Viewing viewing = new Viewing(watched.server().port(), "")) {
      viewing.next();
      watched.live().close();
      try {
        while (true) {
          viewing.next();
        }
      } catch (IOException e) {
        assertEquals("the stream has ended", e.getMessage());
      }
    }
  }
}
