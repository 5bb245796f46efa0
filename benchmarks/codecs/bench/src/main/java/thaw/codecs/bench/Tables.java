package thaw.codecs.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import thaw.codecs.bench.BenchSamples.Sample;

/** What was measured, as tables in Markdown. */
final class Tables {
  private static final double MILLI = 1e6;
  private static final double MICRO = 1e3;

  private final BenchSamples samples;

  Tables(BenchSamples samples) {
    this.samples = samples;
  }

  private record Row(double by, String text) {}

  void cold() {
    List<Row> rows = new ArrayList<>();
    double empty = Figure.of(samples.of(ColdRun.DEFAULT, "nothing"), 4).median();
    for (MeasuredLibrary library : MeasuredLibrary.ALL) {
      String name = library.name();
      List<Sample> cold = samples.of(ColdRun.DEFAULT, name);
      if (cold.isEmpty()) {
        continue;
      }
      List<Sample> cached = samples.of(ColdRun.CACHED, name);
      List<Sample> classes = samples.of(ColdRun.CLASSES, name);
      Figure cpu = Figure.of(cold, 0).dividedBy(MILLI);
      Figure cachedCpu = Figure.of(cached, 0).dividedBy(MILLI);
      Figure loaded = Figure.of(classes, 0);
      rows.add(
          new Row(
              cpu.median(),
              row(
                  library.label(),
                  cpu.shown(),
                  cpu.spread(),
                  Figure.of(cold, 1).dividedBy(MILLI).shown(),
                  loaded.missing()
                      ? ""
                      : "%,.0f (%,.0f)".formatted(loaded.median(), Figure.of(classes, 1).median()),
                  Figure.of(cold, 4).minus(empty).shown(),
                  Figure.of(cold, 3).dividedBy(MICRO).shown(),
                  Figure.of(cold, 2).shown(),
                  cachedCpu.shown(),
                  cachedCpu.spread(),
                  Figure.of(cached, 1).dividedBy(MILLI).shown(),
                  "" + cold.size())));
    }
    if (rows.isEmpty()) {
      return;
    }
    System.out.println(
        """

        ### Cold: the first order written and read in a JVM

        Medians, and the least and the largest. CPU and wall of the main thread; classes between begin and end, those from
        jars in brackets; CPU of the whole process beyond an empty main; mean of the next 100; the same with an AOT cache.

        | codec | CPU ms | min-max | wall ms | classes | +process ms | next us | bytes | AOT: CPU ms | min-max | wall ms | JVMs |
        |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\
        """);
    print(rows);
  }

  void hot() {
    for (String object : List.of("14", "order")) {
      List<Row> rows = new ArrayList<>();
      for (List<MeasuredLibrary> libraries : List.of(MeasuredLibrary.SPLIT, MeasuredLibrary.ALL)) {
        for (MeasuredLibrary library : libraries) {
          hotRow(library, object, rows);
        }
      }
      if (!rows.isEmpty()) {
        System.out.printf(
            """

            ### Hot: %s, written and read

            ns of CPU, of wall, and bytes allocated, each for one write and one read; medians of five iterations.

            | codec | bytes | C2: CPU ns | wall ns | B | C1 only: CPU ns | B | all formats used: CPU ns | B |
            |---|--:|--:|--:|--:|--:|--:|--:|--:|
            """,
            object.equals("order") ? "an order" : object + " int32 fields");
        print(rows);
      }
    }
    counts();
  }

  private void hotRow(MeasuredLibrary library, String object, List<Row> rows) {
    List<Sample> c2 = samples.of(HotRun.KIND, library.name(), object, HotRun.C2);
    if (c2.isEmpty()) {
      return;
    }
    List<Sample> c1 = samples.of(HotRun.KIND, library.name(), object, HotRun.C1);
    List<Sample> polluted = samples.of(HotRun.KIND, library.name(), object, HotRun.POLLUTED);
    Figure cpu = Figure.of(c2, 1);
    rows.add(
        new Row(
            cpu.median(),
            row(
                library.label(),
                Figure.of(c2, 3).shown(),
                cpu.shown(),
                Figure.of(c2, 0).shown(),
                bytes(c2),
                Figure.of(c1, 1).shown(),
                bytes(c1),
                Figure.of(polluted, 1).shown(),
                bytes(polluted))));
  }

  private void counts() {
    List<Row> rows = new ArrayList<>();
    for (List<MeasuredLibrary> libraries : List.of(MeasuredLibrary.SPLIT, MeasuredLibrary.ALL)) {
      for (MeasuredLibrary library : libraries) {
        List<String> cells = new ArrayList<>(List.of(library.label()));
        for (String mode : List.of(HotRun.C2, HotRun.C1)) {
          for (String object : List.of("8", "14", "16", "32")) {
            List<Sample> of = samples.of(HotRun.KIND, library.name(), object, mode);
            cells.add(of.isEmpty() ? "" : Figure.of(of, 1).shown() + " / " + bytes(of));
          }
        }
        Figure by = Figure.of(samples.of(HotRun.KIND, library.name(), "32", HotRun.C2), 1);
        if (!by.missing()) {
          rows.add(new Row(by.median(), row(cells.toArray(String[]::new))));
        }
      }
    }
    if (!rows.isEmpty()) {
      System.out.println(
          """

          ### Hot, by number of int32 fields: CPU ns / bytes allocated

          | codec | C2: 8 | 14 | 16 | 32 | C1 only: 8 | 14 | 16 | 32 |
          |---|--:|--:|--:|--:|--:|--:|--:|--:|\
          """);
      print(rows);
    }
  }

  /** Whole bytes: what JMH itself allocates in an iteration is far less than one per operation. */
  static String bytes(List<Sample> samples) {
    return samples.isEmpty() ? "" : "%,d".formatted(Math.round(Figure.of(samples, 2).median()));
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private static void print(List<Row> rows) {
    rows.sort(Comparator.comparingDouble(Row::by));
    rows.forEach(row -> System.out.println(row.text()));
  }
}
