package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ResponsesTest {
  private static String http(String body) {
    return "{\"statusCode\":200,\"body\":\"" + body.replace("\"", "\\\"") + "\"}";
  }

  @Test
  void members_of_a_body_that_is_json_in_a_string_have_no_order() {
    assertTrue(Responses.isSame(http("{\"a\":1,\"b\":[1,2]}"), http("{\"b\":[1,2],\"a\":1}")));
    assertFalse(Responses.isSame(http("{\"a\":1}"), http("{\"a\":2}")));
    assertFalse(Responses.isSame(http("[1,2]"), http("[2,1]")));
  }

  @Test
  void a_body_that_differs_from_run_to_run_is_compared_by_its_own_members() {
    String shape = Responses.shape(http("{\"a\":1,\"b\":\"x\"}"));
    assertEquals(shape, Responses.shape(http("{\"b\":\"y\",\"a\":2}")));
    assertFalse(shape.equals(Responses.shape(http("{\"a\":1}"))));
  }

  @Test
  void a_string_is_no_object_and_text_stays_text() {
    assertFalse(Responses.isSame(http("{\"a\":1}"), "{\"statusCode\":200,\"body\":{\"a\":1}}"));
    assertFalse(Responses.isSame(http("1"), http("1.0")));
    assertFalse(Responses.isSame(http("one"), http("two")));
    assertFalse(Responses.isSame(http("{} x"), http("{} y")));
  }
}
