package thaw.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import thaw.escape.EscapeReport;
import thaw.escape.Loss;
import thaw.escape.Reason;
import thaw.escape.Site;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.Text;

/** The lines in which a terminal shows what became of allocations. Refuses to print. */
final class EscapeTerminal {
  private static final int MOST_NAMES = 3;
  private static final int MOST_GROUPS = 20;

  /** The share of all bytes below which losses are named together. */
  private static final double SMALL = 0.005;

  private static final double MIB = 1 << 20;

  private final EscapeReport report;
  private final boolean all;
  private final int columns;
  private final boolean ansi;
  private final List<String> lines = new ArrayList<>();

  private EscapeTerminal(EscapeReport report, boolean all, int columns, boolean ansi) {
    this.report = report;
    this.all = all;
    this.columns = columns;
    this.ansi = ansi;
  }

  /**
   * Lines of at most {@code columns} columns.
   *
   * @param file where all of it is
   * @param all whether sites that were not seen allocating are listed, too
   */
  static String render(EscapeReport report, Path file, boolean all, int columns, boolean ansi) {
    EscapeTerminal terminal = new EscapeTerminal(report, all, columns, ansi);
    terminal.head();
    terminal.groups(report.losses());
    terminal.others(report.quiet(), "not removed from the code, but not seen allocating");
    terminal.others(terminal.large(report.uncompiled()), "seen allocating, but not compiled by C2");
    terminal.end(file);
    return String.join("\n", terminal.lines) + "\n";
  }

  private void head() {
    lines.add(Ink.BOLD.on(summary(), ansi));
    wrapped("", "JVM " + String.join(", ", report.jvms()), Ink.DIM);
    report
        .ownBytes()
        .ifPresent(own ->
            wrapped(
                "",
                "counted: "
                    + mebibytes(own)
                    + " MiB by what stays, "
                    + mebibytes(report.calledBytes().orElse(0))
                    + " MiB inside of methods that yours call (not looked at)",
                Ink.DIM));
    if (report.methods() == 0) {
      wrapped("", "run it longer, so that they become hot, or name the right --jar", Ink.PLAIN);
    }
  }

  private String summary() {
    if (report.methods() == 0) {
      return "none of your methods was compiled";
    }
    String methods = Figures.counted(report.methods(), "compiled method") + " of yours: ";
    return report.sites() == 0
        ? methods + "no allocation in them"
        : methods
            + Figures.counted(report.sites(), "allocation")
            + ", "
            + report.removed()
            + " removed, "
            + report.losses().size()
            + (report.losses().size() == 1 ? " stays" : " stay")
            + (report.quiet().isEmpty()
                ? ""
                : ", " + report.quiet().size() + " not seen allocating");
  }

  /** Sites of one method that stay for the same reason, for example 18 lambdas, are one. */
  private record Group(String method, Site.Kind kind, Reason reason) {}

  private void groups(List<Loss> losses) {
    Map<Group, List<Loss>> groups = new LinkedHashMap<>();
    for (Loss loss : losses) {
      Group group =
          new Group(loss.site().at().method().toString(), loss.site().kind(), same(loss.reason()));
      groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(loss);
    }
    List<List<Loss>> shown =
        groups.values().stream()
            .sorted(Comparator.comparingLong(each -> -bytes(each).orElse(0)))
            .toList();
    long least = Math.round(SMALL * report.ownBytes().orElse(0));
    List<List<Loss>> large =
        shown.stream()
            .limit(MOST_GROUPS)
            .filter(group -> bytes(group).orElse(least) >= least)
            .toList();
    large.forEach(this::group);
    others(
        shown.stream().filter(group -> !large.contains(group)).flatMap(List::stream).toList(),
        "stays, allocates little");
  }

  /** Returns the reason without what differs from line to line. */
  private static Reason same(Reason reason) {
    return reason.kind() == Reason.Kind.MERGED ? new Reason(reason.kind(), "") : reason;
  }

