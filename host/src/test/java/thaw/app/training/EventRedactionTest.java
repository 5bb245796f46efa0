package thaw.app.training;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.problem.UserMistake;

class EventRedactionTest {
  @Test
  void a_value_gets_another_one_of_the_same_type_and_length() throws Exception {
    assertEquals(
        "{'text':'xxx 1-1','number':11111111111111111111,'part':-11.11,'flag':false,'none':null}",
        redacted(
            "{'text':'Tom 3-4','number':41120000000000009999,'part':-12.50,'flag':true,'none':null}",
            "text",
            "number",
            "part",
            "flag",
            "none"));
  }

  @Test
  void a_name_holds_everywhere_whatever_its_case() throws Exception {
    assertEquals(
        "{'headers':{'Authorization':'xxxxxx xxx'},'all':[{'AUTHORIZATION':'x'}],'other':'y'}",
        redacted(
            "{'headers':{'Authorization':'Bearer abc'},'all':[{'AUTHORIZATION':'b'}],'other':'y'}",
            "authorization"));
  }

  @Test
  void a_pointer_holds_at_its_place_only() throws Exception {
    assertEquals(
        "{'card':{'number':'1111'},'rows':['a','x'],'number':'12'}",
        redacted(
            "{'card':{'number':'4112'},'rows':['a','b'],'number':'12'}",
            "/card/number",
            "/rows/1"));
  }

  @Test
  void all_values_of_an_object_that_is_named_are_replaced() throws Exception {
    assertEquals(
        "{'card':{'number':'1111','valid':[11,11]}}",
        redacted("{'card':{'number':'4112','valid':[12,29]}}", "card"));
  }

  @Test
  void a_body_that_is_JSON_in_a_text_is_looked_into() throws Exception {
    byte[] event = "{\"body\":\"{\\\"password\\\":\\\"abc\\\",\\\"n\\\":1.0}\"}".getBytes(UTF_8);
    assertEquals(
        "{\"body\":\"{\\\"password\\\":\\\"xxx\\\",\\\"n\\\":1.0}\"}",
        new String(EventRedaction.of(List.of("password")).of(event), UTF_8));
  }

  @Test
  void a_query_and_cookies_are_not_written_a_second_time() throws Exception {
    assertEquals(
        "{'queryStringParameters':{'token':'xxx1'},'rawQueryString':'a=b&to%6ben=xxx1&token',"
            + "'cookies':['session=xxx','x=y'],'headers':{'cookie':'x=y; token=xx1'}}",
        redacted(
            "{'queryStringParameters':{'token':'sec1'},'rawQueryString':'a=b&to%6ben=s%2fc1&token',"
                + "'cookies':['session=abc','x=y'],'headers':{'cookie':'x=y; token=ab1'}}",
            "token", "session"));
  }

  @Test
  void a_member_that_stands_twice_is_written_once() throws Exception {
    assertEquals("{'password':null}", redacted("{'password':'abc','password':null}", "password"));
  }

  @Test
  void a_number_of_a_thousand_million_digits_takes_no_memory() throws Exception {
    assertEquals("{'n':1.1,'m':1.1}", redacted("{'n':1e999999999,'m':1e-999999999}", "n", "m"));
  }

  @Test
  void what_is_nested_too_deeply_is_not_written() {
    String deep = "[".repeat(200_000) + "]".repeat(200_000);
    assertThrows(
        IOException.class, () -> EventRedaction.of(List.of("password")).of(deep.getBytes(UTF_8)));
  }

  @Test
  void an_event_without_such_members_stays_the_same_byte_for_byte() throws Exception {
    byte[] event = "{ \"a\": 1.50,\n \"body\": \"{no JSON\" }".getBytes(UTF_8);
    assertSame(event, EventRedaction.of(List.of("password", "/b")).of(event));
  }

  @Test
  void what_is_no_JSON_is_refused_when_something_is_looked_for() throws Exception {
    byte[] event = "password=abc".getBytes(UTF_8);
    assertThrows(
        JsonProcessingException.class, () -> EventRedaction.of(List.of("password")).of(event));
    assertSame(event, EventRedaction.NONE.of(event));
  }

  @Test
  void nothing_is_no_name() {
    assertThrows(UserMistake.class, () -> EventRedaction.of(List.of(" ")));
    assertThrows(UserMistake.class, () -> EventRedaction.of(List.of("/")));
  }

  private static String redacted(String event, String... members) throws IOException {
    byte[] written =
        EventRedaction.of(List.of(members)).of(event.replace('\'', '"').getBytes(UTF_8));
    return new String(written, UTF_8).replace('"', '\'');
  }
}
