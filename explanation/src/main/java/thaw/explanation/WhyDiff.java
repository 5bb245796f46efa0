package thaw.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.LoadedClass;
import thaw.attribution.Explanation.MethodTime;
import thaw.attribution.Explanation.Phase;

/**
 * The changes from an older explanation to this one, without what other programs took of either.
 * Refuses to format.
 *
 * @param causes of the cold start, later invocations left out; so are libraries
 * @param added classes that are loaded more often now than before
 * @param gone classes that are loaded less often
 */
record WhyDiff(
    Explanation before,
    Explanation after,
    List<Change> phases,
    List<Change> causes,
    List<Change> libraries,
    List<Change> methods,
    List<String> added,
    List<String> gone) {
  /** Two explanations of the same thing differ by this share of a row. */
  private static final double NOISE = 0.1;

  /**
   * @param before milliseconds, 0 where there was none
   * @param after milliseconds, 0 where there is none any more
   */
  record Change(String name, double before, double after) {
    double difference() {
      return after - before;
    }

    /** Returns whether it is more than two explanations of the same thing differ by. */
    boolean clear() {
      return Math.abs(difference()) > NOISE * Math.max(before, after);
    }
  }

  static WhyDiff of(Explanation before, Explanation after) {
    return new WhyDiff(
        before,
        after,
        inOrder(phases(before), phases(after)),
        largestFirst(causes(before), causes(after)),
        largestFirst(new WhyMatrix(before).libraries(), new WhyMatrix(after).libraries()),
        largestFirst(methods(before), methods(after)),
        more(before.classes().list(), after.classes().list()),
        more(after.classes().list(), before.classes().list()));
  }

  Change total() {
    return new Change("start to response", before.ownMillis(), after.ownMillis());
  }

  /** Returns one sentence for each difference other than in the code. */
  List<String> otherwise() {
    List<String> otherwise = new ArrayList<>();
    differs(otherwise, "function", before.subject().function(), after.subject().function());
    differs(otherwise, "handler", before.subject().handler(), after.subject().handler());
    differs(
        otherwise,
        "memory",
        before.subject().memoryMiB() + " MB",
        after.subject().memoryMiB() + " MB");
    differs(otherwise, "JDK", before.subject().jdk(), after.subject().jdk());
    return otherwise;
  }

  private static void differs(List<String> sentences, String what, String before, String after) {
    if (!before.equals(after)) {
      sentences.add("The %s was %s and is %s.".formatted(what, before, after));
    }
  }

  private static Map<String, Double> phases(Explanation explanation) {
    Map<String, Double> phases = new LinkedHashMap<>();
    explanation.phases().stream()
        .sorted(Comparator.comparing(Phase::name))
        .forEach(
            phase -> phases.merge(phase.name().label(), WhyFigures.ownMillis(phase), Double::sum));
    return phases;
  }

  private static Map<String, Double> causes(Explanation explanation) {
    Map<String, Double> causes = new LinkedHashMap<>();
    Map<Cause, Double> sums = new WhyMatrix(explanation).sums();
    sums.remove(Cause.HOST_CONTENTION); // it says nothing of the function
    sums.forEach((cause, millis) -> causes.put(cause.label(), millis));
    return causes;
  }

  private static Map<String, Double> methods(Explanation explanation) {
    return explanation.methods().stream()
        .collect(
            Collectors.toMap(
                MethodTime::method, MethodTime::inclusiveMillis, Double::sum, LinkedHashMap::new));
  }

  private static List<Change> inOrder(Map<String, Double> before, Map<String, Double> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .map(
            name -> new Change(name, before.getOrDefault(name, 0.0), after.getOrDefault(name, 0.0)))
        .toList();
  }

  private static List<Change> largestFirst(Map<String, Double> before, Map<String, Double> after) {
    return inOrder(before, after).stream()
        .sorted(Comparator.comparingDouble((Change change) -> -Math.abs(change.difference())))
        .toList();
  }

  /**
   * Returns the names of those of these classes that the others do not have. Hidden classes share
   * names, so classes are counted.
   */
  private static List<String> more(List<LoadedClass> than, List<LoadedClass> these) {
    Map<String, Long> known =
        than.stream().collect(Collectors.groupingBy(LoadedClass::name, Collectors.counting()));
    Map<String, Long> counted =
        these.stream()
            .collect(
                Collectors.groupingBy(
                    LoadedClass::name, LinkedHashMap::new, Collectors.counting()));
    List<String> more = new ArrayList<>();
    counted.forEach((name, count) -> {
      for (long i = known.getOrDefault(name, 0L); i < count; i++) {
        more.add(name);
      }
    });
    return more;
  }
}
