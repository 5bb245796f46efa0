package thaw.lambdaapi;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import thaw.http.Response;

/**
 * Answers of the AWS query protocol.
 *
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-query-protocol.html">AWS query protocol</a>
 */
final class QueryXml {
  private QueryXml() {}

  /** An element with a text in it. */
  static String text(String name, String text) {
    return "<" + name + ">" + escaped(text) + "</" + name + ">";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /**
   * @param result what stands in the result, as XML
   */
  static Response of(String namespace, String action, String result, String requestId) {
    return xml(
        200,
        "<%sResponse xmlns=\"%s\"><%sResult>%s</%sResult><ResponseMetadata>%s</ResponseMetadata></%sResponse>"
            .formatted(
                action, namespace, action, result, action, text("RequestId", requestId), action));
  }

  static Response error(String code, String message, String requestId) {
    return xml(
        400,
        "<ErrorResponse><Error><Type>Sender</Type>%s%s</Error>%s</ErrorResponse>"
            .formatted(text("Code", code), text("Message", message), text("RequestId", requestId)));
  }

  private static Response xml(int status, String body) {
    return new Response(
        status, Map.of("Content-Type", "text/xml"), body.getBytes(StandardCharsets.UTF_8));
  }
}
