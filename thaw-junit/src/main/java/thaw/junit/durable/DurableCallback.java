package thaw.junit.durable;

import java.util.LinkedHashMap;
import java.util.Map;
import thaw.junit.program.EventBytes;
import thaw.junit.program.HandlerJson;
import thaw.junit.program.LambdaClient;
import thaw.program.ThawException;

/** A callback that an execution waits for; the test is who sends it. */
public final class DurableCallback {
  private final LambdaClient client;
  private final String id;

  DurableCallback(LambdaClient client, String id) {
    this.client = client;
    this.id = id;
  }

  /** Returns its id, for an AWS client. */
  public String id() {
    return id;
  }

  /**
   * Completes it.
   *
   * @param result as {@link thaw.junit.LambdaFunction#invoke(Object)} takes an event
   * @throws ThawException when nobody waits for it any more
   */
  public void succeed(Object result) {
    client.post(path("succeed"), EventBytes.of(result));
  }

  /**
   * Has it fail.
   *
   * @throws ThawException when nobody waits for it any more
   */
  public void fail(String errorType, String message) {
    Map<String, String> error = new LinkedHashMap<>();
    error.put("ErrorType", errorType);
    error.put("ErrorMessage", message);
    client.post(path("fail"), HandlerJson.write(error));
  }

  /**
   * Says that the work goes on.
   *
   * @throws ThawException when nobody waits for it any more
   */
  public void heartbeat() {
    client.post(path("heartbeat"), new byte[0]);
  }

  private String path(String what) {
    return "durable-execution-callbacks/" + LambdaClient.encoded(id) + "/" + what;
  }

  @Override
  public String toString() {
    return id;
  }
}
