package thaw.explanation;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Subject;
import thaw.attribution.warmup.WarmUp;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.Figures;

/**
 * An explained cold start as one HTML file that needs no network, as {@code HtmlReport} is one of
 * an experiment.
 *
 * <p>Waterfall, causes, findings and comparison are there without any script; the flame graph and
 * the long tables are drawn by the page's own script from the data that it carries.
 */
final class WhyHtml {

  /** Kinds of causes that the headline names. */
  private static final int LARGEST_KINDS = 3;

  private static final PageFrame FRAME =
      PageFrame.of(
          "page.css explanation/why.css",
          """
          tips.js basics.js copy.js explanation/why.js explanation/tables.js
          explanation/tree.js explanation/draw.js explanation/flame.js
          """);

  private WhyHtml() {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param warmUp the first requests of a function on managed instances
   * @param older what the explanation is compared with
   * @param next the commands that the page ends with
   */
  static void write(
      Explanation explanation,
      Optional<WarmUp> warmUp,
      Optional<Explanation> older,
      WhyNext next,
      Path file) {
    AtomicFile.write(file, page(explanation, warmUp, older, next));
  }

  static String page(
      Explanation explanation, Optional<WarmUp> warmUp, Optional<Explanation> older, WhyNext next) {
    return PageOutput.text(out ->
        JtewhyGenerated.render(
            out,
            PageOutput.NO_INTERCEPTOR,
            FRAME.with(WhyData.of(explanation, older)),
            explanation,
            warmUp.map(WarmUpPage::of),
            recorded(explanation, next),
            largest(explanation),
            next,
            WhyCauses.of(explanation),
            ClassMap.of(explanation),
            older.map(before -> WhyDiff.of(before, explanation))));
  }

  private static String recorded(Explanation explanation, WhyNext next) {
    Subject subject = explanation.subject();
    return "Cold start of %s at %s MB on %s, recorded %s, %s merged; milliseconds are of this machine, and %s predicts those of Lambda."
        .formatted(
            subject.handler(),
            subject.memoryMiB(),
            subject.jdk(),
            Figures.minute(subject.recordedAt()),
            Figures.counted(subject.runs(), "profiled run"),
            next.asLambda());
  }

  /** The largest kinds of causes. */
  private static String largest(Explanation explanation) {
    double own = explanation.ownMillis();
    return new WhyMatrix(explanation)
        .kinds().entrySet().stream()
            .filter(kind -> kind.getValue() > 0 && kind.getKey() != Cause.Kind.UNEXPLAINED)
            .map(kind -> Map.entry(kind.getKey(), kind.getValue() - hostMillis(kind, explanation)))
            .sorted(Map.Entry.<Cause.Kind, Double>comparingByValue().reversed())
            .limit(LARGEST_KINDS)
            .map(kind ->
                "%s %s\u00a0ms (%s)"
                    .formatted(
                        KindText.label(kind.getKey()),
                        Figures.millis(kind.getValue()),
                        own > 0 ? Figures.percent(kind.getValue() / own) : Figures.MISSING))
            .collect(Collectors.joining(", "));
  }

  /** Returns the milliseconds of other programs, which are told apart. */
  private static double hostMillis(Map.Entry<Cause.Kind, Double> kind, Explanation explanation) {
    return kind.getKey() == Cause.HOST_CONTENTION.kind() ? explanation.hostMillis() : 0;
  }
}
