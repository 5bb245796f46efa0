package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A static initialiser compiles 1,500 patterns. */
public final class RegexInInit implements RequestStreamHandler {
  private static final List<Pattern> PATTERNS = new ArrayList<>();

  static {
    for (int i = 0; i < 30_000; i++) {
      PATTERNS.add(Pattern.compile("(order|item)-[0-9]{1," + (i + 1) + "}(\\.[a-z]+)*"));
    }
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    answer.write('0' + PATTERNS.size() % 10);
  }
}
