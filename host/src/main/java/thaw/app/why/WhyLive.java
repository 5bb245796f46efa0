package thaw.app.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.app.run.EventFile;
import thaw.app.run.RunFile;
import thaw.app.shared.Progress;
import thaw.attribution.LiveRequest;
import thaw.attribution.LiveTrace;
import thaw.problem.UserMistake;
import thaw.report.live.LiveTerminal;

/** {@code thaw why --live}: where the time of a running platform's slowest request went. */
public final class WhyLive {
  private static final ObjectMapper JSON = new ObjectMapper();

  private WhyLive() {}

  /**
   * @param function only this one's requests; all when null
   */
  public static String of(RunFile run, @Nullable String function) {
    LiveTrace trace = read(run.events());
    LiveRequest slowest =
        trace
            .slowest(Optional.ofNullable(function))
            .orElseThrow(() ->
                new UserMistake(
                    (function == null ? "no request" : "no request of " + function)
                        + " has ended yet on "
                        + run.url(),
                    "send one, then ask again"));
    return LiveTerminal.render(slowest, trace.requests(), run.source(), Progress.columns());
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
        latency);
  }
}
