package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/**
 * The table of curve P-256, which a TLS client computes for the second key that it offers, before
 * the server has chosen one. C1 has no intrinsics for its arithmetic.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8446#section-4.2.8">RFC 8446, 4.2.8</a>
 */
final class TlsKeyShare implements Check {
  private static final Code KEY_SHARE =
      Code.of("sun.security.ssl.KeyShareExtension$CHKeyShareProducer");

  /** JDK 23 has another one than those before. */
  private static final Code TABLE =
      Code.of(
          "sun.security.ec.ECOperations$Secp256R1GeneratorMultiplier",
          "sun.security.ec.ECOperations$Secp256R1GeneratorMontgomeryMultiplier");

  /**
   * The least share that is gained: on JDK 25 the first key took 78 to 90 ms on P-256, and 12 ms on
   * P-384.
   */
  private static final double LEAST = 1 - 12.0 / 78;

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Cost cost = examined.profile().work(TlsKeyShare::isTable);
    if (cost.isNone()) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "tls-key-share",
            "TLS computes a table for a key that the server need not choose",
            "the table of curve P-256 took " + cost.wholeText(),
            examined.mainPlace(TlsKeyShare::isTable),
            new Gain(cost.millis() * LEAST, cost.wholeMillis()),
            "let the second key be one of P-384; P-256 stays in the list:"
                + " JAVA_TOOL_OPTIONS=-Djdk.tls.namedGroups=x25519,secp384r1,secp256r1,..."));
  }

  private static boolean isTable(ProfileSample sample) {
    return KEY_SHARE.within(sample) && TABLE.within(sample);
  }
}
