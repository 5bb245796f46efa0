package thaw.service.busy;

import java.net.http.HttpRequest;
import java.util.List;
import thaw.http.Exchange;
import thaw.http.Response;

/**
 * The signature of Thaw's own requests to local services: they demand one of this shape, take the
 * service and the region from it, and do not verify it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-authentication-methods.html">
 *     AWS Signature Version 4</a>
 */
public final class LocalSignature {
  private static final String AUTHORIZATION = "Authorization";
  private static final String BEGIN = "AWS4-HMAC-SHA256 Credential=THAW/";

  private LocalSignature() {}

  /**
   * @param service as in the credentials' scope, for example {@code sqs}
   */
  public static HttpRequest.Builder sign(
      HttpRequest.Builder request, String service, String region) {
    fields(service, region).forEach(field -> request.header(field.name(), field.value()));
    return request;
  }

  /** Returns the header fields of a request. */
  static List<Response.Field> fields(String service, String region) {
    return List.of(
        new Response.Field(
            AUTHORIZATION,
            BEGIN
                + "20260101/%s/%s/aws4_request, SignedHeaders=host, Signature=0"
                    .formatted(region, service)),
        new Response.Field("X-Amz-Date", "20260101T000000Z"));
  }

  /** Returns whether a request is signed by Thaw itself. */
  static boolean isOn(Exchange exchange) {
    return exchange.header(AUTHORIZATION).orElse("").startsWith(BEGIN);
  }
}
