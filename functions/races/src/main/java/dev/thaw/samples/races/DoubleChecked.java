package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** Double-checked locking of a field that is not volatile. */
public class DoubleChecked implements RequestHandler<Map<String, String>, String> {
  private static Settings settings;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return settings().prefix + event.get("user");
  }

  private static Settings settings() {
    if (settings == null) {
      synchronized (DoubleChecked.class) {
        if (settings == null) {
          settings = new Settings();
        }
      }
    }
    return settings;
  }

  private static final class Settings {
    String prefix = "hello ";
  }
}
