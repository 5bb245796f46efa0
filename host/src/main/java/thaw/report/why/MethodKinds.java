package thaw.report.why;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Span;
import thaw.attribution.ProfileSample;

/**
 * What the methods of a timeline cost, by kind of cause: of each, the samples of what the start
 * waited for that have the method on their stack.
 */
final class MethodKinds {
  private final Map<String, Map<Cause.Kind, Double>> millis = new HashMap<>();

  private MethodKinds() {}

  static MethodKinds of(Explanation explanation) {
    Set<String> wanted =
        explanation.timeline().stream().map(Span::name).collect(Collectors.toSet());
    MethodKinds kinds = new MethodKinds();
    ProfileFrames frames = new ProfileFrames();
    for (ProfileSample sample : explanation.profile()) {
      if (sample.critical() && WhyMatrix.counts(sample.phase())) {
        Set<String> methods = new HashSet<>(frames.names(sample));
        methods.retainAll(wanted);
        methods.forEach(method -> kinds.add(method, sample));
      }
    }
    return kinds;
  }

  private void add(String method, ProfileSample sample) {
    millis
        .computeIfAbsent(method, each -> new EnumMap<>(Cause.Kind.class))
        .merge(sample.cause().kind(), sample.millis(), Double::sum);
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
}
