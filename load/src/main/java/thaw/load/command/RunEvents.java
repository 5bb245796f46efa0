package thaw.load.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import thaw.app.running.EventFile;
import thaw.app.running.RunFile;
import thaw.problem.UserMistake;

/**
 * Follows what programs of {@code thaw run} on this machine write of their environments: which
 * requests were cold, and how many environments live.
 */
final class RunEvents implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PAUSE_MILLIS = 100;

  private final ColdWatch cold;
  private final List<EventFile.Reader> readers;
  private final AtomicInteger alive = new AtomicInteger();
  private final Thread follower;
  private volatile boolean ending;

  private RunEvents(ColdWatch cold, List<EventFile.Reader> readers) {
    this.cold = cold;
    this.readers = readers;
    this.follower = Thread.ofPlatform().name("load-events").daemon().start(this::follow);
  }

  /** Follows the events of all platforms that run now; it is empty when none does. */
  static Optional<RunEvents> of(List<RunFile> runs, ColdWatch cold) {
    List<EventFile.Reader> readers = new ArrayList<>();
    for (RunFile run : runs) {
      try {
        if (Files.isReadable(run.events())) {
          readers.add(EventFile.read(run.events()));
        }
      } catch (IOException | UserMistake e) {
        // It ends at this moment.
      }
    }
    return readers.isEmpty() ? Optional.empty() : Optional.of(new RunEvents(cold, readers));
  }

  int environments() {
    return alive.get();
  }

  private void follow() {
    try {
      while (true) {
        boolean last = ending;
        for (EventFile.Reader reader : readers) {
          for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
            take(line.get());
          }
        }
        if (last) {
          return;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      // What is not known is not shown.
    }
  }

  private void take(String line) {
    try {
      take(JSON.readTree(line));
    } catch (JsonProcessingException e) {
      // What a kill has cut off; the others are whole.
    }
  }

  private void take(JsonNode event) {
    JsonNode of = event.path("record");
    String requestId = of.path("requestId").asText();
    String environment = event.path("environment").asText();
    switch (event.path("type").asText()) {
      case "platform.initStart" -> {
        if (of.path("phase").asText().equals("init")) {
          alive.incrementAndGet();
        } else {
          cold.initialisedAgain(environment);
        }
      }
      case "platform.restoreStart" -> alive.incrementAndGet();
      case "thaw.ended" -> alive.decrementAndGet();
      case "platform.start" -> cold.begun(requestId, of.path("tracing").path("value").asText());
      case "platform.report" -> {
        JsonNode metrics = of.path("metrics");
        cold.ended(
            environment,
            requestId,
            metrics.has("initDurationMs"),
            metrics.has("restoreDurationMs"));
      }
      default -> {
        // says nothing of a request
      }
    }
  }

  /** Reads what is there before it ends. */
  @Override
  public void close() {
    ending = true;
    try {
      follower.join(TimeUnit.SECONDS.toMillis(5));
      for (EventFile.Reader reader : readers) {
        reader.close();
      }
    } catch (IOException e) {
      // Nothing was written to it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
