package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.problem.UserMistake;
import thaw.trace.Tracer;

class TracingTest {
  private static final String VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT";

  @Test
  void the_option_wins_over_the_variable_and_headers_are_decoded() {
    assertEquals(Optional.empty(), Tracing.collector(null, Map.of(VARIABLE, " ")));
    assertEquals(
        Optional.of(new Tracer.Collector(URI.create("http://a:4318"), Map.of())),
        Tracing.collector(null, Map.of(VARIABLE, "http://a:4318")));
    assertEquals(
        Optional.of(
            new Tracer.Collector(
                URI.create("https://b/otlp"), Map.of("x-key", "a=b c+d", "y", "1"))),
        Tracing.collector(
            "https://b/otlp",
            Map.of(
                VARIABLE,
                "http://a:4318",
                "OTEL_EXPORTER_OTLP_HEADERS",
                "x-key=a=b%20c+d, y=1,,nonsense")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:4318", "4318", "grpc://a:4317", "http://", "http://a b", "http://a?b"})
  void what_is_no_address_is_a_mistake_with_a_remedy(String address) {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> Tracing.collector(address, Map.of()));
    assertEquals("--otlp is not an address of a collector: " + address, mistake.getMessage());
    assertTrue(mistake.remedy().contains("http://127.0.0.1:4318"), mistake.remedy());
    assertTrue(
        assertThrows(UserMistake.class, () -> Tracing.collector(null, Map.of(VARIABLE, address)))
            .getMessage()
            .startsWith(VARIABLE));
  }
}
