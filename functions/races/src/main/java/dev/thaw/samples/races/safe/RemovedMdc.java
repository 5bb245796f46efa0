package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Keys of the logging context that end with their request. */
public class RemovedMdc implements RequestHandler<Map<String, String>, String> {
  private static final Logger LOG = LoggerFactory.getLogger(RemovedMdc.class);

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    try (MDC.MDCCloseable user = MDC.putCloseable("user", event.get("user"))) {
      LOG.info("asked");
    }
    MDC.put("time", event.get("time"));
    try {
      LOG.info("asked again");
    } finally {
      MDC.clear();
    }
    return "done";
  }
}
