package thaw.service;

import java.net.http.HttpRequest;

/**
 * The signature of requests to local services: they demand one of this shape, take the service and
 * the region from it, and do not verify it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-authentication-methods.html">
 *     AWS Signature Version 4</a>
 */
final class LocalSignature {
  private LocalSignature() {}

  /**
   * @param service as in the credentials' scope, for example {@code sqs}
   */
  static HttpRequest.Builder sign(HttpRequest.Builder request, String service, String region) {
    return request
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=THAW/20260101/%s/%s/aws4_request, SignedHeaders=host, Signature=0"
                .formatted(region, service))
        .header("X-Amz-Date", "20260101T000000Z");
  }
}
