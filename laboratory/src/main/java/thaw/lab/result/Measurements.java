package thaw.lab.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All samples of a lesson, with the cases in the order in which the lesson named them. Refuses to
 * know what they mean.
 */
public final class Measurements {
  private final List<Case> cases;
  private final List<Measurement> all;

  public Measurements(List<Case> cases, List<Measurement> all) {
    this.cases = List.copyOf(cases);
    this.all = List.copyOf(all);
  }

  public List<Case> cases() {
    return cases;
  }

  public List<Measurement> all() {
    return all;
  }

  /** The different values of a factor, in the order of the cases. */
  public List<String> values(String factor) {
    LinkedHashSet<String> values = new LinkedHashSet<>();
    for (Case subject : cases) {
      String value = subject.factors().get(factor);
      if (value != null) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }

  /** The labels of the JDKs, as {@link #values} of their factor. */
  public List<String> jdks() {
    return values(Case.JDK);
  }

  /** Returns whether there is a case that this one matches. */
  public boolean has(Case wanted) {
    return cases.stream().anyMatch(subject -> subject.matches(wanted));
  }

  /** Returns the samples of the cases that this one matches. */
  public Measurements of(Case wanted) {
    return new Measurements(
        cases.stream().filter(subject -> subject.matches(wanted)).toList(),
        all.stream().filter(sample -> sample.subject().matches(wanted)).toList());
  }

  /** Returns the samples with the sum of two of their figures as a further one. */
  public Measurements withSum(Quantity sum, Quantity one, Quantity other) {
    List<Measurement> summed = new ArrayList<>();
    for (Measurement sample : all) {
      Map<String, Double> values = new HashMap<>(sample.values());
      if (values.containsKey(one.key()) && values.containsKey(other.key())) {
        values.put(sum.key(), values.get(one.key()) + values.get(other.key()));
      }
      summed.add(new Measurement(sample.subject(), sample.round(), values, sample.failure()));
    }
    return new Measurements(cases, summed);
  }

  /** Returns the measured values of all cases that this one matches. */
  public double[] of(Quantity quantity, Case wanted) {
    return all.stream()
        .filter(sample -> sample.subject().matches(wanted))
        .map(sample -> sample.values().get(quantity.key()))
        .filter(value -> value != null)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** Returns median and spread of what {@link #of} gives; empty when nothing was measured. */
  public Optional<Spread> spread(Quantity quantity, Case wanted) {
    double[] values = of(quantity, wanted);
    return values.length == 0 ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /**
   * Returns how many times as much one case has as another, compared round by round, as a
   * disturbance of the machine affects both. The result is empty when no round has both.
   */
  public Optional<Spread> ratio(Quantity quantity, Case over, Quantity other, Case under) {
    Map<Integer, Double> below = byRound(other, under);
    double[] ratios =
        byRound(quantity, over).entrySet().stream()
            .filter(value -> below.getOrDefault(value.getKey(), 0.0) != 0)
            .mapToDouble(value -> value.getValue() / below.getOrDefault(value.getKey(), 0.0))
            .toArray();
    return ratios.length == 0 ? Optional.empty() : Optional.of(Spread.of(ratios));
  }

  private Map<Integer, Double> byRound(Quantity quantity, Case wanted) {
    Map<Integer, Double> values = new LinkedHashMap<>();
    for (Measurement sample : all) {
      Double value = sample.values().get(quantity.key());
      if (value != null && sample.subject().matches(wanted)) {
        values.put(sample.round(), value);
      }
    }
    return values;
  }

  /** Returns {@link #spread} as an entry of a table, or the reason where there is no figure. */
  public Entry entry(Quantity quantity, Case wanted) {
    return spread(quantity, wanted)
        .<Entry>map(spread -> new Entry.Figure(spread, quantity.unit()))
        .orElseGet(() -> new Entry.Missing(missing(wanted)));
  }

  /** Returns why there is no figure of a case; empty where there is no such case. */
  String missing(Case wanted) {
    return all.stream()
        .filter(sample -> sample.subject().matches(wanted))
        .flatMap(sample -> sample.failure().stream())
        .findFirst()
        .orElse(has(wanted) ? "not measured" : "");
  }

  /** Returns a ratio as an entry of a table. */
  public Entry ratioEntry(Quantity quantity, Case over, Quantity other, Case under) {
    return ratio(quantity, over, other, under)
        .<Entry>map(ratio -> new Entry.Figure(ratio, ""))
        .orElse(new Entry.Missing("not measured"));
  }
}
