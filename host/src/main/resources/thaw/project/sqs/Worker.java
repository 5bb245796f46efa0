package {{package}};

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes a batch of messages and answers with those that failed: the others are gone from the queue
 * then. Events are read as maps by a small library: classes for all that is in an event would cost a
 * cold start more than everything else here.
 */
public final class Worker implements RequestStreamHandler {
  private static final Orders ORDERS = new Orders();

  static {
    prime();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    List<Map<String, String>> failed = new ArrayList<>();
    if (JSON.std.mapFrom(event).get("Records") instanceof List<?> records) {
      for (Object record : records) {
        Map<?, ?> message = (Map<?, ?>) record;
        try {
          ORDERS.process(JSON.std.mapFrom((String) message.get("body")));
        } catch (IOException | RuntimeException e) {
          System.out.println("message " + message.get("messageId") + " failed: " + e);
          failed.add(Map.of("itemIdentifier", (String) message.get("messageId")));
        }
      }
    }
    JSON.std.write(Map.of("batchItemFailures", failed), answer);
  }

  /** Init's CPU is not limited by the memory size: what a batch needs is used here once. */
  private static void prime() {
    try {
      JSON.std.mapFrom("{\"order\":\"0\",\"quantity\":0}");
      new Worker()
          .handleRequest(
              new ByteArrayInputStream("{\"Records\":[]}".getBytes(StandardCharsets.UTF_8)),
              OutputStream.nullOutputStream(),
              null);
    } catch (IOException e) {
      throw new IllegalStateException("an event in memory could not be read", e);
    }
  }
}
