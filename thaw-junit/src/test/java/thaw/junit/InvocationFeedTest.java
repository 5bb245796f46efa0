package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.program.ThawException;

class InvocationFeedTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;
  private Path file;
  private InvocationFeed feed;

  @BeforeEach
  void begin() throws IOException {
    file = Files.createFile(folder.resolve("events.jsonl"));
    feed = new InvocationFeed(file);
  }

  @AfterEach
  void end() {
    Thread.interrupted();
    feed.close();
  }

  private void ends(String requestId) throws IOException {
    Files.writeString(
        file,
        """
        {"type":"platform.report","environment":"stream","function":"Create","record":%s}
        """
            .formatted("{\"requestId\":\"%s\",\"status\":\"success\"}".formatted(requestId)),
        StandardOpenOption.APPEND);
  }

  private static List<String> ids(List<FunctionInvocation> invocations) {
    return invocations.stream().map(FunctionInvocation::requestId).collect(Collectors.toList());
  }

  @Test
  void an_interrupted_thread_is_told_so_and_stays_interrupted() {
    Thread.currentThread().interrupt();
    ThawException told =
        assertThrows(ThawException.class, () -> feed.await(0, invocation -> true, LONG));
    assertTrue(told.getMessage().startsWith("the test was interrupted"), told.getMessage());
    assertTrue(Thread.currentThread().isInterrupted());
  }

  @Test
  void an_interrupted_thread_takes_the_events_from_no_other_test() throws IOException {
    ends("1");
    Thread.currentThread().interrupt();
    assertEquals(List.of("1"), ids(feed.since(0)));
    assertTrue(Thread.interrupted());
    ends("2");
    assertEquals(List.of("1", "2"), ids(feed.since(0)));
  }

  @Test
  void what_has_ended_before_is_given_to_an_interrupted_thread_too() throws IOException {
    ends("1");
    Thread.currentThread().interrupt();
    assertEquals(
        "1", feed.await(0, invocation -> true, LONG).map(FunctionInvocation::requestId).orElse(""));
    assertTrue(Thread.currentThread().isInterrupted());
  }

  @Test
  void from_a_place_on_there_is_what_ended_after_it() throws IOException {
    ends("1");
    int place = feed.place();
    assertEquals(List.of(), ids(feed.since(place)));
    ends("2");
    assertEquals(List.of("2"), ids(feed.since(place)));
  }
}
