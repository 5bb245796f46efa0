package thaw.wire.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.ActiveMQEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3EventNotificationRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.wire.Format;
import thaw.wire.WireException;

/** Each way in which ours differs from Lambda's own serializer: docs/wire-events.md has them. */
class DifferencesTest {
  @Test
  void an_event_of_s3_may_be_without_time() {
    String json = "{\"Records\":[{\"eventName\":\"ObjectCreated:Put\"}]}";
    assertThrows(RuntimeException.class, () -> Official.read(json, S3Event.class));
    S3Event event = EventTypes.read(json, S3Event.class);
    assertEquals("ObjectCreated:Put", event.getRecords().get(0).getEventName());
    assertNull(event.getRecords().get(0).getEventTime());
    assertEquals("", event.getRecords().get(0).getS3().getBucket().getName());
  }

  @Test
  void the_view_of_a_stream_may_be_null() {
    String json = "{\"Records\":[{\"dynamodb\":{\"StreamViewType\":null,\"SizeBytes\":7}}]}";
    assertThrows(RuntimeException.class, () -> Official.read(json, DynamodbEvent.class));
    DynamodbEvent event = EventTypes.read(json, DynamodbEvent.class);
    assertEquals(7, event.getRecords().get(0).getDynamodb().getSizeBytes());
  }

  @Test
  void a_policy_is_read_by_the_names_that_are_written() {
    IamPolicyResponse response =
        IamPolicyResponse.builder()
            .withPrincipalId("pepper")
            .withPolicyDocument(
                IamPolicyResponse.PolicyDocument.builder()
                    .withVersion(IamPolicyResponse.VERSION_2012_10_17)
                    .withStatement(List.of(IamPolicyResponse.allowStatement("arn:a")))
                    .build())
            .withContext(Map.of("n", 1))
            .build();
    String json = EventTypes.write(response);
    assertEquals(Official.tree(Official.write(response)), Official.tree(json));
    assertEquals(Tree.of(response), Tree.of(EventTypes.read(json, IamPolicyResponse.class)));
    assertThrows(
        RuntimeException.class,
        () -> Official.read(json, IamPolicyResponse.class).getPolicyDocument());
  }

  @Test
  void an_authorizer_event_is_written_as_it_is_read() {
    String json = SampleTest.document("APIGatewayV2CustomAuthorizerEvent");
    APIGatewayV2CustomAuthorizerEvent event =
        EventTypes.read(json, APIGatewayV2CustomAuthorizerEvent.class);
    assertEquals(Official.tree(json), Official.tree(EventTypes.write(event)));
    event.getRequestContext().setTime(null);
    assertEquals(
        "GET /pets",
        EventTypes.read(EventTypes.write(event), APIGatewayV2CustomAuthorizerEvent.class)
            .getRouteKey());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"rawPath\":7}",
        "{\"rawPath\":true}",
        "{\"headers\":{\"a\":1}}",
        "{\"isBase64Encoded\":\"true\"}",
        "{\"requestContext\":{\"timeEpoch\":\"17\"}}",
        "{\"cookies\":\"a=b\"}",
        "{\"requestContext\":\"\"}",
        "{\"requestContext\":[]}",
        "{'rawPath':\"/\"}",
        "{rawPath:\"/\"}",
        "{\"requestContext\":{\"timeEpoch\":017}}",
        "{\"unknown\":NaN}",
        "{\"version\":\"1\",\"version\":\"2\"}"
      })
  void what_is_of_another_type_or_no_json_is_refused(String json) {
    assertNotNull(Official.read(json, APIGatewayV2HTTPEvent.class));
    assertThrows(WireException.class, () -> EventTypes.read(json, APIGatewayV2HTTPEvent.class));
  }

  @Test
  void what_is_of_another_type_is_told_with_its_place() {
    String json = "{\"requestContext\":{\"accountId\":111122223333}}";
    WireException refused =
        assertThrows(WireException.class, () -> EventTypes.read(json, APIGatewayV2HTTPEvent.class));
    assertEquals("$.requestContext.accountId", refused.path());
  }

  @Test
  void an_object_of_an_s3_event_may_be_null_when_it_is_written() {
    S3Event event =
        new S3Event(
            List.of(
                new S3EventNotificationRecord(
                    "eu-central-1", "a", "b", null, "2.1", null, null, null, null)));
    assertThrows(RuntimeException.class, () -> Official.write(event));
    assertEquals(
        Official.tree(
            "{\"Records\":[{\"awsRegion\":\"eu-central-1\",\"eventName\":\"a\","
                + "\"eventSource\":\"b\",\"eventVersion\":\"2.1\"}]}"),
        Official.tree(EventTypes.write(event)));
  }

  @Test
  void what_is_no_number_is_told_with_its_place() {
    WireException refused =
        assertThrows(
            WireException.class,
            () -> EventTypes.read("{\"messages\":[{\"expiration\":\"x\"}]}", ActiveMQEvent.class));
    assertEquals("$.messages[0].expiration", refused.path());
  }

  @Test
  void a_value_of_no_description_is_refused() {
    IamPolicyResponse response = new IamPolicyResponse();
    response.setPolicyDocument(
        IamPolicyResponse.PolicyDocument.builder().withStatement(List.of()).build());
    response.setContext(Map.of("pet", new Object()));
    String message =
        assertThrows(WireException.class, () -> EventTypes.write(response)).getMessage();
    assertEquals(
        "must be a scalar, a list or a map, or describe itself (thaw.wire.Wired): an object of"
            + " java.lang.Object at byte 52",
        message);
  }

  @Test
  void nulls_are_written_unless_the_writer_leaves_them_out() {
    APIGatewayProxyResponseEvent response = new APIGatewayProxyResponseEvent().withStatusCode(200);
    Map<String, String> headers = new HashMap<>();
    headers.put("a", null);
    response.setHeaders(headers);
    assertEquals("{\"statusCode\":200,\"headers\":{}}", EventTypes.write(response));
    assertEquals(
        "{\"statusCode\":200,\"headers\":{\"a\":null},\"multiValueHeaders\":null,\"body\":null,"
            + "\"isBase64Encoded\":null}",
        new String(
            Format.JSON.write(response, EventTypes.shape(APIGatewayProxyResponseEvent.class)),
            UTF_8));
  }
}
