package thaw.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Warning;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;
import thaw.remedy.priming.GeneratedPriming;
import thaw.remedy.priming.PrimingSource;
import thaw.tuning.MedianRange;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartFailure;
import thaw.tuning.SnapStartGain;
import thaw.tuning.SnapStartPriming;
import thaw.tuning.SnapStartRisk;
import thaw.tuning.SnapStartVerdict;

/** Whether SnapStart pays, in sentences that the terminal and the page have in common. */
public final class SnapStartText {
  private SnapStartText() {}

  /** Returns what the page begins with: whether it pays, by how much, and the hook to copy. */
  public static Lead lead(
      SnapStartComparison comparison, ExperimentResult result, SnapStartDetails details) {
    return new Lead(
        comparison.cases().stream()
            .map(each -> answer(each, details, busy(result).map(words -> " " + words).orElse("")))
            .toList(),
        comparison.cases().stream().map(each -> part(each, details)).toList());
  }

  /** Of what can be deployed: an invocation before the snapshot is no hook yet. */
  private static Lead.Answer answer(SnapStartCase function, SnapStartDetails details, String busy) {
    Optional<SnapStartFailure> failure = function.failure();
    if (failure.isPresent()) {
      return new Lead.Answer(
          fails(function),
          ": %s %s".formatted(failure(failure.get()), String.join(" ", causes(function, details))));
    }
    Optional<SnapStartGain> best =
        function.gains().stream()
            .filter(gain -> gain.priming() != SnapStartPriming.EVENT)
            .min(Comparator.comparingDouble(gain -> gain.restoredMillis().p50()));
    String name = function.title() + ", " + Figures.whole(function.memoryMiB()) + " MB";
    return best.map(gain ->
            new Lead.Answer(
                "SnapStart %s here for %s".formatted(gain.verdict().words(), name),
                ": %s, the response comes after %s ms%s, and %s%s.%s"
                    .formatted(
                        gain.priming().words(),
                        Figures.millis(gain.restoredMillis().p50()),
                        function
                            .plainMillis()
                            .map(plain ->
                                ", without SnapStart after " + Figures.millis(plain.p50()) + " ms")
                            .orElse(""),
                        difference(gain),
                        chance(gain),
                        busy)))
        .orElseGet(() ->
            new Lead.Answer(
                "There is no verdict for " + name,
                function.withoutFigures().isEmpty()
                    ? "."
                    : ": " + function.withoutFigures().getFirst() + "."));
  }

  /** Returns the verdict on a function that answers no restored request. */
  static String fails(SnapStartCase function) {
    return "%s, %s MB, fails with SnapStart"
        .formatted(function.title(), Figures.whole(function.memoryMiB()));
  }

  /** Returns how it fails, as a sentence. */
  static String failure(SnapStartFailure failure) {
    String cause = failure.cause().strip();
    return "%s, %s: %s%s"
        .formatted(
            failure.priming().words(), failure.words(), cause, cause.endsWith(".") ? "" : ".");
  }

  /** Returns in sentences by what it fails, as far as its snapshot and its code tell. */
  static List<String> causes(SnapStartCase function, SnapStartDetails details) {
    List<SnapStartRisk> known =
        details.risksOf(function).stream()
            .flatMap(each -> each.risks().stream())
            .filter(SnapStartRisk::breaks)
            .toList();
    return known.isEmpty()
        ? List.of(
            "Starts without SnapStart answer the same event, so a restore is the cause: what it"
                + " breaks, and the log of its first request, are below.")
        : known.stream()
            .map(risk -> "Cause: %s. Remedy: %s.".formatted(risk.text(), risk.remedy()))
            .toList();
  }

  private static Lead.Part part(SnapStartCase function, SnapStartDetails details) {
    List<String> sentences = new ArrayList<>();
    for (SnapStartGain gain : function.gains()) {
      sentences.add(gain.priming().words() + ": " + gain(function, gain));
      bound(function, gain)
          .ifPresent(bound -> sentences.add(gain.priming().words() + ": " + bound));
    }
    function.cacheUsdOfMonth().ifPresent(usd -> sentences.add(cache(usd)));
    deployment(function).ifPresent(sentences::add);
    function.withoutFigures().forEach(each -> sentences.add("no verdict: " + each));
    List<Lead.Code> files = new ArrayList<>();
    for (SnapStartDetails.Written written : details.of(function)) {
      sentences.add("generated priming: " + priming(written));
      options(written).ifPresent(sentences::add);
      files.add(
          new Lead.Code(
              "The hook, ready to copy, which says in its first lines where it goes: "
                  + written.folder().resolve(PrimingSource.NAME + ".java"),
              PrimingSource.of(written.priming())));
    }
    for (SnapStartDetails.OfFunction risks : details.risksOf(function)) {
      for (SnapStartRisk risk : risks.risks()) {
        sentences.add(
            risk.kind().words()
                + ": "
                + risk.text()
                + (risk.remedy().isEmpty() ? "" : ". Remedy: " + Text.withoutCode(risk.remedy())));
      }
      risks.explanation().ifPresent(page -> sentences.add("a restore explained: " + page));
    }
    return new Lead.Part(
        "Whether SnapStart pays for %s, %s MB, %s"
            .formatted(function.title(), Figures.whole(function.memoryMiB()), function.jdk()),
        sentences,
        files);
  }

