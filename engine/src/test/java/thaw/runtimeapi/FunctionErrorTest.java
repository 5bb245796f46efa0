package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FunctionErrorTest {
  @Test
  void a_message_has_its_quotes_as_the_function_gave_them_and_stays_in_one_line() {
    String body = "{\"errorMessage\":\"\\\"a\\\" is in C:\\\\b\\nor not\",\"errorType\":\"E\"}";
    assertEquals(
        "\"a\" is in C:\\b\\nor not",
        FunctionError.of("Unknown", body.getBytes(StandardCharsets.UTF_8)).message());
  }
}
