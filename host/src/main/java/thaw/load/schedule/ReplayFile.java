package thaw.load.schedule;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import thaw.problem.UserMistake;

/**
 * Moments of a log, one in a line, in any order: seconds as a decimal number, from whatever zero,
 * or a time as ISO 8601 has it ({@code 2026-11-22T01:02:03.456Z}). Blank lines and those that begin
 * with {@code #} are passed over.
 */
public final class ReplayFile {
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

  private ReplayFile() {}

  /**
   * @throws UserMistake when there is no such file, or a line is no moment
   */
  public static Schedule.Replay read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UserMistake(
          "cannot read " + file + ": " + e, "name a file with one timestamp in each line");
    }
    long[] nanos = new long[lines.size()];
    int count = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        nanos[count++] = nanos(line, file, i + 1);
      }
    }
    if (count == 0) {
      throw new UserMistake(file + " has no timestamp", "write one in each line");
    }
    return replay(file, java.util.Arrays.copyOf(nanos, count));
  }

  private static Schedule.Replay replay(Path file, long... nanos) {
    java.util.Arrays.sort(nanos);
    long first = nanos[0];
    if (nanos[nanos.length - 1] / 2 - first / 2 > LONGEST.toNanos() / 2) {
      throw new UserMistake(
          file + " has timestamps of more than a day",
          "give seconds, not milliseconds, or cut the file into parts");
    }
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] -= first;
    }
    return new Schedule.Replay(file.toString(), nanos);
  }

  private static long nanos(String line, Path file, int number) {
    try {
      if (line.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
        return new BigDecimal(line).multiply(NANOS).toBigInteger().longValueExact();
      }
      Instant time = OffsetDateTime.parse(line).toInstant();
      return Duration.between(Instant.EPOCH, time).toNanos();
    } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
      throw new UserMistake(
          "%s, line %d: %s is not a timestamp".formatted(file, number, line),
          "write seconds (12.345) or ISO 8601 with an offset (2026-11-22T01:02:03.456Z)");
    }
  }
}
