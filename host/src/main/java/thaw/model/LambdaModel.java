package thaw.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.stats.PowerLaw;

/**
 * For each phase a line from the time here to the time on Lambda.
 *
 * @param pairs of which they are made, and those that are not fitted
 * @param lines only of phases that have pairs enough
 */
public record LambdaModel(List<ModelPair> pairs, Map<ModelPhase, PowerLaw> lines) {
  /** That Lambda's figure lies in the interval. */
  public static final double CONFIDENCE = 0.8;

  public LambdaModel {
    pairs = List.copyOf(pairs);
    lines = Map.copyOf(lines);
  }

  public static LambdaModel of(List<ModelPair> pairs) {
    Map<ModelPhase, PowerLaw> lines = new EnumMap<>(ModelPhase.class);
    for (ModelPhase phase : ModelPhase.values()) {
      List<ModelPair> own =
          pairs.stream().filter(each -> each.fitted() && each.phase() == phase).toList();
      if (own.size() >= PowerLaw.FEWEST) {
        lines.put(
            phase,
            PowerLaw.through(
                own.stream().mapToDouble(ModelPair::localMillis).toArray(),
                own.stream().mapToDouble(ModelPair::lambdaMillis).toArray()));
      }
    }
    return new LambdaModel(pairs, lines);
  }

  /**
   * With the factors of other pairs, such as those of one's own account: a line keeps its exponent,
   * and moves to the pairs of its phase.
   */
  public LambdaModel calibrated(List<ModelPair> own) {
    Map<ModelPhase, PowerLaw> moved = new EnumMap<>(ModelPhase.class);
    moved.putAll(lines);
    lines.forEach((phase, line) -> {
      List<ModelPair> of = own.stream().filter(each -> each.phase() == phase).toList();
      if (!of.isEmpty()) {
        moved.put(
            phase,
            line.movedTo(
                of.stream().mapToDouble(ModelPair::localMillis).toArray(),
                of.stream().mapToDouble(ModelPair::lambdaMillis).toArray()));
      }
    });
    of(own).lines().forEach(moved::putIfAbsent);
    return new LambdaModel(pairs, moved);
  }

  /** Empty for a phase without a line. */
  public Optional<LambdaEstimate> expected(ModelPhase phase, double localMillis) {
    @Nullable PowerLaw line = lines.get(phase);
    if (line == null) {
      return Optional.empty();
    }
    double millis = line.at(localMillis);
    double factor = line.factor(localMillis, CONFIDENCE);
    return Optional.of(new LambdaEstimate(millis, millis / factor, millis * factor));
  }
}
