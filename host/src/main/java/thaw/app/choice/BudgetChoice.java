package thaw.app.choice;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.app.shared.Progress;
import thaw.experiment.Budget;
import thaw.experiment.Variant;
import thaw.function.Application;
import thaw.problem.UserMistake;

/**
 * Chooses the budget that the figures must not exceed.
 *
 * @param file absent for {@code budget.yaml} beside the template, if that exists
 */
public record BudgetChoice(Optional<Path> file) {
  /** The budget beside the template, if there is one. */
  public static final BudgetChoice USUAL = new BudgetChoice(Optional.empty());

  /** The file that was named, or the one beside the template if it exists. */
  public Optional<Path> file(Application application) {
    Path conventional = application.root().resolve(Budget.FILE_NAME);
    return file.or(() -> Optional.of(conventional).filter(Files::isRegularFile));
  }

  /**
   * Reads the budget, which is done before anything is measured: a mistake in it must not cost a
   * measurement.
   */
  public Optional<Budget> of(Application application) {
    Optional<Path> chosen = file(application);
    if (chosen.isEmpty()) {
      return Optional.empty();
    }
    Budget budget = Budget.read(chosen.get());
    if (budget.isEmpty()) {
      return Optional.empty();
    }
    budget.requireKnown(
        application.functions().stream().flatMap(function -> function.names().stream()).toList());
    return Optional.of(budget);
  }

  /** The budget, when it limits anything of these variants: a check of nothing must not pass. */
  public Optional<Budget> concerning(
      Optional<Budget> budget, List<Variant> variants, Progress progress) {
    if (budget.isEmpty() || budget.get().concerns(variants)) {
      return budget;
    }
    String nothing = budget.get().file() + " limits nothing of what is measured";
    if (file.isPresent()) {
      throw new UserMistake(
          nothing, "correct its function, memory, jdk and start, or leave them out");
    }
    progress.line("warning: " + nothing);
    return Optional.empty();
  }
}
