package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class EventSecretsTest {
  private static String cleaned(String event) throws Exception {
    ObjectNode object = (ObjectNode) new ObjectMapper().readTree(event);
    EventSecrets.remove(object);
    return object.toString();
  }

  @Test
  void credentials_of_a_rest_api_are_removed_wherever_they_are() throws Exception {
    assertEquals(
        "{\"headers\":{\"Accept\":\"*/*\"},\"multiValueHeaders\":{},"
            + "\"requestContext\":{\"identity\":{\"sourceIp\":\"10.0.0.1\"},\"stage\":\"prod\"},"
            + "\"body\":\"{}\"}",
        cleaned(
            """
            {"headers": {"Accept": "*/*", "X-Api-Key": "k", "Proxy-Authorization": "p"},
             "multiValueHeaders": {"Cookie": ["a=b"]},
             "requestContext": {"identity": {"apiKey": "k", "apiKeyId": "i", "sourceIp": "10.0.0.1"},
                                "authorizer": {"principalId": "ann"}, "stage": "prod"},
             "body": "{}"}
            """));
  }

  @Test
  void tokens_of_authorizers_and_cookies_of_http_apis_are_removed() throws Exception {
    assertEquals(
        "{\"type\":\"TOKEN\",\"rawPath\":\"/\"}",
        cleaned(
            """
            {"type": "TOKEN", "authorizationToken": "Bearer t", "identitySource": ["Bearer t"],
             "rawPath": "/", "cookies": ["a=b"]}
            """));
  }

  @Test
  void an_event_of_another_kind_stays() throws Exception {
    assertEquals("{\"Records\":[]}", cleaned("{\"Records\": []}"));
  }
}
