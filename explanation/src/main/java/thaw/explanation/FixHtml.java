package thaw.explanation;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.fix.Considered;
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
      PageFrame.of("page.css explanation/why.css explanation/fix.css", "tips.js basics.js copy.js");

  private FixHtml() {}

  /**
   * The content of a page.
   *
   * @param before the function as it is, as explained
   * @param deployed with what of the kept set is deployed as before, where that is not all of it
   * @param after with the kept set
   */
  public record Page(
      FixSubject subject,
      FixResult result,
      Optional<Explanation> before,
      Optional<Explanation> deployed,
      Optional<Explanation> after,
      Apply apply) {
    String function() {
      return subject.function();
    }

    /** Returns what is told of a remedy; why several were not offered is told at the first. */
    String why(Considered considered) {
      return result.considered().stream()
          .filter(each ->
              each.outcome() == considered.outcome() && each.reason().equals(considered.reason()))
          .findFirst()
          .map(Considered::remedy)
          .filter(first ->
              considered.outcome() == Considered.Outcome.NOT_OFFERED
                  && considered.hasRemedy()
                  && !first.equals(considered.remedy()))
          .map(first -> "as for " + first)
          .orElse(considered.reason());
    }

    FixHeadline headline() {
      return FixHeadline.of(subject, result);
    }

    /** Returns the explanations with the sizes that the search has measured. */
    Page sized() {
      return new Page(
          subject,
          result,
          before.map(each -> SizedExplanation.of(each, result.base().totalMillis())),
          deployed.map(each -> SizedExplanation.of(each, result.patchedFigures().totalMillis())),
          after.map(each -> SizedExplanation.of(each, result.result().totalMillis())),
          apply);
    }
  }

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

  static String text(Page given) {
    Page page = given.sized();
    double end =
        Stream.of(page.before(), page.deployed(), page.after())
            .flatMap(Optional::stream)
            .mapToDouble(explanation -> WhyTimeline.of(explanation, 0).end())
            .max()
            .orElse(0);
    return PageOutput.text(out ->
        JtefixGenerated.render(
            out, PageOutput.NO_INTERCEPTOR, FRAME, page, page.result(), measured(page), end));
  }

  /** Returns that of several kept steps which gained the most; empty where that is not proven. */
  static Optional<Step> best(FixResult result) {
    return result.steps().stream().filter(Step::kept).count() == 1
        ? Optional.empty()
        : result.steps().stream()
            .filter(
                step -> step.kept() && told(step).filter(ShiftInterval::isAboveZero).isPresent())
            .max(Comparator.comparingDouble(FixHtml::gain));
  }

  /**
   * Returns in words the part that a step has in the gain of the kept set: {@code most of the
   * gain}.
   */
  static String part(Step step, FixResult result) {
    double all = result.base().totalMillis() - result.result().totalMillis();
    return gain(step) > all / 2 ? "Most of the gain" : "The largest part of the gain";
  }

  /** Returns what a step gains by the last run, as far as there was one; else by its trial. */
  static double gain(Step step) {
    return told(step).map(ShiftInterval::median).orElse(0.0);
  }

  private static Optional<ShiftInterval> told(Step step) {
    return step.leftOut().or(step::gain);
  }

  /** Returns whether a column has a figure: one of dashes alone says nothing. */
  static boolean any(FixResult result, Function<Step, Optional<ShiftInterval>> column) {
    return result.steps().stream().anyMatch(step -> column.apply(step).isPresent());
  }

  private static String measured(Page page) {
    FixResult result = page.result();
    FixSubject subject = page.subject();
    String kept =
        result.gains()
            ? " and %s with what was kept"
                .formatted(Figures.counted(result.result().samples(), "start"))
            : "";
    String when =
        !result.isOfLastRun()
            ? "not confirmed yet"
            : result.gains() ? "in turn, after the search" : "after the search";
    return "Cold start at %s, on %s, changed and measured in a copy by thaw fix: medians of %s as it is%s, %s. %s"
        .formatted(
            subject.memory(),
            subject.jdk(),
            Figures.counted(result.base().samples(), "start"),
            kept,
            when,
            FixHeadline.ofThisMachine(subject, result));
  }
}
