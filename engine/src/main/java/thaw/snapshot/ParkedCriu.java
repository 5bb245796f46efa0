package thaw.snapshot;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import thaw.sandbox.kernel.SeqPacket;
import thaw.sandbox.kernel.SpawnedProcess;

/**
 * A CRIU that waits where a process shall be restored, for one request: starting it, entering the
 * namespaces and loading its libraries are done before anybody waits for the restore. It serves one
 * restore and ends; {@code docs/decisions/0010-parked-criu.md} has the reasons and the figures.
 */
public final class ParkedCriu implements AutoCloseable {
  /** Some milliseconds, and more where the box has little CPU time. */
  private static final Duration LEAVING = Duration.ofSeconds(2);

  private final SpawnedProcess process;
  private final SeqPacket socket;
  private final boolean unprivileged;
  private volatile boolean restoring;

  private ParkedCriu(SpawnedProcess process, SeqPacket socket, boolean unprivileged) {
    this.process = process;
    this.socket = socket;
    this.unprivileged = unprivileged;
  }

  /**
   * Does not wait until it waits: a request that comes earlier is kept by the socket. In a network
   * namespace of its own the loopback interface must be up when the request comes: CRIU tries a
   * connection to itself, and refuses to work where that fails.
   *
   * @param before what the command line begins with, such as nsenter and its options; it must
   *     become CRIU and keep descriptors open
   * @param environment all variables; XDG_RUNTIME_DIR must name a tmpfs when unprivileged, so that
   *     CRIU keeps what it learned of the kernel
   * @param output what CRIU prints
   * @param inherited further descriptors, which it has as numbers from {@link
   *     #FIRST_FURTHER_DESCRIPTOR} on
   */
  public static ParkedCriu start(
      List<String> before,
      CriuCommand criu,
      Map<String, String> environment,
      Path output,
      List<Integer> inherited)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(criu.swrk(SpawnedProcess.FIRST_INHERITED));
    SeqPacket.Pair pair = SeqPacket.pair();
    List<Integer> descriptors = new ArrayList<>();
    descriptors.add(pair.theirs().descriptor());
    descriptors.addAll(inherited);
    try (SeqPacket _ = pair.theirs()) {
      SpawnedProcess process = SpawnedProcess.start(command, environment, output, descriptors);
      return new ParkedCriu(process, pair.ours(), criu.unprivileged());
    } catch (IOException | RuntimeException e) {
      pair.ours().close();
      throw e;
    }
  }

  /** The number that the first of the further descriptors has in CRIU's process. */
  public static final int FIRST_FURTHER_DESCRIPTOR = SpawnedProcess.FIRST_INHERITED + 1;

  /**
   * Waits until it waits, so that its start is no part of the restore.
   *
   * @throws SocketTimeoutException when it does not in time
   * @throws IOException when CRIU has ended; its output may say why
   */
  public void awaitReady(Duration patience) throws IOException {
    socket.send(CriuMessages.versionRequest());
    CriuMessages.requireVersion(socket.receive(patience));
  }

  /**
   * Restores; the process runs when this returns.
   *
   * @throws SocketTimeoutException when there is no answer in time
   * @throws IOException when CRIU has ended without an answer; its output may say why
   */
  public CriuMessages.Response restore(RestoreOptions options, Duration patience)
      throws IOException {
    restoring = true;
    try {
      socket.send(CriuMessages.restoreRequest(options, unprivileged));
      return CriuMessages.parse(socket.receive(patience));
    } finally {
      restoring = false;
    }
  }

  /** Completes when it has ended, with its exit code. */
  CompletableFuture<Integer> exit() {
    return process.exit();
  }

  /**
   * Ends it unless it has ended. A process that it has restored lives on.
   *
   * <p>It ends when nobody can ask it any more, and is killed only if it does not: whoever waits
   * for it would be killed with it, and it would be left to the first process of the machine, which
   * may take seconds to wait for it, or never does. Until then the box that it has entered cannot
   * end.
   */
  @Override
  public void close() {
    if (restoring) {
      // Another thread waits at the socket: its descriptor must not become somebody else's.
      process.kill();
      process.exit().whenComplete((_, _) -> socket.close());
      return;
    }
    socket.close();
    process
        .exit()
        .copy()
        .orTimeout(LEAVING.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((_, late) -> {
          if (late != null) {
            process.kill();
          }
        });
  }

  /**
   * Closes as {@link #close} does, and returns when the program has ended. An interrupt kills it.
   */
  public void end() {
    close();
    try {
      process.exit().get(2 * LEAVING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      process.kill(); // the box's end ends it, too
    }
  }
}
