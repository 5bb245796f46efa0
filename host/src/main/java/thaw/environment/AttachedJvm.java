package thaw.environment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import thaw.sandbox.Box;
import thaw.sandbox.Cell;

/**
 * Gives a running HotSpot commands, as jcmd does, from outside its namespaces.
 *
 * <pre>
 * client: creates /tmp/.attach_pidPID, sends SIGQUIT; JVM: listens at /tmp/.java_pidPID
 * client: "1" NUL command NUL argument NUL argument NUL argument NUL
 * JVM:    result (decimal, 0: done) newline, text, end
 * </pre>
 *
 * @param temporary the JVM's /tmp as the host sees it; a short path, as those of sockets must be
 * @param pid the JVM's pid as it sees itself
 * @param wake sends it SIGQUIT
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/jdk.attach/linux/classes/sun/tools/attach/VirtualMachineImpl.java">
 *     VirtualMachineImpl.java</a>
 */
record AttachedJvm(Path temporary, long pid, Runnable wake) {
  private static final String VERSION = "1";
  private static final long LOOK_EVERY_MILLIS = 2;

  /** Where a JVM that keeps its door shut writes what SIGQUIT is for otherwise: its output. */
  private static final Duration DOOR_PATIENCE = Duration.ofSeconds(1);

  /**
   * That of a clone, which may be ready before it is known which process it is.
   *
   * @throws IOException when that stays unknown
   */
  static AttachedJvm in(Box box) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (box.pid() == 0) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the clone's process is not known");
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
    Path root = Path.of("/proc", Long.toString(box.pid()), "root/tmp");
    return new AttachedJvm(root, Cell.PROGRAM_PID, box::wake);
  }

  /**
   * Has the JVM write all objects of its heap, garbage included.
   *
   * @param file as the JVM sees it, not there yet
   * @throws IOException why it did not
   */
  void dumpHeap(Path file, Duration patience) throws IOException, InterruptedException {
    ask("dump its heap", patience, "dumpheap", file.toString(), "-all", "");
  }

  /**
   * Has the JVM load a native agent, as {@code -agentpath} would have at its start.
   *
   * @param library as the JVM sees it
   * @throws IOException why it did not
   */
  void loadAgent(Path library, String options, Duration patience)
      throws IOException, InterruptedException {
    ask("load " + library, patience, "load", library.toString(), "true", options);
  }

  /**
   * Has the JVM do what jcmd would.
   *
   * @throws IOException why it did not
   */
  void command(String command, Duration patience) throws IOException, InterruptedException {
    ask("do " + command, patience, "jcmd", command, "", "");
  }

  private void ask(String what, Duration patience, String... words)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    Path socket = temporary.resolve(".java_pid" + pid);
    if (!Files.exists(socket)) {
      openDoor(socket);
    }
    String answer = tell(socket, deadline, words);
    if (!answer.startsWith("0\n")) {
      throw new IOException("the JVM did not " + what + ": " + answer.strip().replace('\n', ' '));
    }
  }

  private void openDoor(Path socket) throws IOException, InterruptedException {
    Path bell = Files.createFile(temporary.resolve(".attach_pid" + pid));
    try {
      wake.run();
      long deadline = System.nanoTime() + DOOR_PATIENCE.toNanos();
      while (!Files.exists(socket)) {
        if (System.nanoTime() > deadline) {
          throw new IOException("the JVM lets nobody attach");
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
      }
    } finally {
      Files.deleteIfExists(bell);
    }
  }

  private static String tell(Path socket, long deadline, String... words) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        Selector selector = Selector.open()) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      String request = VERSION + "\0" + String.join("\0", words) + "\0";
      channel.write(ByteBuffer.wrap(request.getBytes(UTF_8)));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      ByteBuffer answer = ByteBuffer.allocate(1 << 12);
      while (answer.hasRemaining()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new IOException("the JVM took too long");
        }
        selector.select(left);
        selector.selectedKeys().clear();
        if (channel.read(answer) < 0) {
          break;
        }
      }
      return new String(answer.array(), 0, answer.position(), UTF_8);
    }
  }
}