  /**
   * Says that milliseconds and dollars have the time of other programs in them; empty where they
   * have not.
   */
  static Optional<String> busy(ExperimentResult result) {
    return result.warnings().stream()
        .filter(Warning::ofMachine)
        .findFirst()
        .map(warning ->
            "Milliseconds and USD have the time of other programs in them, which Lambda does not bill: %s (%s)."
                .formatted(warning.message(), warning.evidence()));
  }

  static String gain(SnapStartCase function, SnapStartGain gain) {
    String restored =
        "%s ms, median of %d restores%s"
            .formatted(
                Figures.millis(gain.restoredMillis().p50()),
                gain.restoredMillis().count(),
                gain.invokedBefore()
                    ? ", each after an invocation before the snapshot, which is not as on Lambda"
                    : "");
    return function.failure().isPresent()
        ? restored // whatever it saves, it cannot be deployed
        : saved(gain) + "; " + restored;
  }

  private static String saved(SnapStartGain gain) {
    return "%s here: %s%s".formatted(gain.verdict().words(), difference(gain), chance(gain));
  }

  private static String difference(SnapStartGain gain) {
    boolean costs = gain.savedMillis().median() < 0;
    return "it %s %s ms and %s USD of a million cold starts"
        .formatted(
            costs ? "costs" : "saves",
            millis(costs ? gain.savedMillis().negated() : gain.savedMillis()),
            usd(costs ? gain.savedUsdOfMillion().negated() : gain.savedUsdOfMillion()));
  }

  private static String chance(SnapStartGain gain) {
    return gain.verdict() == SnapStartVerdict.DOES_NOT_PAY ? ", which may be chance" : "";
  }

  /** Returns how much longer Lambda's restore may take; empty where it does not pay here. */
  static Optional<String> bound(SnapStartCase function, SnapStartGain gain) {
    return gain.verdict() == SnapStartVerdict.PAYS && function.failure().isEmpty()
        ? Optional.of(
            "it pays on Lambda as long as its restore takes less than %s ms longer than here"
                .formatted(Figures.millis(gain.savedMillis().low())))
        : Optional.empty();
  }

  /** Returns how SnapStart is deployed, where it pays by what can be deployed. */
  static Optional<String> deployment(SnapStartCase function) {
    return function.gains().stream()
        .filter(gain -> gain.verdict() == SnapStartVerdict.PAYS && function.failure().isEmpty())
        .map(SnapStartGain::priming)
        .filter(priming -> priming != SnapStartPriming.EVENT)
        .findFirst()
        .map(_ ->
            "To deploy it, set in the template SnapStart: {ApplyOn: PublishedVersions} and, for SAM, AutoPublishAlias: live (in a stack of CDK: snapStart: SnapStartConf.ON_PUBLISHED_VERSIONS, and an alias of currentVersion); callers must invoke that alias, since $LATEST has no snapshot.");
  }

  static String cache(double usd) {
    return "The snapshot of a version costs %s USD in 30 days.".formatted(usd(usd));
  }

  static String priming(SnapStartDetails.Written written) {
    GeneratedPriming priming = written.priming();
    int classes = priming.classes().size();
    return "%s class%s, %s of them initialised, and %s, in %s"
        .formatted(
            Figures.whole(classes),
            classes == 1 ? "" : "es",
            Figures.whole(priming.initialised().size()),
            Figures.counted(priming.calls().size(), "safe call"),
            written.folder());
  }

  static Optional<String> options(SnapStartDetails.Written written) {
    return written.used().jvmOptions().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "its JVM also has %s, so that what it saves against the function as it is comes from both"
                .formatted(String.join(" ", written.used().jvmOptions())));
  }

  private static String millis(MedianRange saved) {
    return "%s (%s to %s)"
        .formatted(signed(saved.median()), signed(saved.low()), signed(saved.high()));
  }

  private static String signed(double millis) {
    return (millis < 0 ? "-" : "") + Figures.millis(Math.abs(millis));
  }

  private static String usd(MedianRange saved) {
    return "%s (%s to %s)".formatted(usd(saved.median()), usd(saved.low()), usd(saved.high()));
  }

  private static String usd(double usd) {
    return String.format(Locale.ROOT, "%.2f", usd);
  }
}
