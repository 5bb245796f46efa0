package thaw.attribution;

import java.util.List;

/** Own code that computes in init, beyond loading classes. */
final class OwnCodeInInit implements Check {
  @Override
  public List<Finding> findings(Case examined) {
    List<ProfileSample> samples =
        examined.profile().samples().stream()
            .filter(sample -> sample.phase() == PhaseName.HANDLER_INIT)
            .filter(sample -> sample.cause() == Cause.USER_CODE)
            .toList();
    Cost cost = examined.profile().cost(samples);
    if (cost.isNone()) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "own-code-in-init",
            "the function's own code computes in init",
            "it took " + cost.text(),
            examined.mainPlace(samples),
            new Gain(cost.millis() / 2, cost.millis()),
            "compute it when the function is built, and read the result as a resource; or when an"
                + " event first needs it"));
  }
}
