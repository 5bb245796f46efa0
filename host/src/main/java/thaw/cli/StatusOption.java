package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that names the HTTP statuses which a measured function behind an API may answer. */
final class StatusOption {
  @Option(
      names = "--expect-status",
      paramLabel = "STATUS",
      split = ",",
      description =
          "Statuses that a function behind an API may answer: 200, 404. Exit code 1 for any other."
              + " Default: counts statuses of 400 or more and warns of them.")
  private List<Integer> statuses = new ArrayList<>();

  List<Integer> statuses() {
    return statuses;
  }
}
