package thaw.function.resource;

import java.math.BigInteger;
import org.apache.commons.codec.digest.DigestUtils;

/** Letters and digits that follow from a text, such as AWS makes at random. */
public final class DerivedId {
  private DerivedId() {}

  public static String of(String text, int length) {
    byte[] digest = DigestUtils.sha256(text);
    String digits = "0".repeat(length) + new BigInteger(1, digest).toString(Character.MAX_RADIX);
    return digits.substring(digits.length() - length);
  }
}
