package thaw.app.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import thaw.app.running.EventFile;
import thaw.app.running.RunFile;
import thaw.attribution.LiveRequest;
import thaw.attribution.LiveTrace;
import thaw.problem.UserMistake;

/**
 * Tells where the time of a running platform's slowest request went, by its own events.
 *
 * @param run the platform
 * @param requests how many have ended
 */
public record WhyLive(RunFile run, LiveRequest slowest, int requests) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param function only this one's requests; all when absent
   * @throws UserMistake when none has ended
   */
  public static WhyLive of(RunFile run, Optional<String> function) {
    LiveTrace trace = read(run.events());
    LiveRequest slowest =
        trace
            .slowest(function)
            .orElseThrow(() ->
                new UserMistake(
                    function.map(name -> "no request of " + name).orElse("no request")
                        + " has ended yet on "
                        + run.url(),
                    "send one, then ask again"));
    return new WhyLive(run, slowest, trace.requests());
  }

  private static LiveTrace read(Path events) {
    LiveTrace trace = new LiveTrace();
    try (EventFile.Reader reader = EventFile.read(events)) {
      for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
        trace.add(event(JSON.readTree(line.get())));
      }
      return trace;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + events + ": " + e, e);
    }
  }

  private static LiveTrace.Event event(JsonNode line) {
    JsonNode record = line.path("record");
    double latency = 0;
    for (JsonNode span : record.path("spans")) {
      if (span.path("name").asText().equals("responseLatency")) {
        latency = span.path("durationMs").asDouble();
      }
    }
    return new LiveTrace.Event(
        Instant.parse(line.path("time").asText()),
        line.path("nanos").asLong(),
        line.path("function").asText(),
        line.path("environment").asText(),
        line.path("type").asText(),
        record.path("requestId").asText(),
        record.path("status").asText(),
        record.path("initializationType").asText(),
        record.path("phase").asText(),
        latency);
  }
}
