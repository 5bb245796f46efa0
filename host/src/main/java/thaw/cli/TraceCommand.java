package thaw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.app.run.RunFile;
import thaw.app.shared.Folders;
import thaw.cli.option.RunOption;
import thaw.problem.UserMistake;
import thaw.report.live.TraceTerminal;
import thaw.report.text.Terminal;

/** {@code thaw trace}: where a request of a running {@code thaw run} spent its time. */
@Command(
    name = "trace",
    description =
        "Shows where a request of a running thaw run spent its time, with what its function recorded.",
    mixinStandardHelpOptions = true)
public final class TraceCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final double NANOS_PER_MILLI = 1e6;

  @Mixin private RunOption run = new RunOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "REQUEST-ID",
      description = "The request, as in the function's log. Default: the slowest one.")
  private @Nullable String requestId;

  @Option(names = "--json", description = "Prints the trace as JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    Path cache = Folders.of(System.getenv()).cache();
    // Ids are found wherever they are; the slowest is that of one.
    for (RunFile file : requestId == null ? List.of(run.one(cache)) : run.matching(cache)) {
      Optional<JsonNode> trace = trace(file);
      if (trace.isPresent()) {
        System.out.print(json ? trace.get() + System.lineSeparator() : text(trace.get()));
        return ExitCode.DONE;
      }
    }
    throw requestId == null
        ? new UserMistake("no request has come yet", "send one, then ask again")
        : new UserMistake(
            "no trace of the request " + requestId + " is kept",
            "take an id of the last 1,000 requests, as START has it in the function's log");
  }

  private Optional<JsonNode> trace(RunFile file) throws InterruptedException {
    String id = requestId == null ? "slowest" : requestId;
    if (!id.matches("[0-9a-zA-Z-]+")) {
      return Optional.empty();
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(file.url() + "/_thaw/traces/" + id))
            .timeout(PATIENCE)
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      return response.statusCode() == 200
          ? Optional.of(new ObjectMapper().readTree(response.body()))
          : Optional.empty();
    } catch (IOException e) {
      throw new UserMistake(
          "the thaw run with the pid " + file.pid() + " does not answer at " + file.url(),
          "look at what it prints, or end it");
    }
  }

  public static String text(JsonNode trace) {
    Map<String, List<JsonNode>> parts = new LinkedHashMap<>();
    for (JsonNode span : trace.path("spans")) {
      parts.computeIfAbsent(span.path("parent").asText(), _ -> new ArrayList<>()).add(span);
    }
    JsonNode root = trace.path("spans").path(0);
    List<TraceTerminal.Line> lines = new ArrayList<>();
    addLines(root, 0, root.path("startEpochNanos").asLong(), parts, lines);
    return TraceTerminal.render(
        trace.path("requestId").asText(),
        trace.path("traceId").asText(),
        lines,
        Terminal.columns());
  }

  private static void addLines(
      JsonNode span,
      int depth,
      long begin,
      Map<String, List<JsonNode>> parts,
      List<TraceTerminal.Line> lines) {
    long start = span.path("startEpochNanos").asLong();
    lines.add(
        new TraceTerminal.Line(
            span.path("name").asText(),
            depth,
            (start - begin) / NANOS_PER_MILLI,
            (span.path("endEpochNanos").asLong() - start) / NANOS_PER_MILLI,
            mark(span)));
    // Taken out: what a function sends may say that a span is a part of itself.
    List<JsonNode> own = parts.remove(span.path("id").asText());
    if (own != null) {
      own.forEach(part -> addLines(part, depth + 1, begin, parts, lines));
    }
  }

  private static String mark(JsonNode span) {
    String clock = span.path("attributes").path("thaw.clock").asText();
    return (span.path("error").asBoolean() ? "failed " : "") + clock;
  }
}
