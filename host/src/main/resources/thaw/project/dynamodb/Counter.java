package {{package}};

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import software.amazon.awssdk.core.exception.SdkException;

/** Counts the visits to a page. */
public final class Counter implements RequestStreamHandler, Resource {
  private final Visits visits;

  /** Lambda calls this in init: client and table are there before the first event is. */
  public Counter() {
    this(Visits.ofEnvironment());
    if ("snap-start".equals(System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE"))) {
      Core.getGlobalContext().register(this);
    } else {
      prime(); // init's CPU is not limited by the memory size, the handler's is
    }
  }

  Counter(Visits visits) {
    this.visits = visits;
  }

  @Override
  public void handleRequest(
      InputStream event,
      OutputStream answer,
      com.amazonaws.services.lambda.runtime.Context context)
      throws IOException {
    if (!(JSON.std.mapFrom(event).get("page") instanceof String page)) {
      throw new IllegalArgumentException("the event has no page");
    }
    JSON.std.write(Map.of("page", page, "visits", visits.count(page)), answer);
  }

  /** Primes before the snapshot: what was used once need not be loaded after it. */
  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    prime();
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {}

  /**
   * Counts a visit to a page without a name, which is the table's key: DynamoDB refuses that and
   * writes nothing, but parser, marshallers, signer and connection have been used once.
   */
  void prime() {
    byte[] event = "{\"page\":\"\"}".getBytes(StandardCharsets.UTF_8);
    try {
      JSON.std.asBytes(Map.of("page", "", "visits", 0L));
      handleRequest(new ByteArrayInputStream(event), OutputStream.nullOutputStream(), null);
    } catch (SdkException refused) {
      // The refusal is the plan. If the table could not even be reached, the first event will tell.
    } catch (IOException e) {
      throw new IllegalStateException("an event in memory could not be read", e);
    }
  }
}
