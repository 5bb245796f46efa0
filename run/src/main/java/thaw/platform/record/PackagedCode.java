package thaw.platform.record;

import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A deployment package as clients see it.
 *
 * @param codeSha256 base64 of the zip's SHA-256
 * @param codeSizeBytes of the zip
 * @param reference where it is kept, of what the API calls REFERENCE
 */
public record PackagedCode(String codeSha256, long codeSizeBytes, @Nullable S3Object reference) {
  /** An object of S3 that a function refers to; this platform has a copy of it nevertheless. */
  public record S3Object(String bucket, String key, @Nullable String version) {}

  public PackagedCode(String codeSha256, long codeSizeBytes) {
    this(codeSha256, codeSizeBytes, null);
  }

  /** The same digest in hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(Base64.getDecoder().decode(codeSha256));
  }
}
