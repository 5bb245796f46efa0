package thaw.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the file that {@code -Xlog:class+load=info:file=F:timenanos,tid} makes a JVM write (unified
 * logging, JEP 158):
 *
 * <pre>
 * [23071382983424ns][30090] java.lang.Object source: shared objects file
 * [23071535417969ns][30090] a.B$$Lambda$1/0x00007f1d60000a08 source: a.B
 * </pre>
 *
 * <p>With {@code class+init=info} in the same file, it also has lines such as
 *
 * <pre>
 * [23071535418044ns][30090] 512 Initializing 'a/B' (0x0000000041172020) by thread "main"
 * </pre>
 *
 * <p>{@code timenanos} is the kernel's monotonic clock, as {@link System#nanoTime} is. Lines of any
 * other form (a wider {@code -Xlog} into the same file) are passed over, and so is a last line that
 * its JVM did not finish.
 */
public final class ClassLoadLog {
  private static final String INITIALIZING = " Initializing '";
  private static final byte[] SOURCE = " source: ".getBytes(StandardCharsets.US_ASCII);

  private final byte[] text;
  private final Map<String, String> sources = new HashMap<>();
  private int at;

  private ClassLoadLog(byte[] text) {
    this.text = text;
  }

  /** Reads the class loads in the order of the file, which is that of loading. */
  public static List<ClassLoad> read(Path file) throws IOException {
    return of(Files.readAllBytes(file));
  }

  /** The same of what was read. */
  public static List<ClassLoad> of(byte[] text) {
    return new ClassLoadLog(text).lines();
  }

  /**
   * Names of the classes that were initialised.
   *
   * @param from the earliest time
   */
  static Set<String> initialised(byte[] text, long from) {
    return new String(text, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(INITIALIZING) && nanos(line) >= from)
        .map(line -> line.substring(line.indexOf(INITIALIZING) + INITIALIZING.length()))
        .filter(rest -> rest.indexOf('\'') > 0)
        .map(rest -> GeneratedClass.named(rest.substring(0, rest.indexOf('\'')).replace('/', '.')))
        .collect(Collectors.toSet());
  }

  private static long nanos(String line) {
    ClassLoadLog log = new ClassLoadLog(line.getBytes(StandardCharsets.UTF_8));
    return log.skip('[', log.text.length) ? log.number(log.text.length) : -1;
  }

  private List<ClassLoad> lines() {
    List<ClassLoad> loads = new ArrayList<>(text.length / 64);
    int start = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\n') {
        line(start, i).ifPresent(loads::add);
        start = i + 1;
      }
    }
    return loads;
  }

  private Optional<ClassLoad> line(int start, int end) {
    at = start;
    if (!skip('[', end)) {
      return Optional.empty();
    }
    long nanos = number(end);
    if (nanos < 0 || !skip('n', end) || !skip('s', end) || !closing(end) || !skip('[', end)) {
      return Optional.empty();
    }
    long thread = number(end);
    if (thread < 0 || !closing(end) || !skip(' ', end)) {
      return Optional.empty();
    }
    int source = find(SOURCE, at, end);
    if (source <= at) {
      return Optional.empty();
    }
    String name = string(at, source);
    String from = string(source + SOURCE.length, end);
    return Optional.of(
        new ClassLoad(
            nanos,
            thread,
            GeneratedClass.named(name),
            sources.computeIfAbsent(from, same -> same)));
  }

  private boolean skip(char wanted, int end) {
    if (at < end && text[at] == wanted) {
      at++;
      return true;
    }
    return false;
  }

  /** JVMs pad decorations to the widest that they have written so far. */
  private boolean closing(int end) {
    while (at < end && text[at] == ' ') {
      at++;
    }
    return skip(']', end);
  }

  /** -1 where none is. */
  private long number(int end) {
    int start = at;
    long value = 0;
    while (at < end && text[at] >= '0' && text[at] <= '9' && at - start < 19) {
      value = value * 10 + (text[at++] - '0');
    }
    return at == start ? -1 : value;
  }

  private int find(byte[] wanted, int from, int end) {
    for (int i = from; i + wanted.length <= end; i++) {
      int same = 0;
      while (same < wanted.length && text[i + same] == wanted[same]) {
        same++;
      }
      if (same == wanted.length) {
        return i;
      }
    }
    return -1;
  }

  private String string(int from, int end) {
    return new String(text, from, end - from, StandardCharsets.UTF_8);
  }
}