  private void group(List<Loss> sites) {
    List<Loss> group =
        sites.stream()
            .sorted(Comparator.comparingInt((Loss loss) -> loss.site().at().bci()))
            .toList();
    Loss first = group.getFirst();
    lines.add("");
    String where = first.site().at().method().simple() + " (" + place(group) + ")";
    String amount = bytes(group).isPresent() ? mebibytes(bytes(group).getAsLong()) + " MiB" : "";
    int room = columns - Text.width(amount) - (amount.isEmpty() ? 0 : 2);
    String title = Text.cut(Text.clean(where), room);
    lines.add(
        amount.isEmpty()
            ? Ink.BOLD.on(title, ansi)
            : Ink.BOLD.on(Text.padRight(title, room), ansi) + "  " + Ink.ALARM.on(amount, ansi));
    wrapped("  ", what(group), Ink.PLAIN);
    wrapped("  why     ", why(first), Ink.PLAIN);
    wrapped("  remedy  ", first.reason().remedy(), Ink.PLAIN);
    if (!first.compiledIn().equals(first.site().at().method())) {
      wrapped("  ", "seen where it is inlined into " + first.compiledIn().simple(), Ink.DIM);
    }
  }

  private static String why(Loss loss) {
    int more = loss.reasons().size() - 1;
    return loss.reason().words()
        + (loss.reason().isInferred() ? " (inferred from the bytecode)" : "")
        + (more > 0 ? "; and " + Figures.counted(more, "further reason") : "");
  }

  private static String what(List<Loss> group) {
    Site site = group.getFirst().site();
    List<String> names =
        group.stream()
            .map(loss -> loss.site().detail().isEmpty() ? loss.site().type() : loss.site().detail())
            .distinct()
            .toList();
    String shown = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
    return (group.size() == 1 ? "" : group.size() + " x ")
        + site.kind().words()
        + ": "
        + shown
        + (names.size() > MOST_NAMES ? " ..." : "");
  }

  private static String place(List<Loss> group) {
    Loss first = group.getFirst();
    TreeSet<Integer> numbers = new TreeSet<>();
    group.forEach(loss -> numbers.add(loss.site().line()));
    String file = first.sourceFile().isEmpty() ? "no source" : first.sourceFile();
    if (numbers.first() == 0) {
      return file + ", bci " + first.site().at().bci();
    }
    return file + ":" + numbers.first() + (numbers.size() == 1 ? "" : "-" + numbers.last());
  }

  /** Leaves out small losses, such as objects that the program allocates once at its start. */
  private List<Loss> large(List<Loss> losses) {
    long whole =
        report.ownBytes().orElse(0)
            + report.calledBytes().orElse(0)
            + losses.stream().mapToLong(loss -> loss.bytes().orElse(0)).sum();
    return losses.stream().filter(loss -> loss.bytes().orElse(0) > SMALL * whole).toList();
  }

  private void others(List<Loss> losses, String what) {
    if (losses.isEmpty()) {
      return;
    }
    lines.add("");
    wrapped(
        "",
        Figures.counted(losses.size(), "other site")
            + ": "
            + what
            + (all ? "" : " (--all lists them)"),
        Ink.DIM);
    if (all) {
      for (Loss loss : losses) {
        wrapped(
            "  ",
            loss.site().at().method().simple()
                + " ("
                + place(List.of(loss))
                + ") "
                + what(List.of(loss))
                + ": "
                + why(loss),
            Ink.PLAIN);
      }
    }
  }

  private void end(Path file) {
    lines.add("");
    report.notes().forEach(note -> wrapped("note: ", note, Ink.DIM));
    wrapped("", "all of it: " + file, Ink.PLAIN);
  }

  private void wrapped(String first, String text, Ink ink) {
    Text.wrap(first, Text.clean(text), columns).forEach(line -> lines.add(ink.on(line, ansi)));
  }

  private static OptionalLong bytes(List<Loss> group) {
    return group.stream().allMatch(loss -> loss.bytes().isEmpty())
        ? OptionalLong.empty()
        : OptionalLong.of(group.stream().mapToLong(loss -> loss.bytes().orElse(0)).sum());
  }

  private static String mebibytes(long bytes) {
    double value = bytes / MIB;
    return value >= 10 || value == 0
        ? Figures.whole(Math.round(value))
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
