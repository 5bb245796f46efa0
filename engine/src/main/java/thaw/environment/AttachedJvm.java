package thaw.environment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import thaw.runtimeapi.log.Hang;
import thaw.sandbox.Sandbox;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;

/**
 * Gives a running HotSpot commands, as jcmd does, from outside its namespaces.
 *
 * <pre>
 * client: creates /tmp/.attach_pidPID, sends SIGQUIT; JVM: listens at /tmp/.java_pidPID
 * client: "1" NUL command NUL argument NUL argument NUL argument NUL
 * JVM:    result (decimal, 0: done) newline, text, end
 * </pre>
 *
 * @param temporary the JVM's /tmp, in which a function can put sockets and links of those names
 * @param pid the JVM's pid as it sees itself
 * @param wake sends it SIGQUIT
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/jdk.attach/linux/classes/sun/tools/attach/VirtualMachineImpl.java">
 *     VirtualMachineImpl.java</a>
 */
public record AttachedJvm(UntrustedFolder temporary, long pid, Runnable wake) {
  private static final String VERSION = "1";
  private static final long LOOK_EVERY_MILLIS = 2;
  private static final int ANSWER_BYTES = 1 << 18;

  /**
   * The time to wait for the JVM's socket. A JVM that lets nobody attach writes a thread dump to
   * its output instead, as on any other SIGQUIT.
   */
  private static final Duration SOCKET_PATIENCE = Duration.ofSeconds(1);

  /**
   * Returns the JVM in a sandbox. A clone may be ready before it is known which process it is: the
   * call waits for that, 1 s at most.
   *
   * @throws IOException when that stays unknown
   */
  static AttachedJvm in(Sandbox box) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (box.pid() == 0) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the clone's process is not known");
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
    Path root = Path.of("/proc", Long.toString(box.pid()), "root/tmp");
    return new AttachedJvm(UntrustedFolder.of(box.host(), root), box.innerPid(), box::wake);
  }

  /**
   * Has the JVM write all objects of its heap, garbage included.
   *
   * @param file as the JVM sees it, not there yet
   * @throws IOException why it did not
   */
  public void dumpHeap(Path file, Duration patience) throws IOException, InterruptedException {
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

  /**
   * Tells where the JVM's main thread is; it is empty when the thread has ended.
   *
   * @throws IOException why that stays unknown
   */
  Optional<Hang> mainThread(Duration patience) throws IOException, InterruptedException {
    return Hang.of(ask("print its threads", patience, "jcmd", "Thread.print", "", ""));
  }

  /** Returns what it has answered, or its first 256 KB. */
  private String ask(String what, Duration patience, String... words)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    String socket = ".java_pid" + pid;
    if (!temporary.has(socket)) {
      openSocket(socket);
    }
    String answer = tell(socket, deadline, words);
    if (!answer.startsWith("0\n")) {
      throw new IOException("the JVM did not " + what + ": " + answer.strip().replace('\n', ' '));
    }
    return answer;
  }

  private void openSocket(String socket) throws IOException, InterruptedException {
    String bell = ".attach_pid" + pid;
    temporary.makeFile(bell);
    try {
      wake.run();
      long deadline = System.nanoTime() + SOCKET_PATIENCE.toNanos();
      while (!temporary.has(socket)) {
        if (System.nanoTime() > deadline) {
          throw new IOException("the JVM lets nobody attach");
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
      }
    } finally {
      temporary.remove(bell);
    }
  }

  /** The other end may be the function's: nothing waits for it beyond the deadline. */
  private String tell(String socket, long deadline, String... words) throws IOException {
    try (UntrustedFile file = temporary.socket(socket);
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        Selector selector = Selector.open()) {
      channel.configureBlocking(false);
      String request = VERSION + "\0" + String.join("\0", words) + "\0";
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(UTF_8));
      // At once or not at all: a socket of this kind has no connecting that takes time.
      if (!channel.connect(UnixDomainSocketAddress.of(file.path()))) {
        throw new IOException("the JVM answers nobody");
      }
      channel.write(bytes);
      if (bytes.hasRemaining()) {
        throw new IOException("the JVM reads nothing");
      }
      channel.register(selector, SelectionKey.OP_READ);
      ByteBuffer answer = ByteBuffer.allocate(ANSWER_BYTES);
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
