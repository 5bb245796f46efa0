package thaw.report.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.model.FittedModel;
import thaw.model.LambdaEstimate;
import thaw.model.ModelPhase;
import thaw.model.PublishedRestores;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartGain;
import thaw.tuning.SnapStartPriming;

/**
 * The savings of SnapStart that are expected for a function on AWS Lambda.
 *
 * @param plainMillis of a start without SnapStart
 * @param often of a version that is often restored, for each kind of priming
 * @param firstMillis of a version that was never restored before: at least that long
 * @param firstSavedMillis at most
 * @param firstOutcome in words
 * @param evidence of first restores
 */
record SnapStartOutlook(
    String function,
    int memoryMiB,
    LambdaEstimate plainMillis,
    List<OftenRestored> often,
    LambdaEstimate firstMillis,
    Saving firstSavedMillis,
    Outcome firstOutcome,
    PublishedRestores.Cell evidence) {
  /** Tells what an interval says against that of plain starts. */
  enum Outcome {
    /** Restores are faster: the intervals do not meet. */
    PAYS("pays"),
    /** The intervals meet, or what is known is a least. */
    OPEN("may pay or not"),
    /** Restores are slower: the intervals do not meet. */
    HURTS("hurts");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    static Outcome of(LambdaEstimate plain, LambdaEstimate restored) {
      return restored.high() < plain.low() ? PAYS : restored.low() > plain.high() ? HURTS : OPEN;
    }
  }

  /**
   * The interval goes from the ends at which least is saved to those at which most is, so it holds
   * the saving at least as often as each estimate holds its figure. Negative is lost.
   */
  record Saving(double expected, double low, double high) {
    static Saving of(LambdaEstimate plain, LambdaEstimate restored) {
      return new Saving(
          plain.millis() - restored.millis(),
          plain.low() - restored.high(),
          plain.high() - restored.low());
    }

    /**
     * Returns the saving in money, from a price for each unit and a sum that is paid in any case.
     */
    Saving priced(double each, double paid) {
      return new Saving(expected * each - paid, low * each - paid, high * each - paid);
    }
  }

  /**
   * @param savedUsdOfMillion cold starts, at least: as if the whole restore were billed, of which
   *     Lambda bills only what runs code
   */
  record OftenRestored(
      SnapStartPriming priming,
      LambdaEstimate restoredMillis,
      Outcome outcome,
      Saving savedMillis,
      Saving savedUsdOfMillion) {}

  /**
   * A document's members, absent where they were not asked for.
   *
   * @param onLambdaUntold why a function is not among these, one sentence each
   */
  record OnLambda(
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<SnapStartOutlook>> onLambda,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> onLambdaUntold) {
    static OnLambda of(
        SnapStartComparison comparison, ExperimentResult result, Optional<FittedModel> model) {
      return new OnLambda(
          model.map(each -> all(comparison, result, each)),
          model.map(each -> untold(comparison, result, each)).orElse(List.of()));
    }
  }

  private static List<String> untold(
      SnapStartComparison comparison, ExperimentResult result, FittedModel model) {
    return LambdaView.of(model, result.host())
        .silent()
        .map(List::of)
        .orElseGet(() ->
            comparison.cases().stream().flatMap(each -> untold(each, model).stream()).toList());
  }

  /** Says so where a start without SnapStart is far from all that the model knows. */
  static List<String> untold(SnapStartCase function, FittedModel model) {
    if (function.failure().isPresent()) {
      return List.of(SnapStartText.fails(function) + ": nothing is expected of its restores.");
    }
    LambdaTold told = new LambdaTold(model.model());
    function
        .reportedMillis()
        .ifPresent(plain -> told.add(function.function(), ModelPhase.TOTAL, plain));
    return told.untold();
  }

  /** None where nothing limits the CPU: such times tell nothing. */
  static List<SnapStartOutlook> all(
      SnapStartComparison comparison, ExperimentResult result, FittedModel model) {
    PublishedRestores published = PublishedRestores.read();
    return Guarantees.cpuUnlimited(result.host())
        ? List.of()
        : comparison.cases().stream()
            .filter(each -> each.failure().isEmpty())
            .flatMap(each -> of(each, comparison, model, published).stream())
            .toList();
  }

  /** Empty where the model knows nothing of its plain starts. */
  private static Optional<SnapStartOutlook> of(
      SnapStartCase function,
      SnapStartComparison comparison,
      FittedModel model,
      PublishedRestores published) {
    PublishedRestores.Cell cell =
        published.nearest(version(function.runtime(), published), function.memoryMiB());
    LambdaEstimate first = cell.total();
    return function
        .reportedMillis()
        .flatMap(millis -> model.model().expected(ModelPhase.TOTAL, millis))
        .map(plain ->
            new SnapStartOutlook(
                function.function(),
                function.memoryMiB(),
                plain,
                often(function, plain, comparison, model),
                first,
                Saving.of(plain, first),
                // never PAYS: it may take any time beyond what is known
                first.low() > plain.high() ? Outcome.HURTS : Outcome.OPEN,
                cell));
  }

  private static List<OftenRestored> often(
      SnapStartCase function,
      LambdaEstimate plain,
      SnapStartComparison comparison,
      FittedModel model) {
    LambdaPrices prices = comparison.prices();
    double usdOfMillis = prices.usdOfMillionMillis(function.memoryMiB());
    double restoresUsd =
        function.cacheUsdOfMonth().isPresent() // then AWS charges restores as well
            ? prices.snapStart().usdOfMillion(function.memoryMiB())
            : 0;
    List<OftenRestored> often = new ArrayList<>();
    for (SnapStartGain gain : function.gains()) {
      if (gain.primed() || model.tellsUnprimed()) { // else the model's line is of primed functions
        model
            .model()
            .expected(ModelPhase.RESTORED, gain.reportedMillis())
            .ifPresent(restored -> {
              Saving saved = Saving.of(plain, restored);
              often.add(
                  new OftenRestored(
                      gain.priming(),
                      restored,
                      Outcome.of(plain, restored),
                      saved,
                      saved.priced(usdOfMillis, restoresUsd)));
            });
      }
    }
    return often;
  }

  /** Returns the Java version; for another runtime, that of the newest Java. */
  private static int version(String runtime, PublishedRestores published) {
    String digits = runtime.startsWith("java") ? runtime.replaceAll("^java(\\d+).*", "$1") : "";
    return digits.chars().allMatch(Character::isDigit) && !digits.isEmpty()
        ? Integer.parseInt(digits)
        : published.newestVersion();
  }
}
