package thaw.app.run;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether names below {@code .localhost} lead to this machine for programs that ask the system:
 * JVMs, Python, Node. Browsers and curl know by themselves that they do (RFC 6761); the C library
 * does not, and asks systemd-resolved or the NSS module {@code myhostname}, if the system has them.
 */
final class LocalNames {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final CompletableFuture<Boolean> resolved = new CompletableFuture<>();

  private LocalNames() {}

  /** Finds it out beside other work: a name server may be slow to say no. */
  static LocalNames look() {
    LocalNames names = new LocalNames();
    Thread.ofVirtual().name("local-names").start(() -> names.resolved.complete(resolves()));
    return names;
  }

  private static boolean resolves() {
    try {
      return InetAddress.getByName("name.below.localhost").isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Tells whether such names lead here. A lookup that takes long counts as a failed one, as it
   * would be of no use to programs either.
   */
  boolean resolve() {
    try {
      return resolved.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
