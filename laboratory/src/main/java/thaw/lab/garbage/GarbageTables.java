package thaw.lab.garbage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;

/** Tables and charts of {@link LambdaGarbage}. */
final class GarbageTables {
  private static final List<GarbageWay> LIMITED =
      List.of(GarbageWay.SMALL, GarbageWay.BIG, GarbageWay.SPLIT);

  private final GarbageFigures figures;

  private GarbageTables(GarbageFigures figures) {
    this.figures = figures;
  }

  static List<Table> of(GarbageFigures figures) {
    GarbageTables tables = new GarbageTables(figures);
    List<Table> all = new ArrayList<>();
    for (String jdk : figures.jdks()) {
      all.add(
          tables.overFields(
              "Garbage on " + jdk + ", B per operation, by number of fields",
              "A capturing lambda is an object of 16 B where it is one.",
              GarbageQuantities.BYTES,
              jdk));
    }
    for (String jdk : figures.jdks()) {
      all.add(
          tables.overFields(
              "Time on " + jdk + ", ns per operation, by number of fields",
              "",
              GarbageQuantities.NANOS,
              jdk));
    }
    all.add(tables.limits());
    figures.jdks().forEach(jdk -> all.add(tables.counted(jdk)));
    return all;
  }

  /**
   * Returns charts that each show what one claim compares, on all JDKs. They leave out ways that
   * were measured with few numbers of fields, as a line between those would say too much.
   */
  static List<Chart> charts(GarbageFigures figures) {
    GarbageTables tables = new GarbageTables(figures);
    return List.of(
        tables.lines(
            "Garbage of an operation where C2 compiles and each call has one receiver",
            GarbageQuantities.BYTES,
            GarbageWay.SMALL,
            GarbageWay.BIG,
            GarbageWay.SPLIT),
        tables.lines(
            "Garbage of an operation where lambdas stay objects, and of a non-capturing one",
            GarbageQuantities.BYTES,
            GarbageWay.THREE,
            GarbageWay.C1,
            GarbageWay.NO_ANALYSIS,
            GarbageWay.ARGUMENT),
        tables.lines(
            "Time of an operation",
            GarbageQuantities.NANOS,
            GarbageWay.THREE,
            GarbageWay.C1,
            GarbageWay.BIG,
            GarbageWay.ARGUMENT));
  }

  private Table overFields(String title, String note, Quantity quantity, String jdk) {
    List<Integer> columns = List.copyOf(figures.fields());
    List<Table.Row> rows = new ArrayList<>();
    for (GarbageWay way : GarbageWay.values()) {
      if (figures.has(jdk, way)) {
        rows.add(
            new Table.Row(
                way.words(),
                columns.stream()
                    .map(fields -> figures.entry(quantity, jdk, way, fields))
                    .toList()));
      }
    }
    return new Table(
        title, note, "way of reading", columns.stream().map(String::valueOf).toList(), rows);
  }

  private Table limits() {
    return new Table(
        "Where the limit is now: the number of fields from which on C2 leaves garbage",
        "Found by bisection; a range where only the fields of the other tables were measured.",
        "JDK",
        LIMITED.stream().map(GarbageWay::words).toList(),
        figures.jdks().stream()
            .map(jdk -> new Table.Row(jdk, LIMITED.stream().map(way -> limit(jdk, way)).toList()))
            .toList());
  }

  private Entry limit(String jdk, GarbageWay way) {
    return figures
        .first(jdk, way)
        .<Entry>map(first ->
            first.low() > GarbageQuantities.MOST
                ? none(GarbageQuantities.MOST)
                : new Entry.Figure(first, ""))
        .orElseGet(() -> range(figures.bytes(jdk, way)));
  }

  private static Entry range(SortedMap<Integer, Spread> bytes) {
    if (bytes.isEmpty()) {
      return new Entry.Missing("not measured");
    }
    int without = 0;
    for (Map.Entry<Integer, Spread> one : bytes.entrySet()) {
      switch (GarbageAmount.of(one.getValue())) {
        case NONE -> without = one.getKey();
        case SOME -> {
          int with = one.getKey();
          return new Entry.Words(
              without + 1 == with ? String.valueOf(with) : (without + 1) + " to " + with);
        }
        case UNCLEAR -> {
          return new Entry.Words("not decided");
        }
      }
    }
    return none(without);
  }

  private static Entry none(int upTo) {
    return new Entry.Words("none up to " + upTo);
  }

  private Table counted(String jdk) {
    List<Table.Row> rows = new ArrayList<>();
    for (GarbageWay way : GarbageWay.values()) {
      for (int fields : figures.all(GarbageQuantities.COUNTED_BYTES, jdk, way).keySet()) {
        rows.add(
            new Table.Row(
                way.words() + ", " + fields + " fields",
                List.of(
                    figures.entry(GarbageQuantities.BYTES, jdk, way, fields),
                    figures.entry(GarbageQuantities.COUNTED_BYTES, jdk, way, fields),
                    figures.entry(GarbageQuantities.COLLECTIONS, jdk, way, fields),
                    figures.entry(GarbageQuantities.OPERATIONS, jdk, way, fields))));
      }
    }
    return new Table(
        "Two ways of counting on " + jdk + ", B per operation",
        "Bytes by collections are collections x eden / operations, so they go in steps of eden /"
            + " operations.",
        "way of reading",
        List.of("by counter", "by collections", "collections", "operations"),
        rows);
  }

  private Chart lines(String title, Quantity quantity, GarbageWay... ways) {
    List<Chart.Line> lines = new ArrayList<>();
    for (GarbageWay way : ways) {
      for (String jdk : figures.jdks()) {
        List<Chart.Point> points = new ArrayList<>();
        figures
            .all(quantity, jdk, way)
            .forEach((fields, spread) -> points.add(new Chart.Point(fields, spread)));
        if (points.size() > 1) {
          lines.add(new Chart.Line(way.words() + ", " + jdk, points));
        }
      }
    }
    return new Chart.Lines(title, quantity.unit(), false, "fields", lines);
  }
}
