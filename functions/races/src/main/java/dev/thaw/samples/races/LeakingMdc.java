package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A key of the logging context that later requests of the thread log, too. */
public class LeakingMdc implements RequestHandler<Map<String, String>, String> {
  private static final Logger LOG = LoggerFactory.getLogger(LeakingMdc.class);

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    if (event.containsKey("admin")) {
      MDC.put("admin", event.get("admin"));
    }
    LOG.info("asked");
    return "done";
  }
}
