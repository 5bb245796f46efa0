package thaw.explanation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import thaw.attribution.warmup.WarmRemedy;
import thaw.attribution.warmup.WarmUp;
import thaw.attribution.warmup.WarmUp.StretchTimes;
import thaw.attribution.warmup.WarmWork;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;

/** First requests on a terminal, below what {@code thaw why} says of the init phase. */
public final class WarmUpTerminal {
  private static final int NARROWEST = 60;
  private static final int WIDEST = 110;
  private static final int MOST_USES = 8;
  private static final int MOST_LIBRARIES = 5;

  private final WarmUp warmUp;
  private final int columns;
  private final boolean ansi;
  private final List<String> lines = new ArrayList<>();

  private WarmUpTerminal(WarmUp warmUp, int columns, boolean ansi) {
    this.warmUp = warmUp;
    this.columns = Math.clamp(columns, NARROWEST, WIDEST);
    this.ansi = ansi;
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(WarmUp warmUp, int columns, boolean ansi) {
    WarmUpTerminal terminal = new WarmUpTerminal(warmUp, columns, ansi);
    terminal.head();
    terminal.stretches();
    terminal.uses();
    terminal.classes();
    terminal.remedies();
    warmUp.notes().forEach(note -> terminal.lines.addAll(wrapped("note: ", note, terminal)));
    return String.join("\n", terminal.lines) + "\n";
  }

  private static List<String> wrapped(String indent, String text, WarmUpTerminal terminal) {
    return Text.wrap(indent, Text.clean(text), terminal.columns);
  }

  private void head() {
    section("first requests");
    lines.addAll(wrapped("", WarmUpText.answer(warmUp), this));
    lines.addAll(wrapped("", WarmUpText.load(warmUp), this));
    lines.add("");
  }

  private void stretches() {
    List<StretchTimes> rows = warmUp.stretches();
    List<Column> table = new ArrayList<>();
    table.add(column("", "p50 ms", 0, each -> Figures.millis(each.p50Millis())));
    table.add(column("", "slowest", 6, each -> Figures.millis(each.slowestMillis())));
    table.add(column("mean", "ms", 0, each -> Figures.millis(each.meanMillis())));
    table.add(column("of it", "CPU", 0, each -> Figures.millis(each.cpuMillis())));
    table.add(column("CPU", "wait", 0, each -> Figures.millis(each.waitingMillis())));
    table.add(column("", "rest", 0, each -> Figures.millis(each.restMillis())));
    for (WarmWork kind : WarmWork.values()) {
      if (rows.stream().anyMatch(row -> row.millis(kind) > 0)) {
        table.add(
            column(above(kind), below(kind), kind.ordinal(), each -> WarmUpText.work(each, kind)));
      }
    }
    table.add(column("JIT", "beside", 3, each -> Figures.millis(each.jitMillis())));
    table.add(column("classes", "loaded", 2, each -> Figures.whole(each.classesLoaded())));
    table.add(
        column(
            "methods",
            "compiled",
            2,
            each -> Figures.whole(each.compiledByC1() + each.compiledByC2())));
    lines.addAll(
        TerminalTable.fit(
                "requests", rows.stream().map(WarmUpText::numbers).toList(), table, columns)
            .lines(ansi));
  }

  private static String above(WarmWork kind) {
    return switch (kind) {
      case INTERPRETED, C1, C2, KERNEL -> "";
      case CLASS_LOADING -> "class";
      case NATIVE -> "JVM,";
    };
  }

  private static String below(WarmWork kind) {
    return switch (kind) {
      case INTERPRETED -> "interpr.";
      case C1 -> "C1";
      case C2 -> "C2";
      case CLASS_LOADING -> "loading";
      case NATIVE -> "native";
      case KERNEL -> "kernel";
    };
  }

  private Column column(
      String above, String below, int rank, Function<StretchTimes, String> figure) {
    return new Column(
        above,
        below,
        rank,
        warmUp.stretches().stream().map(each -> new Cell(figure.apply(each), Ink.PLAIN)).toList());
  }

  private void uses() {
    if (warmUp.firstUses().isEmpty()) {
      return;
    }
    section("what a first request does that late ones do not");
    for (WarmUp.FirstUse use :
        warmUp.firstUses().subList(0, Math.min(MOST_USES, warmUp.firstUses().size()))) {
      String gain =
          "%s ms, later %s"
              .formatted(Figures.millis(use.firstMillis()), Figures.millis(use.lastMillis()));
      String name = WarmUpText.use(use) + ", " + use.mostly().label();
      int room = columns - Text.width(gain) - 2;
      lines.add(
          Text.padRight(Text.width(name) <= room ? name : Text.start(name, room - 1) + "…", room)
              + "  "
              + gain);
    }
  }

  private void classes() {
    if (warmUp.classes().isEmpty()) {
      return;
    }
    section(Figures.whole(warmUp.classes().size()) + " classes loaded after init");
    List<WarmUpText.LateLibrary> libraries = WarmUpText.lateLibraries(warmUp);
    for (WarmUpText.LateLibrary library :
        libraries.subList(0, Math.min(MOST_LIBRARIES, libraries.size()))) {
      String line =
          "%s  %s: %s"
              .formatted(
                  Text.padLeft(Figures.whole(library.classes()), 5),
                  library.name(),
                  String.join(", ", library.examples()));
      lines.add(Text.width(line) <= columns ? line : Text.start(line, columns - 1) + "…");
    }
  }

  private void remedies() {
    if (warmUp.remedies().isEmpty()) {
      return;
    }
    section("what can be done");
    for (WarmRemedy remedy : warmUp.remedies()) {
      lines.add(Ink.BOLD.on(Text.clean(remedy.title()), ansi));
      lines.addAll(wrapped("  ", remedy.evidence(), this));
      lines.addAll(wrapped("  ", remedy.how(), this));
    }
    lines.add("");
  }

  private void section(String title) {
    lines.add("");
    lines.add(Ink.BOLD.on(title, ansi));
  }
}
