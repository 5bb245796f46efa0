package thaw.attribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Sums sized parts up into the tree of phases, causes and owners. */
final class Shares {
  private Shares() {}

  /**
   * @param cpuMillis of all threads, in the baseline, by phase
   */
  static List<Explanation.Phase> tree(List<Scale.Sized> sized, Map<PhaseName, Double> cpuMillis) {
    Map<PhaseName, List<Scale.Sized>> phases = new EnumMap<>(PhaseName.class);
    for (Scale.Sized part : sized) {
      phases.computeIfAbsent(part.part().phase(), key -> new ArrayList<>()).add(part);
    }
    List<Explanation.Phase> tree = new ArrayList<>();
    phases.forEach(
        (name, parts) -> tree.add(phase(name, parts, cpuMillis.getOrDefault(name, 0.0))));
    return tree;
  }

  private static Explanation.Phase phase(
      PhaseName name, List<Scale.Sized> parts, double cpuMillis) {
    Map<Cause, List<Scale.Sized>> causes = new EnumMap<>(Cause.class);
    causes.put(Cause.UNEXPLAINED, new ArrayList<>());
    for (Scale.Sized part : parts) {
      causes.computeIfAbsent(part.part().cause(), key -> new ArrayList<>()).add(part);
    }
    List<Explanation.CauseShare> shares = new ArrayList<>();
    causes.forEach((cause, own) -> shares.add(share(cause, own)));
    shares.sort(Comparator.comparingDouble(Explanation.CauseShare::millis).reversed());
    double wall = sum(parts);
    double unexplained = sum(causes.getOrDefault(Cause.UNEXPLAINED, List.of()));
    return new Explanation.Phase(
        name, wall, cpuMillis, wall <= 0 ? 1 : 1 - unexplained / wall, shares);
  }

  private static Explanation.CauseShare share(Cause cause, List<Scale.Sized> parts) {
    return new Explanation.CauseShare(
        cause,
        sum(parts),
        parts.stream().mapToInt(part -> part.part().samples()).sum(),
        owners(parts, Part::owner),
        owners(parts, Part::requester),
        owners(parts, Part::firstParty));
  }

  private static List<Explanation.OwnerShare> owners(
      List<Scale.Sized> parts, Function<Part, String> owner) {
    Map<String, Double> sums = new HashMap<>();
    for (Scale.Sized part : parts) {
      String name = owner.apply(part.part());
      if (!name.isEmpty()) {
        sums.merge(name, part.millis(), Double::sum);
      }
    }
    return sums.entrySet().stream()
        .map(entry -> new Explanation.OwnerShare(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingDouble(Explanation.OwnerShare::millis)
                .reversed()
                .thenComparing(Explanation.OwnerShare::library))
        .toList();
  }

  static double sum(List<Scale.Sized> parts) {
    return parts.stream().mapToDouble(Scale.Sized::millis).sum();
  }
}
