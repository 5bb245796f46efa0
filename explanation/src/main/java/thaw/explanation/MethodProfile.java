package thaw.explanation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Span;
import thaw.attribution.ProfileSample;

/**
 * The cost of a timeline's methods by the samples: what each costs, by kind of cause, and which of
 * them called it. Only samples count that the cold start waited for.
 */
final class MethodProfile {
  /** The share of a method's samples that must have its caller above it; inlining hides some. */
  private static final double LEAST_SHARE_OF_CALLER = 0.9;

  private final Map<String, Map<Cause.Kind, Double>> millis = new HashMap<>();

  /** The milliseconds by method, and by each other method that was above it. */
  private final Map<String, Map<String, Double>> below = new HashMap<>();

  private MethodProfile() {}

  /**
   * A method of the timeline.
   *
   * @param depth how many of the others called it, one through the other
   */
  record Nested(Span span, int depth) {}

  static MethodProfile of(Explanation explanation) {
    Set<String> wanted =
        explanation.timeline().stream().map(Span::name).collect(Collectors.toSet());
    MethodProfile methods = new MethodProfile();
    ProfileFrames frames = new ProfileFrames();
    for (ProfileSample sample : explanation.profile()) {
      if (sample.critical() && WhyMatrix.counts(sample.phase())) {
        methods.add(
            frames.names(sample).stream().filter(wanted::contains).distinct().toList(), sample);
      }
    }
    return methods;
  }

  /**
   * @param stack the leaf first
   */
  private void add(List<String> stack, ProfileSample sample) {
    for (int i = 0; i < stack.size(); i++) {
      String method = stack.get(i);
      millis
          .computeIfAbsent(method, _ -> new EnumMap<>(Cause.Kind.class))
          .merge(sample.cause().kind(), sample.millis(), Double::sum);
      Map<String, Double> above = below.computeIfAbsent(method, _ -> new HashMap<>());
      for (String caller : new HashSet<>(stack.subList(i + 1, stack.size()))) {
        above.merge(caller, sample.millis(), Double::sum);
      }
    }
  }

  /** Shares of one, in the order of the kinds; none where no sample has the method. */
  Map<Cause.Kind, Double> shares(String method) {
    Map<Cause.Kind, Double> shares = new EnumMap<>(Cause.Kind.class);
    shares.putAll(millis.getOrDefault(method, Map.of()));
    double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    if (sum <= 0) {
      return Map.of();
    }
    shares.replaceAll((kind, each) -> each / sum);
    return shares;
  }

  /** Returns the spans in the order of their begin, so that each stands below what called it. */
  List<Nested> nested(List<Span> spans) {
    List<Nested> nested = new ArrayList<>();
    Deque<Span> open = new ArrayDeque<>();
    for (Span span :
        spans.stream()
            .sorted(
                Comparator.comparingDouble(Span::startMillis)
                    .thenComparing(Comparator.comparingDouble(Span::millis).reversed()))
            .toList()) {
      while (!open.isEmpty() && !isCaller(open.peek(), span)) {
        open.pop();
      }
      nested.add(new Nested(span, open.size()));
      open.push(span);
    }
    return nested;
  }

  /** Returns whether it had not ended when the other began, and samples have it above the other. */
  private boolean isCaller(Span caller, Span called) {
    double all =
        millis.getOrDefault(called.name(), Map.of()).values().stream()
            .mapToDouble(Double::doubleValue)
            .sum();
    double below =
        this.below.getOrDefault(called.name(), Map.of()).getOrDefault(caller.name(), 0.0);
    return called.startMillis() < caller.startMillis() + caller.millis()
        && below > 0
        && below >= LEAST_SHARE_OF_CALLER * all;
  }
}
