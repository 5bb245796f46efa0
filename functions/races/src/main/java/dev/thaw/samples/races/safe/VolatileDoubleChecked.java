package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** Double-checked locking of a volatile field. */
public class VolatileDoubleChecked implements RequestHandler<Map<String, String>, String> {
  private static volatile Settings settings;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return settings().prefix + event.get("user");
  }

  private static Settings settings() {
    Settings known = settings;
    if (known == null) {
      synchronized (VolatileDoubleChecked.class) {
        known = settings;
        if (known == null) {
          known = new Settings();
          known.prefix = "hello ";
          settings = known;
        }
      }
    }
    return known;
  }

  private static final class Settings {
    String prefix = "";
  }
}
