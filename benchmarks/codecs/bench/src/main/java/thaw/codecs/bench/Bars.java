package thaw.codecs.bench;

import java.util.List;
import java.util.Locale;
import thaw.codecs.bench.BenchSamples.Sample;

/** What wire must reach, each with what it has reached. */
final class Bars {
  private static final double COLD_CPU_MILLIS = 5;
  private static final double COLD_CLASSES = 30;
  private static final double CACHED_CPU_MILLIS = 0.5;
  private static final double COLD_OF_JSON = 1.2;
  private static final double COLD_CLASSES_OTHERS = 18;
  private static final double PLAIN_NANOS = 40;
  private static final double FIX_NANOS = 150;
  private static final double POLLUTED_NANOS = 100;
  private static final double C1_NANOS = 200;
  private static final double JSON_NANOS = 350;
  private static final double PROTOBUF_NANOS = 60;

  private final BenchSamples samples;
  private boolean all = true;

  Bars(BenchSamples samples) {
    this.samples = samples;
  }

  /** True when none is missed of those for which there are samples. */
  boolean print() {
    System.out.println(
        "\n"
            + "### What wire must reach\n\n"
            + "| bar | of | must be at most | is | |\n"
            + "|---|---|--:|--:|---|");
    for (String name : List.of("wire-json", "wire-json-generated")) {
      bar(
          "cold, first order in JSON, CPU ms",
          name,
          COLD_CPU_MILLIS,
          Figure.of(samples.of(ColdRun.DEFAULT, name), 0).dividedBy(1e6));
      bar("the same, classes", name, COLD_CLASSES, Figure.of(samples.of(ColdRun.CLASSES, name), 0));
      bar(
          "the same with an AOT cache, CPU ms",
          name,
          CACHED_CPU_MILLIS,
          Figure.of(samples.of(ColdRun.CACHED, name), 0).dividedBy(1e6));
    }
    for (String description : List.of("-split", "-generated", "")) {
      String protobuf = "wire-protobuf" + description;
      String json = "wire-json" + description;
      String fix = "wire-fix" + description;
      bar("14 int32, protobuf, ns", protobuf, PROTOBUF_NANOS, hot(protobuf, HotRun.C2));
      bar("the same, all formats used", protobuf, POLLUTED_NANOS, hot(protobuf, HotRun.POLLUTED));
      bar("the same, C1 only", protobuf, C1_NANOS, hot(protobuf, HotRun.C1));
      bar("14 int32, FIX, ns", fix, FIX_NANOS, hot(fix, HotRun.C2));
      bar("14 int32, JSON, ns", json, JSON_NANOS, hot(json, HotRun.C2));
    }
    bar("14 int32, plain binary, ns", "wire-plain-split", PLAIN_NANOS, hot("wire-plain-split", HotRun.C2));
    coldBesideJson();
    allocation();
    return all;
  }

  /** A busy machine makes all of them slower, so that only their quotient says something. */
  private void coldBesideJson() {
    Figure json = Figure.of(samples.of(ColdRun.DEFAULT, "wire-json"), 0);
    if (json.missing()) {
      return;
    }
    for (String name : List.of("wire-cbor", "wire-protobuf", "wire-fix")) {
      Figure first = Figure.of(samples.of(ColdRun.DEFAULT, name), 0);
      bar("cold, first order, as a multiple of JSON's", name, COLD_OF_JSON, first.dividedBy(json.median()));
      bar("the same, classes", name, COLD_CLASSES_OTHERS, Figure.of(samples.of(ColdRun.CLASSES, name), 0));
    }
  }

  private Figure hot(String name, String mode) {
    return Figure.of(samples.of(HotRun.KIND, name, "14", mode), 1);
  }

  private void bar(String what, String of, double limit, Figure figure) {
    if (figure.missing()) {
      return;
    }
    boolean reached = figure.median() <= limit;
    all &= reached;
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s |%n",
        what,
        MeasuredLibrary.label(of),
        shown(limit),
        figure.shown(),
        reached ? "reached" : "**missed**");
  }

  private static String shown(double limit) {
    return limit == Math.rint(limit) ? "%.0f".formatted(limit) : "" + limit;
  }

  /** Of all formats and descriptions, at all numbers of fields, in all kinds of JVM. */
  private void allocation() {
    int measured = 0;
    StringBuilder wrong = new StringBuilder();
    for (Sample sample : samples.of(HotRun.KIND)) {
      List<String> key = sample.key();
      if (key.get(1).startsWith("wire-") && !key.get(2).equals("order")) {
        measured++;
        if (Math.round(sample.value(2)) != 0) {
          wrong.append(
              "%s: %s B; "
                  .formatted(String.join(" ", key.subList(1, 4)), Math.round(sample.value(2))));
        }
      }
    }
    if (measured > 0) {
      all &= wrong.isEmpty();
      System.out.printf(
          "| bytes allocated with int32 fields | %d of wire's | 0 | %s | %s |%n",
          measured, wrong.isEmpty() ? "0" : wrong, wrong.isEmpty() ? "reached" : "**missed**");
    }
  }
}
