package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** An object whose fields are set after others can see it. */
public class UnsafePublication implements RequestHandler<Map<String, String>, String> {
  private static Holder holder = new Holder();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    Holder made = new Holder();
    holder = made;
    made.user = event.get("user");
    return "hello " + holder.user;
  }

  private static final class Holder {
    String user = "nobody";
  }
}
