package thaw.lambdaapi.invoke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.constraint.Constraint;

/** The words are those recorded on AWS (2025-11-25, public LocalStack repository). */
class InputTest {
  private static Input input(String json) {
    return Input.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  private static ApiError refused(Runnable reading) {
    return assertThrows(ApiError.Refusal.class, reading::run).error();
  }

  @Test
  void one_error_names_all_that_does_not_fit() {
    Input input = input("{\"MemorySize\":64,\"Role\":\"r1\",\"SnapStart\":{\"ApplyOn\":\"no\"}}");
    input.integer("MemorySize", 128, 10_240);
    input.text("Role", Constraint.matches("arn:.*"));
    input.object("SnapStart").orElseThrow().text("ApplyOn", Constraint.matches("None"));
    input.required("FunctionName");
    assertEquals(
        "4 validation errors detected: Value '64' at 'memorySize' failed to satisfy constraint:"
            + " Member must have value greater than or equal to 128; Value 'r1' at 'role' failed to"
            + " satisfy constraint: Member must satisfy regular expression pattern: arn:.*; Value"
            + " 'no' at 'snapStart.applyOn' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: None; Value null at 'functionName' failed to satisfy constraint: Member"
            + " must not be null",
        refused(input::requireValid).message());
  }

  @Test
  void null_is_absent_and_no_body_is_an_empty_object() {
    assertEquals(Optional.empty(), input("{\"Role\":null}").text("Role"));
    assertEquals(Optional.empty(), Input.parse(new byte[0]).text("Role"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"Role\":1}|SerializationException",
        "[]|SerializationException",
        "{|InvalidRequestContentException",
        "nope|InvalidRequestContentException"
      })
  void what_is_not_of_its_type_is_refused(String json, String type) {
    assertEquals(type, refused(() -> input(json).text("Role")).type());
  }
}
