package thaw.app.running;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;
import thaw.pool.life.EventLine;

/**
 * A line of a run's events as people read it: {@link thaw.pool.life.EventLine} has all that is in
 * one.
 *
 * <p>No part of {@code LogsCommand}, which each start of the program looks at: its 375 classes of
 * Jackson are loaded only when a line is read.
 *
 * @param text null of an event without a line in the function's log
 */
record LoggedEvent(String time, String function, @Nullable String text) {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build()
          .readerFor(Written.class);

  private record Written(String time, String function, @Nullable String text, boolean logged) {}

  static LoggedEvent of(String line) throws JsonProcessingException {
    Written written = READER.readValue(line);
    return new LoggedEvent(
        written.time(),
        written.function(),
        written.logged() ? EventLine.logged(line) : written.text());
  }
}
