package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Each request writes a date in words, for which the first one loads the JDK's locale data. */
public final class DateInWords implements RequestStreamHandler {
  private static final DateTimeFormatter WORDS =
      DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.ENGLISH);

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    LocalDate day = LocalDate.ofEpochDay(event.read());
    answer.write(words(day).getBytes(StandardCharsets.UTF_8));
  }

  private static String words(LocalDate day) {
    return WORDS.format(day);
  }
}
