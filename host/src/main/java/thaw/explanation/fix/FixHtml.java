package thaw.explanation.fix;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.explanation.why.WhyTimeline;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.Figures;
import thaw.stats.ShiftInterval;

/**
 * Writes what {@code thaw fix} has proven as one HTML file that needs no network. All of it is
 * there without any script, which only shows figures under the pointer and copies commands.
 */
public final class FixHtml {
  private static final PageFrame FRAME =
      PageFrame.of(
          "page.css explanation/why/why.css explanation/fix.css", "tips.js basics.js copy.js");

  /** The factor below which a share is easier to understand. */
  private static final double LEAST_TIMES = 1.5;

  /** The factor from which on tenths say nothing. */
  private static final double MANY_TIMES = 10;

  private FixHtml() {}

  /**
   * The content of a page.
   *
   * @param function its logical id
   * @param before the function as it is
   * @param after with the kept set
   */
  public record Page(
      String function,
      FixResult result,
      Optional<Explanation> before,
      Optional<Explanation> after,
      Apply apply) {}

  /**
   * Tells how a result is put to use.
   *
   * @param commands as they are typed
   * @param notes what has to be done by hand
   * @param patch as git reads it; empty where no file of the project changes
   */
  public record Apply(List<Command> commands, List<String> notes, String patch) {
    public Apply {
      commands = List.copyOf(commands);
      notes = List.copyOf(notes);
    }
  }

  /**
   * A command and what it does.
   *
   * @param line as it is typed
   */
  public record Command(String line, String what) {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(Page page, Path file) {
    AtomicFile.write(file, text(page));
  }

  static String text(Page page) {
    double end =
        Stream.of(page.before(), page.after())
            .flatMap(Optional::stream)
            .mapToDouble(explanation -> WhyTimeline.of(explanation, 0).end())
            .max()
            .orElse(0);
    return PageOutput.text(out ->
        JtefixGenerated.render(
            out, PageOutput.NO_INTERCEPTOR, FRAME, page, page.result(), measured(page), end));
  }

  /** {@code starts 17 times as fast}, or the share of the time where that says more. */
  static String speed(FixResult result) {
    double times = 1 / result.ratio();
    return times >= LEAST_TIMES
        ? "starts "
            + String.format(Locale.ROOT, times < MANY_TIMES ? "%.1f" : "%,.0f", times)
            + " times as fast"
        : "starts in " + Figures.percent(result.ratio()) + " of the time";
  }

  /** Returns the kept step that gained the most. */
  static Optional<Step> best(FixResult result) {
    return result.steps().stream()
        .filter(step -> step.kept() && step.gain().isPresent())
        .max(Comparator.comparingDouble(FixHtml::gain));
  }

  /**
   * Returns in words the part that a step has in the gain of the kept set: {@code most of the
   * gain}.
   */
  static String part(Step step, FixResult result) {
    double all = result.base().totalMillis() - result.result().totalMillis();
    long kept = result.steps().stream().filter(Step::kept).count();
    return kept == 1
        ? "All of the gain"
        : gain(step) > all / 2 ? "Most of the gain" : "The largest part of the gain";
  }

  private static double gain(Step step) {
    return step.gain().map(ShiftInterval::median).orElse(0.0);
  }

  private static String measured(Page page) {
    FixResult result = page.result();
    String where =
        page.before()
            .map(Explanation::subject)
            .map(subject -> " at %d MB on %s".formatted(subject.memoryMiB(), subject.jdk()))
            .orElse("");
    return "Cold start%s, changed and measured in a copy by thaw fix: medians of %s as it is and %s with"
            .formatted(
                where,
                Figures.counted(result.base().samples(), "start"),
                Figures.counted(result.result().samples(), "start"))
        + " what was kept, "
        + (result.confirmed() ? "in turn, after the search." : "not confirmed yet.");
  }
}
