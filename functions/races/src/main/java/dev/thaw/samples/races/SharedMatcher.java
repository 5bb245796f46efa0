package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A matcher that keeps what it has found. */
public class SharedMatcher implements RequestHandler<Map<String, String>, String> {
  private final Matcher word = Pattern.compile("(\\w).*").matcher("");

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return word.reset(event.get("user")).matches() ? word.group(1) : "none";
  }
}
