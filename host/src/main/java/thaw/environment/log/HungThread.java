package thaw.environment.log;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The main thread of a JVM that takes too long, as its thread dump has it.
 *
 * @param frames the innermost first, as a stack trace has them; not empty
 * @param waitsFor {@code sleeps}, {@code waits for a socket (connected: 10.0.0.5:5432)}
 */
public record HungThread(List<String> frames, String waitsFor) {
  /** What other threads must do something to, apart from locks and the machinery below it. */
  private static final Pattern SYNCHRONIZER =
      Pattern.compile(
          "at (?<type>java\\.util\\.concurrent\\.(?!ForkJoinPool|TimeUnit)[A-Z]\\w*)[.$].*");

  private static final Pattern HOOK =
      Pattern.compile(
          "at (?:.*/)?(?<resource>[^/(]+)\\.(?<hook>beforeCheckpoint|afterRestore)\\(.*");

  public HungThread {
    frames = List.copyOf(frames);
  }

  /**
   * That of {@code main}; none when it is not in the dump.
   *
   * @param dump what {@code jcmd Thread.print -l} prints, or its beginning
   * @param peers where the process's sockets lead to: {@code connected: 10.0.0.5:5432}
   */
  public static Optional<HungThread> of(String dump, List<String> peers) {
    List<DumpedThread> threads = DumpedThread.all(dump);
    return threads.stream()
        .filter(thread -> thread.name().equals("main") && !thread.frames().isEmpty())
        .findFirst()
        .map(main -> new HungThread(main.frames(), waitsFor(main, threads, peers)));
  }

  /** In words for the log, with the stack. */
  public String words(String when) {
    String where = hook().map(hook -> ", in " + hook + ",").orElse("");
    return "thaw: %s the main thread%s %s, at\n\t%s"
        .formatted(when, where, waitsFor, String.join("\n\t", frames));
  }

  /**
   * {@code afterRestore of the resource com.example.Pool}: the innermost, as a resource may be
   * called by another one.
   */
  public Optional<String> hook() {
    return frames.stream()
        .map(HOOK::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(hook -> hook.group("hook") + " of the resource " + hook.group("resource"));
  }

  /** What mends it, where Thaw knows this hang. */
  public Optional<String> remedy() {
    return KnownHang.of(frames).map(KnownHang::remedy);
  }

  private static String waitsFor(
      DumpedThread main, List<DumpedThread> threads, List<String> peers) {
    Predicate<String> inside = method -> main.frames().stream().anyMatch(at -> at.contains(method));
    if (main.wanted().isPresent()) {
      return lock(main, main.wanted().get(), threads);
    }
    if (inside.test("AddressImpl.lookupAllHostAddr(")) {
      return "waited for a name server (DNS)";
    }
    if (inside.test("sun.nio.ch.Net.") || inside.test("SocketDispatcher.")) {
      return "waited for a socket" + (peers.isEmpty() ? "" : " (" + String.join(", ", peers) + ")");
    }
    if (inside.test("java.lang.Thread.sleep(")) {
      return "slept";
    }
    boolean isNative = main.frames().getFirst().contains("Native Method");
    return main.isRunnable() && !isNative ? "computed: it may never end" : "waited";
  }

  private static String lock(
      DumpedThread main, DumpedThread.Monitor wanted, List<DumpedThread> threads) {
    Optional<String> holder =
        threads.stream()
            .filter(thread -> thread != main && thread.held().contains(wanted.address()))
            .findFirst()
            .map(thread -> ", which thread \"" + thread.name() + "\" held" + at(thread));
    Optional<String> synchronizer =
        main.frames().stream()
            .map(SYNCHRONIZER::matcher)
            .filter(Matcher::matches)
            .findFirst()
            .map(found -> found.group("type"));
    if (holder.isEmpty() && synchronizer.isPresent()) {
      return "waited for a " + synchronizer.get() + ", which no other thread released";
    }
    return "waited for a lock, " + wanted.type() + holder.orElse("");
  }

  private static String at(DumpedThread thread) {
    return thread.frames().stream().findFirst().map(frame -> " " + frame).orElse("");
  }
}
