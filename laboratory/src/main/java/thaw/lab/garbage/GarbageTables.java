package thaw.lab.garbage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict.Judgement;

/** Tables and charts of {@link LambdaGarbage}. */
final class GarbageTables {
  private final Measurements samples;

  /** The numbers of fields that any case has. */
  private final List<Integer> fields;

  GarbageTables(Measurements samples) {
    this.samples = samples;
    this.fields =
        samples.values(GarbageWay.FIELDS).stream()
            .filter(value -> !value.equals(GarbageWay.LIMIT))
            .map(Integer::valueOf)
            .sorted()
            .toList();
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (String jdk : samples.jdks()) {
      tables.add(
          overFields(
              "Garbage on " + jdk + ", B per operation, by number of fields",
              "A capturing lambda is an object of 16 B where it is one.",
              GarbageWay.BYTES,
              jdk));
    }
    for (String jdk : samples.jdks()) {
      tables.add(
          overFields(
              "Time on " + jdk + ", ns per operation, by number of fields",
              "",
              GarbageWay.NANOS,
              jdk));
    }
    tables.add(
        Table.of(
            "Where the limit is now: the number of fields from which on C2 leaves garbage",
            "Found by bisection; a range where only the fields of the other tables were measured.",
            "JDK",
            samples.jdks(),
            jdk -> jdk,
            List.of(GarbageWay.SMALL, GarbageWay.BIG, GarbageWay.SPLIT),
            GarbageWay::words,
            this::limit));
    samples.jdks().forEach(jdk -> tables.add(counted(jdk)));
    return tables;
  }

  private Table overFields(String title, String note, Quantity quantity, String jdk) {
    return Table.of(
        title,
        note,
        "way of reading",
        Stream.of(GarbageWay.values()).filter(way -> isMeasured(jdk, way)).toList(),
        GarbageWay::words,
        fields,
        String::valueOf,
        (way, count) -> samples.entry(quantity, way.with(jdk, String.valueOf(count))));
  }

  private boolean isMeasured(String jdk, GarbageWay way) {
    return fields.stream().anyMatch(count -> samples.has(way.with(jdk, String.valueOf(count))));
  }

  private Entry limit(String jdk, GarbageWay way) {
    return samples
        .spread(GarbageWay.FIRST, way.with(jdk, GarbageWay.LIMIT))
        .<Entry>map(first ->
            first.low() > GarbageWay.MOST ? none(GarbageWay.MOST) : new Entry.Figure(first, ""))
        .orElseGet(() -> range(GarbageFigures.of(samples, "", GarbageWay.BYTES, jdk, way)));
  }

  private static Entry range(GarbageFigures bytes) {
    if (bytes.isEmpty()) {
      return new Entry.Missing("not measured");
    }
    int without = 0;
    for (Map.Entry<Integer, Spread> one : bytes.byFields().entrySet()) {
      int count = one.getKey();
      Judgement none = GarbageFigures.NO_GARBAGE.judgement(one.getValue());
      if (none != Judgement.HOLDS) {
        return new Entry.Words(
            none == Judgement.UNDECIDED
                ? "not decided"
                : without + 1 == count ? String.valueOf(count) : (without + 1) + " to " + count);
      }
      without = count;
    }
    return none(without);
  }

  private static Entry none(int upTo) {
    return new Entry.Words("none up to " + upTo);
  }

  private Table counted(String jdk) {
    return Table.of(
        "Two ways of counting on " + jdk + ", B per operation",
        "Bytes by collections are collections x eden / operations, so they go in steps of eden /"
            + " operations.",
        "way of reading",
        Stream.of(GarbageWay.values())
            .flatMap(way -> fields.stream().map(count -> way.with(jdk, String.valueOf(count))))
            .filter(subject -> samples.spread(GarbageWay.COUNTED_BYTES, subject).isPresent())
            .toList(),
        subject ->
            GarbageWay.of(subject).words() + ", " + subject.get(GarbageWay.FIELDS) + " fields",
        List.of(
            column("by counter", GarbageWay.BYTES),
            column("by collections", GarbageWay.COUNTED_BYTES),
            column("collections", GarbageWay.COLLECTIONS),
            column("operations", GarbageWay.OPERATIONS)));
  }

  private Table.Column<Case> column(String head, Quantity quantity) {
    return new Table.Column<>(head, subject -> samples.entry(quantity, subject));
  }

  /**
   * Returns charts that each show what one claim compares, on all JDKs. They leave out ways that
   * were measured with few numbers of fields, as a line between those would say too much.
   */
  List<Chart> charts() {
    return List.of(
        lines(
            "Garbage of an operation where C2 compiles and each call has one receiver",
            GarbageWay.BYTES,
            GarbageWay.SMALL,
            GarbageWay.BIG,
            GarbageWay.SPLIT),
        lines(
            "Garbage of an operation where lambdas stay objects, and of a non-capturing one",
            GarbageWay.BYTES,
            GarbageWay.THREE,
            GarbageWay.C1,
            GarbageWay.NO_ANALYSIS,
            GarbageWay.ARGUMENT),
        lines(
            "Time of an operation",
            GarbageWay.NANOS,
            GarbageWay.THREE,
            GarbageWay.C1,
            GarbageWay.BIG,
            GarbageWay.ARGUMENT));
  }

  private Chart lines(String title, Quantity quantity, GarbageWay... ways) {
    return new Chart.Lines(
        title,
        quantity.unit(),
        false,
        "fields",
        Stream.of(ways)
            .flatMap(way -> samples.jdks().stream().map(jdk -> line(quantity, way, jdk)))
            .filter(line -> line.points().size() > 1)
            .toList());
  }

  private Chart.Line line(Quantity quantity, GarbageWay way, String jdk) {
    return Chart.Line.of(
        way.words() + ", " + jdk,
        fields,
        count -> samples.spread(quantity, way.with(jdk, String.valueOf(count))));
  }
}
