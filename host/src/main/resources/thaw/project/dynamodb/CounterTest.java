package {{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class CounterTest {
  private final Table table = new Table();
  private final Counter counter = new Counter(new Visits(table, "visits"));

  @Test
  void every_page_is_counted_by_itself() throws IOException {
    assertEquals(1, visits("{\"page\":\"home\"}"));
    assertEquals(1, visits("{\"page\":\"about\"}"));
    assertEquals(2, visits("{\"page\":\"home\"}"));
  }

  @Test
  void an_event_without_a_page_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> visits("{}"));
  }

  @Test
  void priming_asks_the_table_and_counts_nothing() {
    counter.prime();
    assertEquals(1, table.requests);
    assertEquals(Map.of(), table.visits);
  }

  private Object visits(String event) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
    counter.handleRequest(new ByteArrayInputStream(bytes), answer, null);
    return JSON.std.mapFrom(answer.toByteArray()).get("visits");
  }

  /** As much of a table as the counter uses. The whole one is there in {@code thaw run}. */
  private static final class Table implements DynamoDbClient {
    private final Map<String, Integer> visits = new HashMap<>();
    private int requests;

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
      requests++;
      String page = request.key().get("page").s();
      if (page.isEmpty()) {
        throw DynamoDbException.builder().message("a key must not be empty").build();
      }
      int count = visits.merge(page, 1, Integer::sum);
      return UpdateItemResponse.builder()
          .attributes(Map.of("visits", AttributeValue.fromN(Integer.toString(count))))
          .build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
