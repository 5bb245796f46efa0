package thaw.wire.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.LambdaDestinationEvent;
import com.amazonaws.services.lambda.runtime.events.RabbitMQEvent;
import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.wire.WireException;

/** Values of any type, and points of time, as Lambda's own serializer has them. */
class AnyValuesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "2147483647",
        "2147483648",
        "-2147483648",
        "-2147483649",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "999999999999999999",
        "1000000000000000000",
        "123456789012345678901234567890",
        "1.0",
        "1e2",
        "1.2345678E7",
        "0.1",
        "-0.0",
        "1e-7",
        "true",
        "false",
        "null",
        "\"\"",
        "\"a\"",
        "[]",
        "{}",
        "[1,[2.5,{\"a\":null}],null]"
      })
  void a_value_of_any_type_is_of_the_same_class(String value) {
    String json = "{\"responsePayload\":" + value + "}";
    assertEquals(
        Tree.of(Official.read(json, LambdaDestinationEvent.class)),
        Tree.of(EventTypes.read(json, LambdaDestinationEvent.class)));
  }

  @Test
  void a_value_of_any_class_is_written_the_same() {
    ScheduledEvent event = new ScheduledEvent();
    Map<String, Object> detail = new LinkedHashMap<>();
    event.setDetail(detail);
    detail.put("map", Map.of(7, "seven"));
    detail.put("set", new LinkedHashSet<>(List.of(3, 1, 2)));
    detail.put("list", Arrays.asList((byte) 1, (short) 2, 3L, 4.5f, 6.5, null));
    detail.put("array", new Object[] {"a", new String[] {"b"}});
    detail.put("large", new BigInteger("123456789012345678901"));
    detail.put("decimal", new BigDecimal("1.50"));
    detail.put("nan", Double.NaN);
    detail.put("infinite", Float.NEGATIVE_INFINITY);
    detail.put("char", 'c');
    detail.put("enum", Thread.State.NEW);
    detail.put("bytes", new byte[] {1, 2});
    detail.put("buffer", ByteBuffer.wrap(new byte[] {0, 1, 2}, 1, 2));
    detail.put("date", new Date(1795325813241L));
    assertEquals(Official.tree(Official.write(event)), Official.tree(EventTypes.write(event)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-22T05:36:53Z",
        "2026-11-22T05:36:53.1Z",
        "2026-11-22T05:36:53.241Z",
        "2026-11-22T05:36:53.241999999Z",
        "2026-11-22T05:36:53,5Z",
        "2026-11-22T05:36:53+02:00",
        "2026-11-22T05:36:53.241+0000",
        "2026-11-22T05:36:53-00:30",
        "2026-11-22T05:36Z",
        "2026-11-22",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999Z",
        "1582-10-15T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z"
      })
  void a_point_of_time_is_the_same(String text) {
    String json = "{\"time\":\"" + text + "\"}";
    ScheduledEvent official = Official.read(json, ScheduledEvent.class);
    ScheduledEvent ours = EventTypes.read(json, ScheduledEvent.class);
    assertEquals(official.getTime(), ours.getTime());
    assertEquals(Official.write(official), EventTypes.write(ours));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "2026-13-22T05:36:53Z",
        "2026-02-30T05:36:53Z",
        "2026-11-22T24:00:00Z",
        "2026-11-22T05:36:60Z",
        "2026-11-22T05:36:53.Z",
        "2026-11-22T05:36:53.2x1Z",
        "2026-11-22 05:36:53Z"
      })
  void what_is_no_point_of_time_is_refused_by_both(String text) {
    String json = "{\"time\":\"" + text + "\"}";
    assertThrows(RuntimeException.class, () -> Official.read(json, ScheduledEvent.class));
    WireException refused =
        assertThrows(WireException.class, () -> EventTypes.read(json, ScheduledEvent.class));
    assertEquals("$.time", refused.path());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2026-11-22T20:18:377.Z21", "2026-11-22T20:18:77.312Z", "x"})
  void an_event_of_s3_at_no_point_of_time_is_refused_with_the_place(String text) {
    String json = "{\"Records\":[{\"eventTime\":\"" + text + "\"}]}";
    WireException refused =
        assertThrows(WireException.class, () -> EventTypes.read(json, S3Event.class));
    assertEquals("no point of time: " + text, refused.getMessage().replaceAll(" at byte .*", ""));
  }

  @Test
  void what_an_event_cannot_hold_is_refused_with_the_place() {
    String expiration = "{\"basicProperties\":{\"expiration\":\"2147483648\"}}";
    WireException tooLong =
        assertThrows(
            WireException.class,
            () ->
                EventTypes.read(
                    "{\"rmqMessagesByQueue\":{\"q\":[" + expiration + "]}}", RabbitMQEvent.class));
    assertEquals(
        "this is not a number of 32 bits: 2147483648",
        tooLong.getMessage().replaceAll(" at byte .*", ""));
    APIGatewayV2CustomAuthorizerEvent event =
        EventTypes.read(
            "{\"requestContext\":{\"time\":\"12/Mar/2020::9:03:58 +0000\"}}",
            APIGatewayV2CustomAuthorizerEvent.class);
    WireException noTime = assertThrows(WireException.class, () -> EventTypes.write(event));
    assertTrue(noTime.getMessage().startsWith("no point of time: "), noTime.getMessage());
  }

  @Test
  void a_point_of_time_has_its_zone() {
    ScheduledEvent event = new ScheduledEvent();
    event.setTime(new DateTime(1795325813241L, DateTimeZone.forID("Europe/Berlin")));
    assertEquals(Official.write(event), EventTypes.write(event));
  }
}
