package thaw.load.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that choose what is sent over HTTP, and what must come back. */
final class RequestOptions {
  @Option(
      names = {"-X", "--method"},
      paramLabel = "METHOD",
      description = "HTTP method. Default: GET; POST with a --body.")
  private @Nullable String method;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "A header; repeatable.")
  private List<String> headers = List.of();

  @Option(names = "--body", paramLabel = "TEXT|@FILE", description = "The body.")
  private @Nullable String body;

  @Option(
      names = "--expect-status",
      paramLabel = "STATUS",
      split = ",",
      description = "Statuses that count as answers. Default: every 2xx.")
  private List<Integer> statuses = List.of();

  @Option(
      names = "--expect-body",
      paramLabel = "REGEX",
      description = "Regular expression that must match a part of the body.")
  private @Nullable String expectedBody;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description =
          "Time limit for a whole answer, from its request's first byte. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "30s")
  private String timeout = RequestChoice.USUAL_PATIENCE;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Most connections at once. A request that finds all of them busy waits, and its wait"
              + " counts. Default: ${DEFAULT-VALUE}.",
      defaultValue = "256")
  private int connections = RequestChoice.USUAL_CONNECTIONS;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "Certificates to trust, PEM; in place of the JDK's.")
  private @Nullable Path certificates;

  @Option(
      names = {"-k", "--insecure"},
      description = "Trusts every certificate.")
  private boolean insecure;

  RequestChoice choice() {
    return new RequestChoice(
        Optional.ofNullable(method),
        headers,
        Optional.ofNullable(body),
        statuses,
        Optional.ofNullable(expectedBody),
        timeout,
        connections,
        Optional.ofNullable(certificates),
        insecure);
  }
}
