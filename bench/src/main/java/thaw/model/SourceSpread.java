package thaw.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.stats.PowerLaw;

/**
 * Says how far a whole source lies from the line of the others, in logarithms. Figures of one
 * source are alike: the same author, functions, year and clients. So the deviations of single
 * figures around a line that knows their source say too little of a function that is in none of
 * them.
 *
 * <p>Each source is told by the line of the others, in each phase in which there are enough, also
 * where that line has to reach far. The phases together give one spread, as some have two sources
 * or one. A line whose own sources lie farther apart than that takes their spread in its place.
 *
 * @param spread root of the mean of the sources' mean squared deviations
 * @param cases how many sources of how many phases were told
 * @param freedom degrees of freedom: one fewer than the sources of each phase, as each is told by
 *     the others, and so their deviations are not independent; one where a single source is told
 */
public record SourceSpread(double spread, int cases, int freedom) {
  /**
   * Returns the spread of all phases together; it is empty where no source can be told by others.
   */
  static Optional<SourceSpread> of(List<ModelPair> pairs) {
    // TOTAL has the line of INIT.
    return ofLines(
        Stream.of(ModelPhase.values())
            .filter(phase -> phase != ModelPhase.TOTAL)
            .map(phase -> squares(sharing(phase, pairs)))
            .toList());
  }

  /**
   * Returns the spread of the sources of one phase's line only; empty where none can be told by
   * others.
   */
  static Optional<SourceSpread> ofLine(ModelPhase phase, List<ModelPair> pairs) {
    return ofLines(List.of(squares(sharing(phase, pairs))));
  }

  private static List<ModelPair> sharing(ModelPhase phase, List<ModelPair> pairs) {
    return pairs.stream().filter(each -> each.phase().sharesLineWith(phase)).toList();
  }

  private static Optional<SourceSpread> ofLines(List<List<Double>> lines) {
    List<Double> squares = lines.stream().flatMap(List::stream).toList();
    return squares.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SourceSpread(
                Math.sqrt(
                    squares.stream().mapToDouble(Double::doubleValue).average().orElseThrow()),
                squares.size(),
                lines.stream()
                    .filter(each -> !each.isEmpty())
                    .mapToInt(each -> Math.max(1, each.size() - 1))
                    .sum()));
  }

  /** Returns the mean squared deviation of each source for which the others have a line. */
  private static List<Double> squares(List<ModelPair> alike) {
    List<Double> squares = new ArrayList<>();
    for (String source : alike.stream().map(ModelPair::source).distinct().toList()) {
      List<ModelPair> others =
          alike.stream().filter(each -> !each.source().equals(source)).toList();
      LambdaModel.through(others)
          .ifPresent(line ->
              squares.add(
                  alike.stream()
                      .filter(each -> each.source().equals(source))
                      .mapToDouble(each -> square(line, each))
                      .average()
                      .orElseThrow()));
    }
    return squares;
  }

  private static double square(PowerLaw line, ModelPair pair) {
    double deviation = Math.log(pair.lambdaMillis() / line.at(pair.localMillis()));
    return deviation * deviation;
  }

  /** Returns the line with this spread where it makes the interval of a new value wider. */
  PowerLaw widened(PowerLaw line) {
    return line.widened(spread, freedom, LambdaModel.CONFIDENCE);
  }
}
