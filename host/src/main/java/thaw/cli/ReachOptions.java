package thaw.cli;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import thaw.app.run.ServerReach;
import thaw.problem.UserMistake;

/** Options by which the user says who reaches the servers of {@code thaw run}. */
final class ReachOptions {
  private static final Pattern ORIGIN = Pattern.compile("\\*|null|[a-z][a-z0-9+.-]*://[^/\\s]+");

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on. Default: ${DEFAULT-VALUE}, this machine only.")
  private String host = ServerReach.LOOPBACK.host();

  @Option(
      names = "--allow-changes",
      description =
          "Lets everybody who reaches the Lambda API change functions, which means to run code as"
              + " you, and see events, responses, logs and traces. Default: only your own programs"
              + " on this machine; others may invoke and read figures.")
  private boolean changes;

  @Option(
      names = "--allow-origin",
      paramLabel = "ORIGIN",
      description =
          "An origin such as https://example.com whose pages may send any request to APIs of API"
              + " Gateway, also without a CORS configuration; * for all. May be repeated. Pages of"
              + " this machine always may.")
  private List<String> origins = List.of();

  /**
   * @param names under which requests may come, too
   */
  ServerReach reach(List<String> names) {
    for (String origin : origins) {
      if (!ORIGIN.matcher(origin).matches()) {
        throw new UserMistake(
            "--allow-origin must be scheme and host, perhaps with a port: " + origin,
            "use for example --allow-origin https://example.com");
      }
    }
    return new ServerReach(host, names, changes, Set.copyOf(origins));
  }
}
