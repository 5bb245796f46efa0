package thaw.environment.launch;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ports on this machine's loopback to which functions send what they record of themselves. A
 * function with a network of its own finds them where it finds them in every one, as addresses are
 * part of a snapshot; ways of its sandbox lead on.
 *
 * @param xrayPort UDP and TCP, of the X-Ray daemon's protocol
 * @param otlpPort TCP, of OTLP over HTTP
 */
public record TraceReceivers(int xrayPort, int otlpPort) {
  /** The address of the daemon on Lambda. */
  static final String LAMBDA_XRAY_HOST = "169.254.100.1";

  static final int LAMBDA_XRAY_PORT = 2000;

  /**
   * The OTLP port in a network of its own, not 4318: there may be a collector of the user's own.
   */
  private static final int OWN_OTLP_PORT = 14318;

  private static final String LOOPBACK = "127.0.0.1";

  /** Returns where the ports in a network of its own lead outside, by the port inside. */
  Map<Integer, Integer> ways() {
    return Map.of(LAMBDA_XRAY_PORT, xrayPort, OWN_OTLP_PORT, otlpPort);
  }

  /** Returns the variables by which a function finds the daemon; a user cannot set them. */
  Map<String, String> daemon(boolean ownNetwork) {
    return ownNetwork ? lambdaDaemon() : daemon(LOOPBACK, xrayPort);
  }

  /** Returns the variables of the daemon, as recorded on Lambda. */
  static Map<String, String> lambdaDaemon() {
    return daemon(LAMBDA_XRAY_HOST, LAMBDA_XRAY_PORT);
  }

  private static Map<String, String> daemon(String host, int port) {
    return Map.of(
        "AWS_XRAY_DAEMON_ADDRESS",
        host + ":" + port,
        "_AWS_XRAY_DAEMON_ADDRESS",
        host,
        "_AWS_XRAY_DAEMON_PORT",
        Integer.toString(port));
  }

  /**
   * Returns the variables that configure an OpenTelemetry SDK; none when the user says where spans
   * go.
   *
   * @see <a
   *     href="https://opentelemetry.io/docs/specs/otel/protocol/exporter/#configuration-options">Configuration
   *     options</a>
   */
  Map<String, String> openTelemetry(
      boolean ownNetwork, String function, Map<String, String> environment) {
    if (environment.containsKey("OTEL_EXPORTER_OTLP_ENDPOINT")
        || environment.containsKey("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")) {
      return Map.of();
    }
    Map<String, String> variables = new LinkedHashMap<>();
    int port = ownNetwork ? OWN_OTLP_PORT : otlpPort;
    variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + LOOPBACK + ":" + port);
    variables.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
    variables.put("OTEL_SERVICE_NAME", function);
    return variables;
  }
}
