package thaw.app.running;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import thaw.problem.UserMistake;

/** Asks a running platform about itself over HTTP. */
public final class RunAnswers {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private RunAnswers() {}

  /** Its functions, environments and queues. */
  public static JsonNode status(RunFile file) throws InterruptedException {
    return got(file, "status")
        .orElseThrow(() ->
            new UserMistake(
                "the thaw run with the pid " + file.pid() + " does not say what it runs",
                "start it again: it may be of another version"));
  }

  /** Where requests of its functions to hosts of AWS go; none where it is of another version. */
  public static JsonNode hosts(RunFile file) throws InterruptedException {
    return got(file, "data/addresses")
        .map(addresses -> addresses.path("hosts"))
        .orElse(MissingNode.getInstance());
  }

  /** The names of its functions. */
  public static List<String> functions(RunFile file) throws InterruptedException {
    return status(file)
        .path("functions")
        .valueStream()
        .map(function -> function.path("name").asText())
        .toList();
  }

  /**
   * Returns the trace of a request: where it spent its time.
   *
   * @param requestId as in the function's log, looked for in all that run; absent for the slowest
   *     request of one
   * @throws UserMistake when there is none
   */
  public static JsonNode trace(RunChoice run, Optional<String> requestId, Path cache)
      throws InterruptedException {
    String id = requestId.orElse("slowest");
    List<RunFile> asked = requestId.isEmpty() ? List.of(run.one(cache)) : run.matching(cache);
    if (id.matches("[0-9a-zA-Z-]+")) {
      for (RunFile file : asked) {
        Optional<JsonNode> trace = got(file, "traces/" + id);
        if (trace.isPresent()) {
          return trace.get();
        }
      }
    }
    throw requestId.isEmpty()
        ? new UserMistake("no request has come yet", "send one, then ask again")
        : new UserMistake(
            "no trace of the request " + id + " is kept",
            "take an id of the last 1,000 requests, as START has it in the function's log");
  }

  /**
   * Returns the time line of a durable execution.
   *
   * @param execution its ARN, name or id, looked for in all that run
   * @throws UserMistake when there is none
   */
  public static JsonNode execution(RunChoice run, String execution, Path cache)
      throws InterruptedException {
    String path = "data/executions/" + URLEncoder.encode(execution, StandardCharsets.UTF_8);
    for (RunFile file : run.matching(cache)) {
      Optional<JsonNode> found = got(file, path);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new UserMistake(
        "no thaw run that is running knows one durable execution " + execution,
        "take an ARN of the live page; with --data FOLDER that of a thaw run that has ended");
  }

  /** Returns what a {@code thaw run} answers; empty when it answers that there is none. */
  private static Optional<JsonNode> got(RunFile file, String path) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(file.url() + "/_thaw/" + path)).timeout(PATIENCE).build();
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
}
