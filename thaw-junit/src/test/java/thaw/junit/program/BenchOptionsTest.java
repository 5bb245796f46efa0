package thaw.junit.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchOptionsTest {
  @Test
  void options_without_a_value_do_not_take_the_next_one_for_theirs() {
    assertEquals(
        List.of("--reach-host", "--follow-links", "--memory", "512", "--seed=data"),
        BenchOptions.of(
            List.of(
                "--reach-host",
                "--port",
                "3001",
                "--follow-links",
                "--api-port",
                "0",
                "--memory",
                "512",
                "--seed=data")));
  }
}
