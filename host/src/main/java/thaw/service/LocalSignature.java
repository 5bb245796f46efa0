package thaw.service;

/**
 * The {@code Authorization} header of requests to local services: they demand one of this shape,
 * take the service and the region from it, and verify no signature.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-authentication-methods.html">
 *     AWS Signature Version 4</a>
 */
public final class LocalSignature {
  private LocalSignature() {}

  /**
   * @param service as in the credentials' scope, for example {@code sqs}
   */
  public static String of(String service, String region) {
    return "AWS4-HMAC-SHA256 Credential=THAW/20260101/%s/%s/aws4_request, SignedHeaders=host, Signature=0"
        .formatted(region, service);
  }
}
