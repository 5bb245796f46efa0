package thaw.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class TracerTest {
  private static final int OTLP_PORT = 4318;

  private final List<Exception> faults = new CopyOnWriteArrayList<>();

  private Tracer tracer(Optional<Tracer.Collector> collector) {
    return Tracer.open(collector, _ -> {}, faults::add);
  }

  @Test
  void two_programs_have_receivers_of_their_own() {
    try (Tracer first = tracer(Optional.empty());
        Tracer second = tracer(Optional.empty())) {
      assertNotEquals(first.receivers().otlpPort(), second.receivers().otlpPort());
      assertNotEquals(first.receivers().xrayPort(), second.receivers().xrayPort());
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void the_port_of_a_collector_is_left_to_it_even_before_it_is_there() {
    Tracer.Collector collector =
        new Tracer.Collector(URI.create("http://127.0.0.1:" + OTLP_PORT), Map.of());
    try (Tracer tracer = tracer(Optional.of(collector))) {
      assertNotEquals(OTLP_PORT, tracer.receivers().otlpPort());
    }
  }
}
