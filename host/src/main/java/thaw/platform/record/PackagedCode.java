package thaw.platform.record;

import java.util.Base64;
import java.util.HexFormat;

/**
 * A deployment package as clients see it.
 *
 * @param codeSha256 base64 of the zip's SHA-256
 * @param codeSizeBytes of the zip
 */
public record PackagedCode(String codeSha256, long codeSizeBytes) {
  /** The same digest in hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(Base64.getDecoder().decode(codeSha256));
  }
}
