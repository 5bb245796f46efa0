package thaw.snapshot;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Random;
import thaw.sandbox.kernel.Loopback;

/**
 * The process that {@link CriuSelfTest} dumps and restores: it listens, holds a connection, and has
 * memory to lose. A program of its own.
 */
final class SelfTestProgram {
  static final String READY = "ready";
  static final String RESTORED = "restored";

  private static final int MEMORY_BYTES = 4 << 20;
  private static final long SEED = 42;
  private static final int SENT = 7;

  private SelfTestProgram() {}

  /** The first argument: a folder for the files that say how far it is. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    byte[] memory = content();
    Loopback.raise();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket held = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket _ = server.accept()) {
      say(folder, READY, Long.toString(ProcessHandle.current().pid()));
      // Nobody sends: this ends when the restored connection is found closed.
      boolean closed = isEndOfInput(held);
      String problem =
          !closed
              ? "the connection brought a byte that nobody sent"
              : !Arrays.equals(memory, content())
                  ? "memory has changed"
                  : !connects(server) ? "the listening socket brought a wrong byte" : "ok";
      say(folder, RESTORED, problem);
    }
  }

  private static byte[] content() {
    byte[] bytes = new byte[MEMORY_BYTES];
    new Random(SEED).nextBytes(bytes);
    return bytes;
  }

  private static boolean isEndOfInput(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true; // reset: closed all the same
    }
  }

  private static boolean connects(ServerSocket server) throws IOException {
    try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept();
        OutputStream out = accepted.getOutputStream()) {
      out.write(SENT);
      return client.getInputStream().read() == SENT;
    }
  }

  /** The file is there when it is complete. */
  private static void say(Path folder, String file, String text) throws IOException {
    Path written = Files.writeString(folder.resolve(file + ".new"), text);
    Files.move(written, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
  }
}
