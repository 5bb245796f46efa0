package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;

/** What a client of TLS computes before a server has chosen anything. */
class TlsKeyShareTest {
  private static final String CALLING =
      Stubs.handler(
          """
            public String handleRequest(String event, Context context) {
              return event.trim();
            }
          """);
  private static final String MONTGOMERY =
      "sun.security.ec.ECOperations$Secp256R1GeneratorMontgomeryMultiplier.<clinit>";
  private static final String PRODUCER =
      "sun.security.ssl.KeyShareExtension$CHKeyShareProducer.getShare";

  @TempDir private Path folder;

  private Example sampled(String... frames) throws IOException {
    return Example.of(folder, CALLING).sampled(FIRST_INVOCATION, Cause.CRYPTO, 78, frames);
  }

  @Test
  void the_table_of_a_curve_that_is_offered_is_found_with_the_call_that_needed_a_connection()
      throws IOException {
    Finding found =
        sampled(MONTGOMERY, PRODUCER, "example.Handler.handleRequest@trim")
            .finding("tls-key-share");

    assertEquals("example.Handler.handleRequest(Handler.java:9)", found.place());
    assertTrue(found.evidence().contains("78 samples"), found.evidence());
    assertEquals(66, found.lowMillis(), 0.01);
    assertEquals(78, found.highMillis(), 0.01);
    assertTrue(found.remedy().contains("jdk.tls.namedGroups"), found.remedy());
  }

  @Test
  void the_table_of_older_jdks_is_found_as_well() throws IOException {
    assertEquals(
        1,
        sampled(
                "sun.security.ec.ECOperations$Secp256R1GeneratorMultiplier.<init>",
                PRODUCER,
                "example.Handler.handleRequest@trim")
            .findings("tls-key-share")
            .size());
  }

  @Test
  void who_verifies_a_signature_or_offers_another_key_needs_no_other_order() throws IOException {
    assertEquals(
        0,
        sampled(
                MONTGOMERY,
                "sun.security.ec.ECDSASignature.engineVerify",
                "example.Handler.handleRequest@trim")
            .findings("tls-key-share")
            .size());
    assertEquals(
        0,
        sampled(
                "sun.security.ec.XDHKeyPairGenerator.generateKeyPair",
                PRODUCER,
                "example.Handler.handleRequest@trim")
            .findings("tls-key-share")
            .size());
  }
}
