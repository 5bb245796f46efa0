package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.text.DecimalFormat;
import java.util.Map;

/** A number format of the handler. */
public class SharedDecimalFormat implements RequestHandler<Map<String, String>, String> {
  private final DecimalFormat format = new DecimalFormat("#,##0.00");

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return format.format(Long.parseLong(event.get("time")));
  }
}
