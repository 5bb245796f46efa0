package thaw.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.OwnerShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.PhaseName;

/**
 * An explanation's causes by phase, and its largest rows. Later invocations have a column and are
 * in no sum: the cold start is over before them. Refuses to format.
 */
final class WhyMatrix {
  /** The fewest samples that tell how large something is; fewer tell only that it is there. */
  static final int FEWEST_SAMPLES = 5;

  /**
   * One phase and one cause, or class loading as a whole.
   *
   * @param owners the largest first
   */
  record Row(PhaseName phase, String cause, List<OwnerShare> owners, double millis, boolean weak) {}

  /**
   * A cause, or an owner of one, over all phases.
   *
   * @param cells milliseconds, one for each of {@link #phases}
   * @param millis of the cold start
   */
  record Line(String name, double[] cells, double millis) {}

  private final List<Phase> phases;

  WhyMatrix(Explanation explanation) {
    this.phases = explanation.phases();
  }

  List<Phase> phases() {
    return phases;
  }

  static boolean counts(PhaseName phase) {
    return phase != PhaseName.LATER_INVOCATIONS;
  }

  /** The largest first; causes that took no time are left out, {@code UNEXPLAINED} never. */
  List<Cause> causes() {
    Map<Cause, Double> sums = sums();
    sums.putIfAbsent(Cause.UNEXPLAINED, 0.0);
    List<Cause> causes = new ArrayList<>(sums.keySet());
    causes.removeIf(cause ->
        cause != Cause.UNEXPLAINED && sums.getOrDefault(cause, 0.0) <= 0 && later(cause) <= 0);
    causes.sort(Comparator.comparingDouble((Cause cause) -> -sums.getOrDefault(cause, 0.0)));
    return causes;
  }

  private double later(Cause cause) {
    return phases.stream()
        .filter(phase -> !counts(phase.name()))
        .flatMap(phase -> phase.causes().stream())
        .filter(share -> share.cause() == cause)
        .mapToDouble(CauseShare::millis)
        .sum();
  }

  /** Milliseconds of the cold start by cause. */
  Map<Cause, Double> sums() {
    Map<Cause, Double> sums = new EnumMap<>(Cause.class);
    for (Phase phase : phases) {
      for (CauseShare share : phase.causes()) {
        sums.merge(share.cause(), counts(phase.name()) ? share.millis() : 0, Double::sum);
      }
    }
    return sums;
  }

  /** Milliseconds of the cold start by kind of cause, the largest first. */
  Map<Cause.Kind, Double> kinds() {
    Map<Cause.Kind, Double> kinds = new EnumMap<>(Cause.Kind.class);
    sums().forEach((cause, millis) -> kinds.merge(cause.kind(), millis, Double::sum));
    Map<Cause.Kind, Double> sorted = new LinkedHashMap<>();
    kinds.entrySet().stream()
        .sorted(Map.Entry.<Cause.Kind, Double>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  Line line(Cause cause) {
    return merged(List.of(cause), share -> List.of(new OwnerShare(cause.label(), share.millis())))
        .stream()
        .findFirst()
        .orElse(new Line(cause.label(), new double[phases.size()], 0));
  }

  /** Returns the number of samples that a cause's figures rest on; 0 where it was measured. */
  int samples(Cause cause) {
    return phases.stream()
        .flatMap(phase -> phase.causes().stream())
        .filter(share -> share.cause() == cause)
        .mapToInt(CauseShare::samples)
        .sum();
  }

  /** Owners, requesters or methods of a cause, the largest first. */
  List<Line> lines(Cause cause, Function<CauseShare, List<OwnerShare>> of) {
    return merged(List.of(cause), of);
  }

  /**
   * Returns the time of each library in the cold start; waits and unexplained time belong to none.
   */
  Map<String, Double> libraries() {
    List<Cause> causes = new ArrayList<>(List.of(Cause.values()));
    causes.removeIf(cause ->
        switch (cause.kind()) {
          case BLOCKED, CPU_WAIT, UNEXPLAINED -> true;
          case CLASS_LOADING, LINKAGE, CODE, JIT, WORK, KERNEL -> false;
        });
    Map<String, Double> libraries = new LinkedHashMap<>();
    merged(causes, CauseShare::owners).forEach(line -> libraries.put(line.name(), line.millis()));
    return libraries;
  }

  /**
   * The largest of the function's own cold start: neither what is unexplained nor what other
   * programs took is among them.
   */
  List<Row> largest(int most) {
    List<Row> rows = new ArrayList<>();
    for (Phase phase : phases) {
      if (counts(phase.name())) {
        Map<String, List<CauseShare>> groups = new LinkedHashMap<>();
        for (CauseShare share : phase.causes()) {
          if (share.cause() != Cause.UNEXPLAINED
              && share.cause() != Cause.HOST_CONTENTION
              && share.millis() > 0) {
            groups.computeIfAbsent(rowName(share.cause()), _ -> new ArrayList<>()).add(share);
          }
        }
        groups.forEach((name, shares) -> rows.add(row(phase.name(), name, shares)));
      }
    }
    rows.sort(Comparator.comparingDouble((Row row) -> -row.millis()));
    return List.copyOf(rows.subList(0, Math.min(most, rows.size())));
  }

  /** The parts of class loading are one row: who wants to know them finds them in the report. */
  private static String rowName(Cause cause) {
    return cause.kind() == Cause.Kind.CLASS_LOADING ? "class loading" : cause.label();
  }

  private static Row row(PhaseName phase, String name, List<CauseShare> shares) {
    Map<String, Double> owners = new LinkedHashMap<>();
    for (CauseShare share : shares) {
      share.owners().forEach(owner -> owners.merge(owner.library(), owner.millis(), Double::sum));
    }
    int samples = shares.stream().mapToInt(CauseShare::samples).sum();
    return new Row(
        phase,
        name,
        owners.entrySet().stream()
            .map(entry -> new OwnerShare(entry.getKey(), entry.getValue()))
            .sorted(Comparator.comparingDouble(OwnerShare::millis).reversed())
            .toList(),
        shares.stream().mapToDouble(CauseShare::millis).sum(),
        samples > 0 && samples < FEWEST_SAMPLES);
  }

  private List<Line> merged(List<Cause> causes, Function<CauseShare, List<OwnerShare>> of) {
    Map<String, double[]> cells = new LinkedHashMap<>();
    for (int column = 0; column < phases.size(); column++) {
      for (CauseShare share : phases.get(column).causes()) {
        if (causes.contains(share.cause())) {
          for (OwnerShare owner : of.apply(share)) {
            double[] row = cells.computeIfAbsent(owner.library(), _ -> new double[phases.size()]);
            row[column] += owner.millis();
          }
        }
      }
    }
    List<Line> lines = new ArrayList<>();
    cells.forEach((name, row) -> lines.add(new Line(name, row, total(row))));
    lines.sort(Comparator.comparingDouble((Line line) -> -line.millis()));
    return lines;
  }

  private double total(double[] row) {
    double total = 0;
    for (int column = 0; column < row.length; column++) {
      total += counts(phases.get(column).name()) ? row[column] : 0;
    }
    return total;
  }
}
