package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.evidence.ClientBuild;
import thaw.attribution.evidence.Code;

/**
 * An HTTP client that the AWS SDK for Java 2 can use.
 *
 * @param className what own code names when it chooses it
 * @param code all that runs on its behalf
 * @param synchronous whether clients that block can use it
 * @param asynchronous whether clients that do not block can
 */
record HttpClient(
    String name, String className, Code code, boolean synchronous, boolean asynchronous) {
  static final HttpClient URL_CONNECTION =
      new HttpClient(
          "URLConnection",
          "software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient",
          Code.of("software.amazon.awssdk.http.urlconnection."),
          true,
          false);
  static final HttpClient CRT =
      new HttpClient(
          "CRT",
          "software.amazon.awssdk.http.crt.AwsCrtHttpClient",
          Code.of("software.amazon.awssdk.http.crt.", "software.amazon.awssdk.crt."),
          true,
          true);
  static final HttpClient APACHE_4 =
      new HttpClient(
          "Apache 4",
          "software.amazon.awssdk.http.apache.ApacheHttpClient",
          Code.of("software.amazon.awssdk.http.apache.", "org.apache.http."),
          true,
          false);
  static final HttpClient APACHE_5 =
      new HttpClient(
          "Apache 5",
          "software.amazon.awssdk.http.apache5.Apache5HttpClient",
          Code.of("software.amazon.awssdk.http.apache5.", "org.apache.hc."),
          true,
          false);
  static final HttpClient NETTY =
      new HttpClient(
          "Netty",
          "software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient",
          Code.of("software.amazon.awssdk.http.nio.netty.", "io.netty."),
          false,
          true);

  static final List<HttpClient> ALL = List.of(URL_CONNECTION, CRT, APACHE_4, APACHE_5, NETTY);

  boolean serves(ClientBuild build) {
    return build.isAsynchronous() ? asynchronous : synchronous;
  }

  /**
   * Returns whether a class is of the SDK's adapter to it: its library may be there for other
   * reasons.
   */
  boolean isAdapter(String name) {
    return name.startsWith(className.substring(0, className.lastIndexOf('.') + 1));
  }
}
