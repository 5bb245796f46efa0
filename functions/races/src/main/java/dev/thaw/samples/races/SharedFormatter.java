package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Map;

/** A formatter that keeps what it formats in itself. */
public class SharedFormatter implements RequestHandler<Map<String, String>, String> {
  private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return FORMAT.format(new Date(Long.parseLong(event.get("time"))));
  }
}
