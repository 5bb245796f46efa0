package thaw.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.stats.PowerLaw;

/**
 * The lines from the time here to the time on Lambda, one for each phase.
 *
 * @param pairs of which they are made, and those that are not fitted
 * @param lines only of phases that have pairs enough
 * @param sourceSpread by which their intervals are widened; absent where no source tells another
 * @param lineSpreads of the sources of one line, by which its interval is widened further where
 *     they lie farther apart; only of lines of which a source can be told by others
 */
public record LambdaModel(
    List<ModelPair> pairs,
    Map<ModelPhase, PowerLaw> lines,
    Optional<SourceSpread> sourceSpread,
    Map<ModelPhase, SourceSpread> lineSpreads) {
  /** The probability that Lambda's figure lies in the interval. */
  public static final double CONFIDENCE = 0.8;

  public LambdaModel {
    pairs = List.copyOf(pairs);
    lines = Map.copyOf(lines);
    lineSpreads = Map.copyOf(lineSpreads);
  }

  public static LambdaModel of(List<ModelPair> pairs) {
    List<ModelPair> fitted = pairs.stream().filter(ModelPair::fitted).toList();
    Optional<SourceSpread> sources = SourceSpread.of(fitted);
    Map<ModelPhase, PowerLaw> lines = new EnumMap<>(ModelPhase.class);
    Map<ModelPhase, SourceSpread> lineSpreads = new EnumMap<>(ModelPhase.class);
    for (ModelPhase phase : ModelPhase.values()) {
      // No whole start is told by inits alone.
      boolean has =
          phase == ModelPhase.INIT || fitted.stream().anyMatch(each -> each.phase() == phase);
      through(fitted.stream().filter(each -> each.phase().sharesLineWith(phase)).toList())
          .filter(any -> has)
          .ifPresent(line -> {
            Optional<SourceSpread> own = SourceSpread.ofLine(phase, fitted);
            own.ifPresent(each -> lineSpreads.put(phase, each));
            PowerLaw wide = line;
            for (SourceSpread each : Stream.of(sources, own).flatMap(Optional::stream).toList()) {
              wide = each.widened(wide);
            }
            lines.put(phase, wide);
          });
    }
    return new LambdaModel(pairs, lines, sources, lineSpreads);
  }

  /** Returns the line through pairs; empty for too few. */
  static Optional<PowerLaw> through(List<ModelPair> pairs) {
    return pairs.size() < PowerLaw.FEWEST
        ? Optional.empty()
        : Optional.of(
            PowerLaw.through(
                pairs.stream().mapToDouble(ModelPair::localMillis).toArray(),
                pairs.stream().mapToDouble(ModelPair::lambdaMillis).toArray()));
  }

  /**
   * Returns the model with the factors of other pairs, such as those of one's own account: a line
   * keeps its exponent, and moves to the pairs of all phases that share it. Its interval does not
   * become narrower, as few pairs may agree by chance.
   */
  LambdaModel calibrated(List<ModelPair> own) {
    Map<ModelPhase, PowerLaw> moved = new EnumMap<>(ModelPhase.class);
    moved.putAll(lines);
    lines.forEach((phase, line) -> {
      List<ModelPair> of = own.stream().filter(each -> each.phase().sharesLineWith(phase)).toList();
      if (!of.isEmpty()) {
        moved.put(
            phase,
            line.movedTo(
                    of.stream().mapToDouble(ModelPair::localMillis).toArray(),
                    of.stream().mapToDouble(ModelPair::lambdaMillis).toArray())
                .widened(line.spread(), line.freedom(), CONFIDENCE));
      }
    });
    of(own).lines().forEach(moved::putIfAbsent);
    return new LambdaModel(pairs, moved, sourceSpread, lineSpreads);
  }

  /**
   * Returns the time that a phase is expected to take on Lambda; empty for a phase without a line,
   * and for a time that is far from those of its pairs.
   */
  public Optional<LambdaEstimate> expected(ModelPhase phase, double localMillis) {
    @Nullable PowerLaw line = lines.get(phase);
    if (line == null || !line.reaches(localMillis)) {
      return Optional.empty();
    }
    double millis = line.at(localMillis);
    double factor = line.factor(localMillis, CONFIDENCE);
    return Optional.of(new LambdaEstimate(millis, millis / factor, millis * factor));
  }

  /** Returns the line of that phase; empty where it has none. */
  public Optional<PowerLaw> line(ModelPhase phase) {
    return Optional.ofNullable(lines.get(phase));
  }
}
