package thaw.service.own;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import thaw.http.RequestTarget;
import thaw.http.Response;

/**
 * AWS's query protocol: a form in, XML out.
 *
 * @param namespace of the service's XML
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-query-protocol.html">The protocol</a>
 */
record QueryProtocol(String namespace) {
  static Map<String, String> form(byte[] body) {
    Map<String, String> form = new HashMap<>();
    for (String pair : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        form.put(
            RequestTarget.decoded(pair.substring(0, equals)),
            RequestTarget.decoded(pair.substring(equals + 1)));
      }
    }
    return form;
  }

  static String element(String name, String text) {
    return "<%1$s>%2$s</%1$s>"
        .formatted(name, text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
  }

  /**
   * @param result what stands in the result, as XML
   */
  Response answer(String action, String result, String requestId) {
    return xml(
        200,
        "<%1$sResponse xmlns=\"%4$s\"><%1$sResult>%2$s</%1$sResult><ResponseMetadata><RequestId>%3$s</RequestId></ResponseMetadata></%1$sResponse>"
            .formatted(action, result, requestId, namespace));
  }

  Response error(int status, String code, String message) {
    return xml(
        status,
        "<ErrorResponse xmlns=\"%s\"><Error><Type>%s</Type>%s%s</Error></ErrorResponse>"
            .formatted(
                namespace,
                status == 500 ? "Receiver" : "Sender",
                element("Code", code),
                element("Message", message)));
  }

  private static Response xml(int status, String document) {
    return new Response(
        status, Map.of("Content-Type", "text/xml"), document.getBytes(StandardCharsets.UTF_8));
  }
}
