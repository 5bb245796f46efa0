package thaw.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.choice.BudgetChoice;

/** The option that names the budget which figures must not exceed. */
final class BudgetOption {
  @Option(
      names = "--budget",
      paramLabel = "FILE",
      description =
          "File with limits for the figures; exit code 1 when a figure is over its limit. Default:"
              + " budget.yaml beside the template, if it exists.")
  private @Nullable Path file;

  BudgetChoice choice() {
    return new BudgetChoice(Optional.ofNullable(file));
  }
}
