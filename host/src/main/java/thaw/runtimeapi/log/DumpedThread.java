package thaw.runtimeapi.log;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thread of a thread dump.
 *
 * @param nativeId its number in the pid namespace of the JVM; 0 when that is not told
 * @param frames the innermost first: {@code at com.example.Pool.fill(Pool.java:7)}
 * @param wanted the lock that it waits for
 * @param held addresses of the locks that it has
 * @see <a
 *     href="https://docs.oracle.com/en/java/javase/25/docs/specs/man/jcmd.html">Thread.print</a>
 */
record DumpedThread(
    String name,
    long nativeId,
    boolean isRunnable,
    List<String> frames,
    Optional<Monitor> wanted,
    Set<String> held) {
  private static final Pattern HEAD =
      Pattern.compile("\"(?<name>.*)\" (?:#|os_prio|prio|daemon).*");
  private static final Pattern NATIVE_ID = Pattern.compile(" nid=(?<id>\\d+|0x[0-9a-f]+) ");
  private static final Pattern LOCK =
      Pattern.compile("- (?<how>[^<]*)<(?<address>0x[0-9a-f]+)> \\((?<type>an? .*)\\)");

  /** A lock of any kind: {@code a java.lang.Object}. */
  record Monitor(String address, String type) {}

  /** All that are in the dump as a whole, or were when it was cut off. */
  static List<DumpedThread> all(String dump) {
    List<DumpedThread> threads = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    String name = null;
    long nativeId = 0;
    for (String line : dump.lines().toList()) {
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        if (name != null) {
          threads.add(of(name, nativeId, lines));
        }
        name = head.group("name");
        nativeId = nativeId(line);
        lines.clear();
      } else {
        lines.add(line.strip());
      }
    }
    if (name != null) {
      threads.add(of(name, nativeId, lines));
    }
    return threads;
  }

  /** Decimal since JDK 21. */
  private static long nativeId(String head) {
    Matcher id = NATIVE_ID.matcher(head);
    return id.find() ? Long.decode(id.group("id")) : 0;
  }

  private static DumpedThread of(String name, long nativeId, List<String> lines) {
    Optional<Monitor> wanted = Optional.empty();
    Set<String> held = new HashSet<>();
    for (String line : lines) {
      Matcher lock = LOCK.matcher(line);
      if (!lock.matches()) {
        continue;
      }
      String address = lock.group("address");
      switch (lock.group("how").strip()) {
        // What it gave back by wait() is no lock that it has; how a lock of a monitor begins.
        case "waiting on", "waiting to re-lock in wait()" -> {}
        case "waiting to lock", "parking to wait for" ->
            wanted = Optional.of(new Monitor(address, lock.group("type")));
        default -> held.add(address);
      }
    }
    return new DumpedThread(
        name,
        nativeId,
        lines.contains("java.lang.Thread.State: RUNNABLE"),
        lines.stream().filter(line -> line.startsWith("at ")).toList(),
        wanted,
        Set.copyOf(held));
  }
}
