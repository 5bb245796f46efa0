package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TraceReceiversTest {
  private final TraceReceivers receivers = new TraceReceivers(41000, 4318);

  @Test
  void the_daemon_is_on_loopback_and_in_a_cell_where_lambda_has_it() {
    assertEquals(
        Map.of(
            "AWS_XRAY_DAEMON_ADDRESS", "127.0.0.1:41000",
            "_AWS_XRAY_DAEMON_ADDRESS", "127.0.0.1",
            "_AWS_XRAY_DAEMON_PORT", "41000"),
        receivers.daemon(false));
    assertEquals(
        Map.of(
            "AWS_XRAY_DAEMON_ADDRESS", "169.254.100.1:2000",
            "_AWS_XRAY_DAEMON_ADDRESS", "169.254.100.1",
            "_AWS_XRAY_DAEMON_PORT", "2000"),
        receivers.daemon(true));
    assertEquals(receivers.daemon(true), TraceReceivers.lambdaDaemon());
    assertEquals(Map.of(2000, 41000, 14318, 4318), receivers.ways());
  }

  @Test
  void opentelemetry_is_told_unless_the_user_says_where_spans_go() {
    assertEquals(
        Map.of(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318",
            "OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf",
            "OTEL_SERVICE_NAME", "f"),
        receivers.openTelemetry(false, "f", Map.of("OTHER", "1")));
    assertEquals(
        "http://127.0.0.1:14318",
        receivers.openTelemetry(true, "f", Map.of()).get("OTEL_EXPORTER_OTLP_ENDPOINT"));
    for (String own :
        new String[] {"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"}) {
      assertEquals(
          Map.of(), receivers.openTelemetry(false, "f", Map.of(own, "http://127.0.0.1:1")));
    }
  }
}
