package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A client that is made at its first use, by whoever comes first. */
public class LazyClient implements RequestHandler<Map<String, String>, String> {
  private static Client client;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    if (client == null) {
      client = new Client();
    }
    return client.call(event.get("user"));
  }

  private static final class Client {
    private final String greeting = "hello ";

    String call(String user) {
      return greeting + user;
    }
  }
}
