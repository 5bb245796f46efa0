package thaw.service.database;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Logs in with a password, as a proxy of RDS does for a client that has shown it a token.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc5802">SCRAM, RFC 5802</a>
 */
final class ScramLogin {
  private static final String MECHANISM = "SCRAM-SHA-256";
  private static final String NO_BINDING = "n,,";
  private static final int CONTINUE = 11;
  private static final int KEY_BITS = 256;

  private ScramLogin() {}

  /**
   * Answers a server's request for SCRAM; returns before its final message.
   *
   * @throws PostgresClient.Refused when the server does not go on
   */
  static void run(DataInputStream in, OutputStream out, String password)
      throws IOException, PostgresClient.Refused {
    byte[] random = new byte[18];
    new SecureRandom().nextBytes(random);
    String bare = "n=,r=" + Base64.getEncoder().encodeToString(random);
    byte[] first = (NO_BINDING + bare).getBytes(StandardCharsets.UTF_8);
    byte[] name = PostgresMessage.text(MECHANISM);
    out.write(
        PostgresMessage.of(
            'p',
            ByteBuffer.allocate(name.length + Integer.BYTES + first.length)
                .put(name)
                .putInt(first.length)
                .put(first)
                .array()));
    PostgresMessage answer = PostgresMessage.read(in);
    if (answer.type() == 'E') {
      throw new PostgresClient.Refused(answer.fields());
    }
    if (answer.type() != 'R' || answer.code() != CONTINUE) {
      throw new IOException("the server does not go on with SCRAM");
    }
    String challenge =
        new String(
            Arrays.copyOfRange(answer.body(), Integer.BYTES, answer.body().length),
            StandardCharsets.UTF_8);
    Map<String, String> said =
        Arrays.stream(challenge.split(","))
            .collect(Collectors.toMap(each -> each.substring(0, 1), each -> each.substring(2)));
    String last =
        "c="
            + Base64.getEncoder().encodeToString(NO_BINDING.getBytes(StandardCharsets.UTF_8))
            + ",r="
            + said.get("r");
    String signed = bare + "," + challenge + "," + last;
    String proof = proof(password, said, signed);
    out.write(PostgresMessage.of('p', (last + ",p=" + proof).getBytes(StandardCharsets.UTF_8)));
  }

  private static String proof(String password, Map<String, String> said, String signed) {
    try {
      byte[] salt = Base64.getDecoder().decode(said.getOrDefault("s", ""));
      PBEKeySpec spec =
          new PBEKeySpec(
              password.toCharArray(), salt, Integer.parseInt(said.getOrDefault("i", "")), KEY_BITS);
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      byte[] key = mac(salted, "Client Key");
      byte[] stored = MessageDigest.getInstance("SHA-256").digest(key);
      byte[] signature = mac(stored, signed);
      for (int i = 0; i < key.length; i++) {
        key[i] ^= signature[i];
      }
      return Base64.getEncoder().encodeToString(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("could not use SCRAM: " + e, e);
    }
  }

  private static byte[] mac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
