package thaw.runtimeapi.log;

import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The thread that runs {@code main} or the hooks in a JVM that takes too long, as its thread dump
 * has it.
 *
 * @param frames the innermost first, as a stack trace has them; not empty
 * @param waitsFor {@code sleeps}, {@code waits for a socket (connected: 10.0.0.5:5432)}
 */
public record HungThread(List<String> frames, String waitsFor) implements Hang {
  /**
   * The types that other threads must do something to, apart from locks and the machinery below
   * them.
   */
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
   * Returns the thread that runs a hook, else that of {@code main}, whatever it has been renamed
   * to; empty when neither is in the dump.
   *
   * @param dump what {@code jcmd Thread.print -l} prints, or its beginning
   * @param peers where the process's sockets lead to: {@code connected: 10.0.0.5:5432}
   * @param kernel what the kernel says of a thread, by the number that it has in the JVM
   */
  public static Optional<HungThread> of(
      String dump, List<String> peers, LongFunction<Optional<String>> kernel) {
    List<DumpedThread> threads =
        DumpedThread.all(dump).stream().filter(thread -> !thread.frames().isEmpty()).toList();
    return first(threads, thread -> hook(thread.frames()).isPresent())
        .or(() -> first(threads, thread -> thread.name().equals("main")))
        .or(() -> first(threads, thread -> thread.frames().getLast().contains(".main(")))
        .map(main -> new HungThread(main.frames(), waitsFor(main, threads, peers, kernel)));
  }

  private static Optional<DumpedThread> first(
      List<DumpedThread> threads, Predicate<DumpedThread> wanted) {
    return threads.stream().filter(wanted).findFirst();
  }

  @Override
  public String words(boolean timeIsUp) {
    String when = timeIsUp ? "when time was up" : "a hook takes long;";
    String where = hook().map(hook -> ", in " + hook + ",").orElse("");
    return "thaw: %s the main thread%s %s, at\n\t%s"
        .formatted(when, where, waitsFor, String.join("\n\t", frames));
  }

  /**
   * {@code afterRestore of the resource com.example.Pool}: the innermost, as a resource may be
   * called by another one.
   */
  @Override
  public Optional<String> hook() {
    return hook(frames);
  }

  private static Optional<String> hook(List<String> frames) {
    return frames.stream()
        .map(HOOK::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(hook -> hook.group("hook") + " of the resource " + hook.group("resource"));
  }

  @Override
  public Optional<String> remedy() {
    return KnownHang.of(frames).map(KnownHang::remedy);
  }

  private static String waitsFor(
      DumpedThread main,
      List<DumpedThread> threads,
      List<String> peers,
      LongFunction<Optional<String>> kernel) {
    Predicate<String> inside = method -> main.frames().stream().anyMatch(at -> at.contains(method));
    if (main.wanted().isPresent()) {
      return lock(main, main.wanted().get(), threads) + blocked(main, threads);
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
    if (inside.test("java.lang.Object.wait")) {
      return "waited to be notified" + blocked(main, threads);
    }
    if (!main.frames().getFirst().contains("Native Method")) {
      return (main.isRunnable() ? "computed: it may never end" : "waited") + blocked(main, threads);
    }
    return "was in a native method, and in the kernel it "
        + kernel.apply(main.nativeId()).orElse("was not seen");
  }

  /** A thread that needs a lock of the one that waits will not do what that one waits for. */
  private static String blocked(DumpedThread main, List<DumpedThread> threads) {
    return first(
            threads,
            thread ->
                thread != main
                    && thread
                        .wanted()
                        .filter(lock -> main.held().contains(lock.address()))
                        .isPresent())
        .map(thread ->
            ", while thread \"%s\" waited for a lock that it held, %s, %s"
                .formatted(thread.name(), thread.wanted().get().type(), thread.frames().getFirst()))
        .orElse("");
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
