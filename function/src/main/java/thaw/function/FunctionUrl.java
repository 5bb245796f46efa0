package thaw.function;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The HTTP address that a template gives to a function.
 *
 * @param authType {@code NONE} or {@code AWS_IAM}
 * @param invokeMode {@code BUFFERED} or {@code RESPONSE_STREAM}
 */
public record FunctionUrl(String authType, Optional<Cors> cors, Optional<String> invokeMode) {
  private static final int ID_LENGTH = 32;
  private static final int ID_RADIX = 32;

  /** The settings for scripts of other origins; what is absent is not configured. */
  public record Cors(
      Optional<Boolean> allowCredentials,
      Optional<List<String>> allowHeaders,
      Optional<List<String>> allowMethods,
      Optional<List<String>> allowOrigins,
      Optional<List<String>> exposeHeaders,
      OptionalInt maxAgeSeconds) {}

  /**
   * Returns the first label of the host, which is the same at each start.
   *
   * @param owner a function's name, with {@code :ALIAS} for the URL of an alias
   */
  public static String id(String owner) {
    byte[] name = ("function URL of " + owner).getBytes(StandardCharsets.UTF_8);
    String digits =
        "0".repeat(ID_LENGTH) + new BigInteger(1, DigestUtils.sha256(name)).toString(ID_RADIX);
    return digits.substring(digits.length() - ID_LENGTH);
  }

  /** Returns the address that it has on AWS, as templates see it. */
  public static String address(String owner, String region) {
    return "https://" + id(owner) + ".lambda-url." + region + ".on.aws/";
  }
}
