package thaw.racing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The reads that each write depends on, by the numbers that the program gave to places in the code.
 */
final class Dependences {
  private static final int[] NONE = {};

  private final Map<Integer, int[]> values = new HashMap<>();
  private final Map<Integer, int[]> checks = new HashMap<>();

  /**
   * A file with lines such as {@code 7=3,5|6}: the write 7 is made of 3 and 5, and decided by 6.
   */
  static Dependences read(Path file) throws IOException {
    Properties lines = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      lines.load(in);
    }
    Dependences read = new Dependences();
    for (String site : lines.stringPropertyNames()) {
      String text = lines.getProperty(site);
      int bar = text.indexOf('|');
      read.values.put(Integer.valueOf(site), numbers(text.substring(0, bar)));
      read.checks.put(Integer.valueOf(site), numbers(text.substring(bar + 1)));
    }
    return read;
  }

  private static int[] numbers(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    String[] parts = text.split(",");
    int[] numbers = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = Integer.parseInt(parts[i]);
    }
    return numbers;
  }

  int[] values(int site) {
    return values.getOrDefault(site, NONE);
  }

  int[] checks(int site) {
    return checks.getOrDefault(site, NONE);
  }
}
