package thaw.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * The model that tells, and of what it is made.
 *
 * @param file the published pairs
 * @param own pairs of somebody's own account, which moved its lines; empty where there are none
 * @param remarks what makes the own pairs less sure
 * @param model of both
 */
public record FittedModel(
    ModelFile file, List<ModelPair> own, List<String> remarks, LambdaModel model) {
  public FittedModel {
    own = List.copyOf(own);
    remarks = List.copyOf(remarks);
  }

  /** The one that Thaw brings. */
  public static FittedModel published() {
    return of(ModelFile.read());
  }

  public static FittedModel of(ModelFile file) {
    return new FittedModel(file, List.of(), List.of(), LambdaModel.of(file.pairs()));
  }

  /** Returns the phases whose lines the own pairs have moved. */
  public List<String> phases() {
    return Stream.of(ModelPhase.values())
        .filter(phase -> model.line(phase).isPresent())
        .filter(phase -> own.stream().anyMatch(each -> each.phase().sharesLineWith(phase)))
        .map(ModelPhase::label)
        .toList();
  }

  /**
   * Returns whether it tells of restores of snapshots before which nothing of the first request was
   * done: published ones are of primed functions, and one's own are of the function as it is.
   */
  public boolean tellsUnprimed() {
    return own.stream().anyMatch(each -> each.phase() == ModelPhase.RESTORED);
  }

  /** Tells the published figures by those of other sources alone. */
  public LeaveOut withoutSource() {
    return LeaveOut.oneSource(file.pairs()).where(ModelPair::fitted);
  }

  /**
   * The same, with the factors of one's own account.
   *
   * @param about what makes these pairs less sure
   */
  public FittedModel calibrated(List<ModelPair> pairs, List<String> about) {
    return new FittedModel(file, pairs, about, LambdaModel.of(file.pairs()).calibrated(pairs));
  }
}
