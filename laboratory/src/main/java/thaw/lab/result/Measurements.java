package thaw.lab.result;

import java.util.ArrayList;
import java.util.HashMap;
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

  /**
   * Returns the measured values of all cases that these factors match. The result is empty when
   * nothing was measured.
   */
  public double[] of(Quantity quantity, String... namesAndValues) {
    Map<String, String> wanted = Case.of(namesAndValues).factors();
    return all.stream()
        .filter(sample -> sample.subject().matches(wanted))
        .map(sample -> sample.values().get(quantity.key()))
        .filter(value -> value != null)
        .mapToDouble(Double::doubleValue)
        .toArray();
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

  /** Median and spread of what {@link #of} gives; empty when nothing was measured. */
  public Optional<Spread> spread(Quantity quantity, String... namesAndValues) {
    double[] values = of(quantity, namesAndValues);
    return values.length == 0 ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /**
   * Returns how many times as much one case has as another, compared round by round, as a
   * disturbance of the machine affects both. The result is empty when no round has both.
   */
  public Optional<Spread> ratio(Quantity quantity, Case over, Case under) {
    return ratio(quantity, over, quantity, under);
  }

  /** The same of two different figures. */
  public Optional<Spread> ratio(Quantity quantity, Case over, Quantity other, Case under) {
    Map<Integer, Double> below = new HashMap<>();
    for (Measurement sample : all) {
      Double value = sample.values().get(other.key());
      if (value != null && sample.subject().matches(under.factors())) {
        below.put(sample.round(), value);
      }
    }
    List<Double> ratios = new ArrayList<>();
    for (Measurement sample : all) {
      Double value = sample.values().get(quantity.key());
      Double divisor = below.get(sample.round());
      if (value != null
          && divisor != null
          && divisor != 0
          && sample.subject().matches(over.factors())) {
        ratios.add(value / divisor);
      }
    }
    return ratios.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(ratios.stream().mapToDouble(Double::doubleValue).toArray()));
  }

  /** Returns {@link #spread} as an entry of a table, or the reason where there is no figure. */
  public Entry entry(Quantity quantity, Case wanted) {
    return spread(quantity, wanted)
        .<Entry>map(spread -> new Entry.Figure(spread, quantity.unit()))
        .orElseGet(() -> new Entry.Missing(missing(wanted)));
  }

  /** Returns why there is no figure of a case; empty where there is no such case. */
  public String missing(Case wanted) {
    return all.stream()
        .filter(sample -> sample.subject().matches(wanted))
        .flatMap(sample -> sample.failure().stream())
        .findFirst()
        .orElse(has(wanted) ? "not measured" : "");
  }

  /** Returns {@link #spread} as an entry of a table, or the reason where there is no figure. */
  public Entry entry(Quantity quantity, String... namesAndValues) {
    Optional<Spread> spread = spread(quantity, namesAndValues);
    if (spread.isPresent()) {
      return new Entry.Figure(spread.get(), quantity.unit());
    }
    Map<String, String> wanted = Case.of(namesAndValues).factors();
    return new Entry.Missing(
        failures(wanted).stream()
            .findFirst()
            .orElse(
                cases.stream().anyMatch(subject -> subject.matches(wanted)) ? "not measured" : ""));
  }

  /** Returns a ratio as an entry of a table. */
  public Entry ratioEntry(Quantity quantity, Case over, Quantity other, Case under) {
    return ratio(quantity, over, other, under)
        .<Entry>map(ratio -> new Entry.Figure(ratio, ""))
        .orElse(new Entry.Missing("not measured"));
  }

  private List<String> failures(Map<String, String> wanted) {
    List<String> failures = new ArrayList<>();
    for (Measurement sample : all) {
      if (sample.subject().matches(wanted)) {
        sample.failure().ifPresent(failures::add);
      }
    }
    return failures;
  }
}
