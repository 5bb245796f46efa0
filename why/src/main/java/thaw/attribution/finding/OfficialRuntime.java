package thaw.attribution.finding;

import java.util.List;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/**
 * AWS's runtime client, and the JSON layer that it takes for a handler's objects, where Thaw's
 * client would do with less. What it does for the function's own code, such as to load the
 * handler's class, stays with any client.
 */
final class OfficialRuntime implements Check {
  private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
  private static final Code CLIENT =
      Code.of(
          "com.amazonaws.services.lambda.runtime.api.client.",
          "com.amazonaws.services.lambda.crac.",
          "software.amazon.awssdk.utilslite.");

  /** The share of the time that Thaw's client takes for the same work. */
  private static final Gain REMAINS = new Gain(0.1, 0.3);

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Cost client = examined.profile().work(OfficialRuntime::isClients);
    if (!examined.isLoaded(MAIN) || client.isNone()) {
      return List.of();
    }
    Cost json = examined.profile().work(PojoHandler.SERIALIZER::asks);
    boolean goes = HandlerTypes.areDescribed(examined);
    Predicate<ProfileSample> gone = goes ? OfficialRuntime::isAny : OfficialRuntime::isClients;
    Cost whole = examined.profile().work(gone);
    Gain gain = examined.without(gone).plus(new Gain(0, whole.besideMillis()));
    return List.of(
        Check.finding(
            "official-runtime-client",
            json.isNone()
                ? "AWS's runtime client costs more than it has to"
                : "AWS's runtime client and its JSON layer cost more than they have to",
            "the client took %s%s%s: %.0f %% of the cold start"
                .formatted(
                    goes ? client.text() : client.wholeText(),
                    json.isNone() ? "" : ", its JSON layer " + json.text(),
                    goes && !json.isNone() ? ", both " + whole.wholeText() : "",
                    100 * (client.millis() + json.millis()) / examined.totalMillis()),
            "",
            gain.times(1 - REMAINS.high(), 1 - REMAINS.low()),
            "compare with Thaw's client: thaw bench "
                + examined.settings().source()
                + " --runtime official,thaw"
                + (goes || json.isNone()
                    ? ""
                    : "; with a description of the handler's types, which the annotation processor"
                        + " thaw-wire-processor writes, the JSON layer goes as well")));
  }

  private static boolean isAny(ProfileSample sample) {
    return isClients(sample) || PojoHandler.SERIALIZER.asks(sample);
  }

  private static boolean isClients(ProfileSample sample) {
    return sample.phase() != PhaseName.HANDLER_INIT
        && CLIENT.asks(sample)
        && !PojoHandler.SERIALIZER.asks(sample);
  }
}
