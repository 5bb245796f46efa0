package thaw.lambdaapi.invoke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionReferenceTest {
  @ParameterizedTest
  @CsvSource({
    "f, , f, ",
    "f, $LATEST, f, $LATEST",
    "f, live, f, live",
    "f:live, , f, live",
    "f:live, live, f, live",
    "f:$LATEST, , f, $LATEST",
    "function:f, , f, ",
    "123456789012:function:f, , f, ",
    "123456789012:f, , f, ",
    "arn:aws:lambda:us-east-1:123456789012:function:f, , f, ",
    "arn:aws:lambda:us-east-1:123456789012:function:f:7, , f, 7"
  })
  void a_function_is_named_in_many_ways(
      String written, String queried, String name, String qualifier) {
    assertEquals(
        new FunctionReference(name, Optional.ofNullable(qualifier)),
        FunctionReference.of(written, Optional.ofNullable(queried)));
  }

  @ParameterizedTest
  @CsvSource({
    "'a b', , 400, ValidationException",
    "'', , 400, ValidationException",
    "f, 'no good', 400, ValidationException",
    "f:one, two, 400, InvalidParameterValueException",
    "arn:aws:lambda:eu-west-1:123456789012:function:f, , 404, ResourceNotFoundException",
    "arn:aws:lambda:us-east-1:999999999999:function:f, , 404, ResourceNotFoundException"
  })
  void what_is_no_function_of_this_place_is_refused(
      String written, String queried, int status, String type) {
    ApiError error =
        assertThrows(
                ApiError.Refusal.class,
                () -> FunctionReference.of(written, Optional.ofNullable(queried)))
            .error();
    assertEquals(status, error.status());
    assertEquals(type, error.type());
  }
}
