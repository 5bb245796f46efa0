package thaw.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeSha256Test {
  private final MessageDigest jdk = digest("SUN");

  private static MessageDigest digest(String provider) {
    try {
      return MessageDigest.getInstance("SHA-256", provider);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void install() throws Exception {
    assumeTrue(NativeSha256.install(), "this machine has no libcrypto");
    assertEquals("Thaw", MessageDigest.getInstance("SHA-256").getProvider().getName());
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random(count).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        127,
        129,
        NativeSha256.SMALL - 1,
        NativeSha256.SMALL,
        NativeSha256.SMALL + 1,
        3 * NativeSha256.SMALL + 7,
        5_000_001
      })
  void any_bytes_in_any_pieces_have_the_digest_of_the_jdk(int count) {
    byte[] bytes = bytes(count);
    byte[] expected = jdk.digest(bytes);
    MessageDigest digest = digest("Thaw");
    assertArrayEquals(expected, digest.digest(bytes), "at once");

    Random pieces = new Random(1);
    for (int at = 0; at < count; ) {
      int length = Math.min(count - at, 1 + pieces.nextInt(20_000));
      digest.update(bytes, at, length);
      at += length;
    }
    assertArrayEquals(expected, digest.digest(), "in pieces, by one that was used before");

    ByteBuffer direct = ByteBuffer.allocateDirect(count).put(bytes).flip();
    digest.update(direct);
    assertArrayEquals(expected, digest.digest(), "of memory outside the heap");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, NativeSha256.SMALL + 1})
  void a_copy_goes_on_by_itself_and_a_reset_forgets(int count) throws Exception {
    byte[] head = bytes(count);
    MessageDigest digest = digest("Thaw");
    digest.update(head);
    MessageDigest copy = (MessageDigest) digest.clone();
    copy.update((byte) 1);
    assertArrayEquals(jdk.digest(head), digest.digest());
    jdk.update(head);
    jdk.update((byte) 1);
    assertArrayEquals(jdk.digest(), copy.digest());

    digest.update(head);
    digest.reset();
    assertArrayEquals(jdk.digest(), digest.digest());
  }
}
