package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A singleton that the JVM makes once, and a class that it initialises once. */
public class EnumSingleton implements RequestHandler<Map<String, String>, String> {
  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return Holder.PREFIX + Greetings.INSTANCE.of(event.get("user"));
  }

  private static final class Holder {
    static final String PREFIX = System.getProperty("java.version").isEmpty() ? "" : "> ";
  }
}
