package thaw.attribution;

import java.util.List;

/** A client of the AWS SDK for Java 1, which starts more slowly than version 2 and is retired. */
final class SdkV1 implements Check {
  private static final String SERVICES = "com.amazonaws.services.";
  private static final Code SDK =
      Code.of(
          "com.amazonaws.auth.",
          "com.amazonaws.client.",
          "com.amazonaws.http.",
          "com.amazonaws.internal.",
          "com.amazonaws.protocol.",
          "com.amazonaws.regions.",
          "com.amazonaws.util.",
          "com.amazonaws.AmazonWebServiceClient",
          "com.amazonaws.ClientConfiguration");

  /** Version 2 took 22 % off the whole application, and 38 % off the client's init. */
  private static final Gain SHARE = new Gain(0.22, 0.38);

  @Override
  public List<Finding> findings(Case examined) {
    List<CallSite> built =
        examined.sites(site ->
            site.kind() == CallSite.Kind.STATIC_CALL
                && site.owner().startsWith(SERVICES)
                && !site.owner().startsWith(SERVICES + "lambda.runtime.")
                && site.owner().endsWith("ClientBuilder"));
    Cost cost =
        examined
            .profile()
            .cost(sample ->
                SDK.within(sample)
                    || Profile.java(sample).stream()
                        .anyMatch(frame ->
                            built.stream()
                                .anyMatch(site -> site.owner().equals(frame.className()))));
    if (built.isEmpty() || cost.isNone() || examined.loads(SDK) == 0) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "sdk-v1",
            "the AWS SDK for Java 1 is in use",
            "it took %s, with what it called; %,d of its classes were loaded"
                .formatted(cost.text(), examined.loads(SDK)),
            examined.code().place(built.getFirst()),
            new Gain(cost.millis() * SHARE.low(), cost.millis() * SHARE.high()),
            "use version 2 with the URLConnection client: DynamoDbClient.builder()"
                + ".httpClientBuilder(UrlConnectionHttpClient.builder()).build()"));
  }
}
