package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SafeCallTest {
  private static final String DYNAMODB = "software.amazon.awssdk.services.dynamodb.";
  private static final String EVENT = "{\"id\":1}";

  private static List<String> steps(Set<String> before, String... first) {
    return SafeCall.of(before, Set.of(first), Optional.of(EVENT)).stream()
        .map(SafeCall::step)
        .toList();
  }

  @Test
  void a_function_has_its_event_read_by_the_runtime_client() {
    assertEquals(List.of("event " + EVENT), steps(Set.of()));
  }

  @Test
  void a_handler_that_takes_a_stream_reads_its_event_itself() {
    assertEquals(List.of(), SafeCall.of(Set.of(), Set.of(), Optional.empty()));
  }

  @Test
  void an_operation_whose_marshaller_the_first_request_loads_is_called_on_a_client_like_it() {
    String http = "software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient";
    assertEquals(
        List.of(
            "event " + EVENT,
            "client %sDynamoDbClient %s constant putItem {}".formatted(DYNAMODB, http)),
        steps(
            Set.of(DYNAMODB + "DefaultDynamoDbClient", http),
            DYNAMODB + "transform.PutItemRequestMarshaller"));
  }

  @Test
  void an_asynchronous_client_gets_an_asynchronous_http_client() {
    String netty = "software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient";
    assertEquals(
        "client %sDynamoDbAsyncClient %s constant putItem {}".formatted(DYNAMODB, netty),
        steps(
                Set.of(
                    DYNAMODB + "DefaultDynamoDbAsyncClient",
                    netty,
                    "software.amazon.awssdk.http.apache5.Apache5HttpClient"),
                DYNAMODB + "transform.PutItemRequestMarshaller")
            .getLast());
  }

  @Test
  void credentials_are_looked_for_where_the_functions_own_client_does() {
    assertEquals(
        "client %sDynamoDbClient - chain putItem {}".formatted(DYNAMODB),
        steps(
                Set.of(
                    DYNAMODB + "DefaultDynamoDbClient",
                    "software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider"),
                DYNAMODB + "transform.PutItemRequestMarshaller")
            .getLast());
  }

  @Test
  void what_init_has_done_already_is_not_done_again() {
    assertEquals(
        List.of("event " + EVENT),
        steps(
            Set.of(
                DYNAMODB + "DefaultDynamoDbClient",
                DYNAMODB + "transform.PutItemRequestMarshaller",
                "sun.security.ssl.SSLEngineImpl",
                "java.util.Formatter")));
  }

  @Test
  void libraries_of_the_first_request_are_used_with_values_of_our_own() {
    assertEquals(
        List.of("event " + EVENT, "jackson", "tls", "text"),
        steps(
            Set.of(),
            "com.fasterxml.jackson.databind.ser.BeanSerializer",
            "sun.security.ssl.SSLSocketImpl",
            "java.util.regex.Pattern"));
  }
}
