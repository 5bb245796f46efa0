package thaw.report;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.fix.FixResult;

/**
 * What {@code thaw fix} has proven as one HTML file that needs no network. All of it is there
 * without any script, which only shows figures under the pointer.
 */
public final class FixHtml {
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
    Template template = Template.ofResource("fix.html");
    Map<String, String> fillings = new HashMap<>(PagePolicy.fillings(template));
    FixSections sections = new FixSections(page);
    fillings.put("title", Html.text(page.function()));
    fillings.put("measured", measured(page));
    fillings.put("headline", headline(page.result()));
    fillings.put("steps", sections.steps());
    fillings.put("legend", WhyHtml.legend());
    fillings.put("waterfall", sections.waterfall());
    fillings.put("apply", sections.apply());
    fillings.put("people", sections.people());
    return template.fill(fillings);
  }

  private static String measured(Page page) {
    FixResult result = page.result();
    String where =
        page.before()
            .map(Explanation::subject)
            .map(subject -> " at %d MB on %s".formatted(subject.memoryMiB(), subject.jdk()))
            .orElse("");
    return Html.text(
        "Cold start%s, changed and measured in a copy by thaw fix: medians of %s as it is and %s with"
                .formatted(
                    where,
                    Figures.counted(result.base().samples(), "start"),
                    Figures.counted(result.result().samples(), "start"))
            + " what was kept, "
            + (result.confirmed() ? "in turn, after the search." : "not confirmed yet."));
  }

  private static String headline(FixResult result) {
    if (!result.gains()) {
      return "Nothing that was tried makes this cold start of <b>%s\u00a0ms</b> shorter."
          .formatted(Figures.millis(result.base().totalMillis()));
    }
    return "<b>%s\u00a0ms → %s\u00a0ms</b>, %s of what it was; CPU %s\u00a0ms → %s\u00a0ms."
        .formatted(
            Figures.millis(result.base().totalMillis()),
            Figures.millis(result.result().totalMillis()),
            Figures.percent(result.ratio()).replace(' ', '\u00a0'),
            Figures.millis(result.base().cpuMillis()),
            Figures.millis(result.result().cpuMillis()));
  }
}
