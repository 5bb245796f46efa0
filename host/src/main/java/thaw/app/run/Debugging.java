package thaw.app.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.environment.launch.LimitsPolicy;
import thaw.function.CustomRuntime;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/**
 * Ports on which functions' JVMs wait for a debugger (JDWP). The first environment of each function
 * has the same one each time; further ones have any that is free.
 *
 * <p>Thread-safe; {@code lock} guards {@code given}.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/25/docs/specs/jpda/conninv.html">JPDA
 *     connection and invocation</a>
 */
public final class Debugging {
  /** The port that IDEs propose for a remote JVM. */
  public static final int FIRST_PORT = 5005;

  private static final int LARGEST_PORT = 65_535;

  /** The time within which a JVM has opened the port that it was told, or has ended. */
  private static final Duration OPENING = Duration.ofSeconds(15);

  private final boolean suspends;
  private final Consumer<String> said;
  private final Map<String, Integer> preferred = new HashMap<>();
  private final int firstFurther;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * The time, by {@link System#nanoTime}, at which each port was told to a JVM, which may not have
   * opened it yet.
   */
  private final Map<Integer, Long> given = new HashMap<>();

  /**
   * @param first port of the first function
   * @param suspends whether a JVM waits for its debugger before its first line
   * @param said gets a line for each port
   */
  Debugging(
      List<FunctionDefinition> functions, int first, boolean suspends, Consumer<String> said) {
    this.suspends = suspends;
    this.said = said;
    int port = first;
    for (FunctionDefinition function : functions) {
      if (!CustomRuntime.isNamedBy(function.runtime()) && !function.isImage()) {
        preferred.put(function.name(), port++);
      }
    }
    this.firstFurther = port;
  }

  LimitsPolicy limits(FunctionDefinition function) {
    return CustomRuntime.isNamedBy(function.runtime()) || function.isImage()
        ? LimitsPolicy.debugged(List::of)
        : LimitsPolicy.debugged(() -> options(function.name()));
  }

  private List<String> options(String function) {
    int port = port(function);
    said.accept(
        "%s: a new environment %s a debugger at 127.0.0.1:%d"
            .formatted(function, suspends ? "waits for" : "can be reached by", port));
    return List.of(
        "-agentlib:jdwp=transport=dt_socket,server=y,quiet=y,suspend=%s,address=127.0.0.1:%d"
            .formatted(suspends ? "y" : "n", port));
  }

  private int port(String function) {
    lock.lock();
    try {
      Integer own = preferred.get(function);
      if (own != null && take(own)) {
        return own;
      }
      for (int port = firstFurther; port <= LARGEST_PORT; port++) {
        if (take(port)) {
          return port;
        }
      }
      throw new UserMistake(
          "no port is free for a debugger from " + firstFurther + " on",
          "choose another first port: --debug-port 15005");
    } finally {
      lock.unlock();
    }
  }

  private boolean take(int port) {
    Long before = given.get(port);
    long now = System.nanoTime();
    if (before != null && now - before < OPENING.toNanos() || !isFree(port)) {
      return false;
    }
    given.put(port, now);
    return true;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
