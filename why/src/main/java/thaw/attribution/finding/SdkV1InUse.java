package thaw.attribution.finding;

import java.util.List;
import java.util.stream.Collectors;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;

/** A client of the AWS SDK for Java 1, which starts more slowly than version 2 and is retired. */
final class SdkV1InUse implements Check {
  private static final String SERVICES = "com.amazonaws.services.";
  private static final Code ALL = Code.of("com.amazonaws.");

  /** Classes that have names like the old SDK's and are no part of it. */
  private static final Code OTHERS =
      Code.of(
          "com.amazonaws.services.lambda.runtime.",
          "com.amazonaws.services.lambda.crac.",
          "com.amazonaws.services.schemaregistry.",
          "com.amazonaws.lambda.",
          "com.amazonaws.xray.",
          "com.amazonaws.serverless.",
          "com.amazonaws.secretsmanager.",
          "com.amazonaws.encryptionsdk.");

  /** Version 2 took 22 % off the whole application, and 38 % off the client's init. */
  private static final Gain SHARE = new Gain(0.22, 0.38);

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    List<CallSite> built =
        examined.sites(site ->
            site.kind() == CallSite.Kind.STATIC_CALL
                && site.owner().startsWith(SERVICES)
                && !site.owner().startsWith(SERVICES + "lambda.runtime.")
                && site.owner().endsWith("ClientBuilder"));
    Cost cost = examined.profile().work(SdkV1InUse::isWithin);
    long classes = examined.loads(SdkV1InUse::isPart);
    if (built.isEmpty() || cost.isNone() || classes == 0) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "sdk-v1",
            "the AWS SDK for Java 1 is in use",
            "it took %s, with what it called; %,d of its classes were loaded"
                .formatted(cost.wholeText(), classes),
            examined.code().place(built.getFirst()),
            gain(examined, cost),
            "use version 2 with the URLConnection client: in place of "
                + built.stream()
                    .map(site -> site.simpleOwner().replaceFirst("ClientBuilder$", ""))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "))
                + " the client of that service, CLIENT.builder()"
                + ".httpClientBuilder(UrlConnectionHttpClient.builder()).build()"));
  }

  /**
   * Returns the gain of version 2. With an archive, what is left of version 1 is work that version
   * 2 has its compiler do (tables of regions, signers found by reflection): all of it went where
   * the whole start went from 2.3 to 0.9 s.
   */
  private static Gain gain(AnalysisContext examined, Cost cost) {
    return examined.settings().classArchive()
        ? new Gain(cost.millis() * SHARE.high(), cost.wholeMillis())
        : new Gain(cost.millis() * SHARE.low(), cost.millis() * SHARE.high());
  }

  private static boolean isPart(String className) {
    return ALL.test(className) && !OTHERS.test(className);
  }

  private static boolean isWithin(ProfileSample sample) {
    return Profile.java(sample).stream().anyMatch(frame -> isPart(frame.className()));
  }
}
