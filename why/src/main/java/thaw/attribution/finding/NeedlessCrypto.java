package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.owner.Library;

/** Random numbers of a strength that nobody asked for, and TLS that is set up and never used. */
final class NeedlessCrypto implements Check {
  private static final Code TLS = Code.of("javax.net.ssl.", "sun.security.ssl.");

  /**
   * A class that is loaded when a connection begins to speak TLS; setting up a context does not
   * need it.
   */
  private static final String HANDSHAKE = "sun.security.ssl.ClientHandshakeContext";

  private static final Code RANDOM = Code.of("java.security.SecureRandom");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    List<Finding> findings = new ArrayList<>();
    tls(examined, findings);
    random(examined, findings);
    return findings;
  }

  /**
   * A client whose endpoint is plain here and is not on Lambda needs its TLS there: then there is
   * nothing to find.
   */
  private static void tls(AnalysisContext examined, List<Finding> findings) {
    Cost cost = examined.profile().cost(TLS::within);
    boolean local =
        examined.settings().environment().stream()
            .anyMatch(name -> name.startsWith("AWS_ENDPOINT_URL"));
    if (!cost.isNone() && !local && !examined.isLoaded(HANDSHAKE)) {
      Predicate<ProfileSample> within = TLS::within;
      findings.add(
          Check.finding(
              "needless-crypto",
              "TLS is set up, and no connection uses it",
              "its set-up took %s; no handshake began".formatted(cost.text()),
              examined.mainPlace(within),
              new Gain(
                  examined.profile().cost(within.and(NeedlessCrypto::isOwn)).millis(),
                  cost.millis()),
              "where the endpoint is https:// on Lambda, prime one call in init; where it is http://"
                  + " there too, ask it by java.net.HttpURLConnection, which makes no SSLContext"));
    }
  }

  private static boolean isOwn(ProfileSample sample) {
    return !sample.owner().equals(Library.JDK.name());
  }

  private static void random(AnalysisContext examined, List<Finding> findings) {
    List<CallSite> strong =
        examined.sites(site ->
            site.calls("java.security.SecureRandom", "getInstanceStrong")
                || site.calls("java.security.SecureRandom", "generateSeed")
                || site.calls("java.security.SecureRandom", "getSeed"));
    Predicate<ProfileSample> inRandom = RANDOM::within;
    Predicate<ProfileSample> asked =
        inRandom.and(sample -> Code.requester(sample).filter(f -> examined.isOwn(f)).isPresent());
    Cost cost = examined.profile().cost(asked);
    if (!strong.isEmpty() && !cost.isNone()) {
      findings.add(
          Check.finding(
              "needless-crypto",
              "random numbers are drawn from the source that blocks",
              "it took " + cost.text(),
              examined.code().place(strong.getFirst()),
              new Gain(cost.millis() / 2, cost.millis()),
              "new SecureRandom() in place of SecureRandom.getInstanceStrong(), made when it is"
                  + " needed; for ids that are no secrets ThreadLocalRandom.current().nextLong()"));
    }
  }
}
