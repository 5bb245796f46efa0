package thaw.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedIdTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "3f0e9c1a-7b52-4d0e-9a53-0c8a4f6e2d11",
        "worker-3F0E9C1A-7B52-4D0E-9A53-0C8A4F6E2D11 of 3",
        "9f86d081884c7d65",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "q83vEjRWeJCrze8SNFZ4kA==",
        "3kTMd8Q1xPz7VbLw5nRy2HcJ"
      })
  void ids_and_tokens_look_minted(String text) {
    assertTrue(GeneratedId.looks(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "orders",
        "00000000-0000-0000-0000-000000000000",
        "6ba7b810-9dad-31d1-80b4-00c04fd430c8", // made from a name
        "1234567890123456",
        "aaaaaaaaaaaaaaaa",
        "abcdefabcdefabcdef",
        "com.example.orders.OrderHandlerV2",
        "AWSSecretsManagerV20171017Client",
        "RequestHandlerV2OfTheOrdersService",
        "arn:aws:lambda:us-east-1:123456789012:function:orders",
        "http://127.0.0.1:8000/2018-06-01/runtime",
        "/opt/java/lib/aws-lambda-java-core-1.2.3.jar",
        "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "0123456789abcdefghijklmnopqrstuvwxyz"
      })
  void words_and_constants_do_not(String text) {
    assertFalse(GeneratedId.looks(text));
  }

  @Test
  void uuids_are_minted_unless_they_are_made_from_a_name() {
    assertTrue(GeneratedId.looks(UUID.randomUUID()));
    assertFalse(GeneratedId.looks(UUID.nameUUIDFromBytes(new byte[] {1})));
    assertFalse(GeneratedId.looks(new UUID(0, 0)));
  }

  @Test
  void bytes_are_minted_by_size_name_and_look() {
    byte[] random = new byte[16];
    new Random(1).nextBytes(random);
    assertTrue(GeneratedId.looks("SALT", random));
    assertTrue(GeneratedId.looks("sessionKey", random));
    assertFalse(GeneratedId.looks("TABLE", random));
    assertFalse(GeneratedId.looks("SALT", new byte[16]));
    byte[] steps = new byte[16];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = (byte) (i * 8 + 100);
    }
    assertFalse(GeneratedId.looks("SALT", steps));
    assertFalse(
        GeneratedId.looks("KEY_DIGITS", "0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));
    new Random(1).nextBytes(random = new byte[17]);
    assertFalse(GeneratedId.looks("SALT", random));
  }

  /** What is told apart by its look is sometimes told wrong: how often, with a fixed seed. */
  @Test
  void most_tokens_of_each_kind_are_seen() {
    Random random = new Random(20261121);
    int base64 = 0;
    int hex = 0;
    int bytes = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] secret = new byte[24];
      random.nextBytes(secret);
      base64 += GeneratedId.looks(Base64.getEncoder().encodeToString(secret)) ? 1 : 0;
      hex += GeneratedId.looks(HexFormat.of().formatHex(secret)) ? 1 : 0;
      bytes += GeneratedId.looks("nonce", secret) ? 1 : 0;
    }
    assertEquals(1000, hex);
    assertTrue(base64 > 950, base64 + " of 1000");
    assertTrue(bytes > 990, bytes + " of 1000");
  }
}
