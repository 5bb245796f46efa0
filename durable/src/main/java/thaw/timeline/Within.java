package thaw.timeline;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.timeline.Timeline.Stretch;

/** What the time within each invocation went to. */
record Within(Map<Integer, List<Stretch>> byInvocation) {
  static Within of(List<Stretch> stretches) {
    return new Within(stretches.stream().collect(Collectors.groupingBy(Stretch::invocation)));
  }

  List<Stretch> stretches(Ran ran) {
    return byInvocation.getOrDefault(ran.number(), List.of());
  }

  double millis(Ran ran, StretchKind... kinds) {
    Set<StretchKind> wanted = Set.of(kinds);
    return stretches(ran).stream()
        .filter(each -> wanted.contains(each.kind()))
        .mapToDouble(Stretch::millis)
        .sum();
  }
}
