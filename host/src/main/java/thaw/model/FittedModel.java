package thaw.model;

import java.util.List;

/**
 * The model that tells, and of what it is made.
 *
 * @param file the published pairs
 * @param own pairs of somebody's own account, which moved its lines; empty where there are none
 * @param model of both
 */
public record FittedModel(ModelFile file, List<ModelPair> own, LambdaModel model) {
  public FittedModel {
    own = List.copyOf(own);
  }

  /** The one that Thaw brings. */
  public static FittedModel published() {
    return of(ModelFile.read());
  }

  public static FittedModel of(ModelFile file) {
    return new FittedModel(file, List.of(), LambdaModel.of(file.pairs()));
  }

  /** What the own pairs are of. */
  public List<String> phases() {
    return own.stream().map(each -> each.phase().label()).distinct().toList();
  }

  /** The same, with the factors of one's own account. */
  public FittedModel calibrated(List<ModelPair> pairs) {
    return new FittedModel(file, pairs, LambdaModel.of(file.pairs()).calibrated(pairs));
  }
}
