package thaw.report.fix;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.fix.FixResult;
import thaw.report.page.PageFrame;
import thaw.report.page.PageOutput;
import thaw.report.text.AtomicFile;
import thaw.report.text.Figures;
import thaw.report.why.WhyTimeline;

/**
 * What {@code thaw fix} has proven as one HTML file that needs no network. All of it is there
 * without any script, which only shows figures under the pointer.
 */
public final class FixHtml {
  private static final PageFrame FRAME = PageFrame.of("page.css why.css fix.css", "tips.js");

  private FixHtml() {}

  /**
   * What a page is made of.
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
   * How a result is put to use.
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
            .mapToDouble(explanation -> WhyTimeline.of(explanation).end())
            .max()
            .orElse(0);
    return PageOutput.text(out ->
        JtefixGenerated.render(
            out, PageOutput.NO_INTERCEPTOR, FRAME, page, page.result(), measured(page), end));
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
