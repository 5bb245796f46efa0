package thaw.recording;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compiled methods of one JVM, by the file that {@code -XX:+LogCompilation} makes it write:
 *
 * <pre>{@code
 * <nmethod compile_id='16' compiler='c1' level='1' entry='0x..' size='808' address='0x..' ...
 *     method='java.lang.Integer toString (I)Ljava/lang/String;' ... stamp='0.073'/>
 * }</pre>
 *
 * <p>The JVM writes in blocks: the last compilations before a look may not be there.
 */
public final class MachineCodeLog {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private static final Pattern ATTRIBUTE = Pattern.compile(" (\\w+)='([^']*)'");

  private static final String ELEMENT = "<nmethod ";

  private final List<CompiledCode> all;
  private final NavigableMap<Long, List<CompiledCode>> byAddress = new TreeMap<>(); // oldest first

  public MachineCodeLog(List<CompiledCode> all) {
    this.all = List.copyOf(all);
    this.all.forEach(
        code -> byAddress.computeIfAbsent(code.address(), _ -> new ArrayList<>()).add(code));
  }

  /** Options that make a JVM write it. */
  static List<String> options(String file) {
    return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+LogCompilation", "-XX:LogFile=" + file);
  }

  /**
   * @param startNanos {@link System#nanoTime} of the JVM's start
   */
  static MachineCodeLog parse(byte[] text, long startNanos) {
    List<CompiledCode> all = new ArrayList<>();
    new String(text, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith(ELEMENT) && line.endsWith("/>"))
        .forEach(line -> code(line, startNanos).ifPresent(all::add));
    return new MachineCodeLog(all);
  }

  private static Optional<CompiledCode> code(String line, long startNanos) {
    Map<String, String> values = new TreeMap<>();
    Matcher attributes = ATTRIBUTE.matcher(line);
    while (attributes.find()) {
      values.put(attributes.group(1), attributes.group(2));
    }
    try {
      int level = Integer.parseInt(values.getOrDefault("level", "0"));
      String address = values.getOrDefault("address", "");
      if (level == 0 || !address.startsWith("0x")) {
        return Optional.empty(); // a wrapper of a native method
      }
      double seconds = Double.parseDouble(values.getOrDefault("stamp", "0"));
      return Optional.of(
          new CompiledCode(
              startNanos + Math.round(seconds * NANOS_PER_SECOND),
              method(values.getOrDefault("method", "?")),
              level,
              Long.parseUnsignedLong(address, 2, address.length(), 16),
              Long.parseLong(values.getOrDefault("size", "0"))));
    } catch (NumberFormatException e) {
      return Optional.empty(); // not finished
    }
  }

  /** {@code a.B run (I)V} as {@code a.B.run}; markup in it is escaped. */
  private static String method(String written) {
    String[] words = written.split(" ", 3);
    String name = GeneratedClass.named(words[0]);
    return words.length > 1
        ? name + "." + words[1].replace("&lt;", "<").replace("&gt;", ">")
        : name;
  }

  /** Returns the compiled methods in the order of their installation. */
  public List<CompiledCode> all() {
    return all;
  }

  /**
   * Returns the method whose compiled code was there at a moment; it is empty for the interpreter,
   * for stubs, and for no code.
   */
  public Optional<CompiledCode> at(long instruction, long nanos) {
    Map.Entry<Long, List<CompiledCode>> floor = byAddress.floorEntry(instruction);
    if (floor == null) {
      return Optional.empty();
    }
    CompiledCode found = floor.getValue().getFirst();
    for (CompiledCode each : floor.getValue()) {
      if (each.nanos() <= nanos) {
        found = each;
      }
    }
    return found.covers(instruction) ? Optional.of(found) : Optional.empty();
  }
}
