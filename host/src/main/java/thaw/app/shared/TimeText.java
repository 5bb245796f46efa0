package thaw.app.shared;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time as users write it: {@code 500ms}, {@code 60s}, {@code 1.5m}, {@code 1h}, or seconds. */
public final class TimeText {
  private static final Pattern FORM =
      Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ms|s|m|h|)");
  private static final double LONGEST_NANOS = Long.MAX_VALUE;

  private TimeText() {}

  /** Returns the time that a text names; empty when it names none. */
  public static Optional<Duration> parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    double unit =
        switch (parts.group(2)) {
          case "ms" -> 1e6;
          case "m" -> 60e9;
          case "h" -> 3600e9;
          default -> 1e9;
        };
    double nanos = Double.parseDouble(parts.group(1)) * unit;
    return nanos < LONGEST_NANOS ? Optional.of(Duration.ofNanos((long) nanos)) : Optional.empty();
  }
}
