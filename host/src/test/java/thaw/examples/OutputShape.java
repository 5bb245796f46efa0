package thaw.examples;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What stays of printed output when another function is measured on another machine: headings,
 * sentences, columns and units. Numbers are masked, names of the function are given, and in a row
 * of a table words are any words. It knows no command.
 */
record OutputShape(Set<String> lines) {
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w#])-?\\d[\\d,]*(\\.\\d+)?");
  private static final Pattern BAR = Pattern.compile("[░▒▓█]+");
  private static final Pattern JDK = Pattern.compile("(?<= MB, ).*");
  private static final Pattern GAP = Pattern.compile(" {2,}");
  private static final int LEAST_CELLS_OF_A_ROW = 3;
  private static final int CPU_FROM_END = 3;
  private static final String LEFT_OUT = "...";

  static OutputShape of(Collection<String> output, String name) {
    Set<String> lines = new TreeSet<>();
    Stream.concat(output.stream(), withoutCpu(output).stream())
        .map(line -> shape(line, name))
        .forEach(lines::add);
    return new OutputShape(lines);
  }

  /** Returns the tables whose column CPU is there on a busy machine only, without it. */
  private static List<String> withoutCpu(Collection<String> output) {
    List<String> lines = new ArrayList<>();
    boolean inTable = false;
    for (String line : output) {
      List<String> cells = new ArrayList<>(List.of(GAP.split(line.strip())));
      int cpu = cells.size() - CPU_FROM_END;
      inTable = cpu > 0 && (inTable || cells.get(cpu).equals("CPU"));
      if (inTable) {
        cells.remove(cpu);
        lines.add(String.join("  ", cells));
      }
    }
    return lines;
  }

  /**
   * Documented lines that the output has none like. A line that ends in dots need only begin like
   * one. Lines of free text, which are indented, and left out ones are not compared.
   */
  List<String> missing(Collection<String> documented, String name) {
    List<String> missing = new ArrayList<>();
    for (String line : documented) {
      boolean isText = line.startsWith("  ") && GAP.split(line.strip()).length == 1;
      if (line.isBlank() || line.equals(LEFT_OUT) || line.startsWith("$ ") || isText) {
        continue;
      }
      boolean isCut = line.endsWith(LEFT_OUT) && !isRow(line);
      String shape =
          shape(isCut ? line.substring(0, line.length() - LEFT_OUT.length()) : line, name);
      if (isCut
          ? lines.stream().noneMatch(each -> each.startsWith(shape))
          : !lines.contains(shape)) {
        missing.add(line + "   [" + shape + "]");
      }
    }
    return missing;
  }

  private static boolean isRow(String line) {
    String[] cells = GAP.split(line.strip());
    return cells.length >= LEAST_CELLS_OF_A_ROW && Stream.of(cells).anyMatch(OutputShape::isFigure);
  }

  private static boolean isFigure(String cell) {
    return NUMBER.matcher(cell).lookingAt();
  }

  private static String shape(String line, String name) {
    String text = line.strip().replace(name, "NAME");
    String[] cells = GAP.split(text);
    if (cells.length == 2 && cells[1].startsWith("saves ")) {
      return "finding | " + mask(cells[1]);
    }
    if (!isRow(line)) {
      return mask(GAP.matcher(text).replaceAll(" "));
    }
    return String.join(
        " | ", Stream.of(cells).map(cell -> isFigure(cell) ? mask(cell) : "text").toList());
  }

  private static String mask(String text) {
    String masked = BAR.matcher(JDK.matcher(text).replaceAll("JDK")).replaceAll("bar");
    // "x?" is a ratio that may be chance.
    return NUMBER.matcher(masked).replaceAll("#").replace("#-#", "# to #").replace("#x?", "#x");
  }
}
