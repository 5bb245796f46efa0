package thaw.escape;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The bytes that were really allocated, by the user's instruction and the compiled method that it
 * ran in.
 */
final class AllocatedBytes {
  private final Map<At, Map<MethodName, Long>> bySite = new HashMap<>();
  private long elsewhere;

  /**
   * Counts samples that came when their own JVM had compiled the site; those before tell of other
   * code.
   */
  void add(CompilationLog log, AllocationSamples samples, Map<At, SiteFate> fates) {
    for (AllocationSamples.Sample sample : samples.samples()) {
      SiteFate fate = fates.get(sample.at());
      long from = fate == null ? 0 : fate.firstMillis(log);
      if (sample.epochMillis() >= from) {
        bySite
            .computeIfAbsent(sample.at(), _ -> new HashMap<>())
            .merge(sample.root(), sample.bytes(), Long::sum);
      }
    }
  }

  /** The user's instructions below which something was allocated. */
  Set<At> places() {
    return new HashSet<>(bySite.keySet());
  }

  OptionalLong of(At at) {
    return OptionalLong.of(
        bySite.getOrDefault(at, Map.of()).values().stream().mapToLong(Long::longValue).sum());
  }

  long in(At at, MethodName root) {
    return bySite.getOrDefault(at, Map.of()).getOrDefault(root, 0L);
  }

  /** Inside of calls that are no sites. */
  long elsewhere() {
    return elsewhere;
  }

  void keepSites(Set<At> sites) {
    bySite.forEach((at, byRoot) -> {
      if (!sites.contains(at)) {
        elsewhere += byRoot.values().stream().mapToLong(Long::longValue).sum();
      }
    });
  }
}
