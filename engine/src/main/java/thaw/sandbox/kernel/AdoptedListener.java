package thaw.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteOrder;

/**
 * A listening socket that another process has made, as a {@link ServerSocket}, which the JDK makes
 * of no descriptor: ours takes the place of one that the JDK has opened.
 */
public final class AdoptedListener {
  private static final int O_CLOEXEC = 0x80000;
  private static final int ADDRESS_BYTES = 128;
  private static final int PORT_OFFSET = 2; // in sockaddr_in and sockaddr_in6
  private static final int HIGHEST = 1 << 20;

  private static final MethodHandle DUP3 = Libc.function("dup3", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle GETSOCKNAME =
      Libc.function("getsockname", JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle GETSOCKOPT =
      Libc.function("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final int SOL_SOCKET = 1;
  private static final int SO_ACCEPTCONN = 30;

  private AdoptedListener() {}

  /**
   * @param descriptor of a socket that listens; closed by this. The result does not know its port.
   */
  public static ServerSocket of(int descriptor) throws IOException {
    ServerSocket opened = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      int own = descriptorOf(arena, state, opened.getLocalPort());
      Libc.check((int) DUP3.invokeExact(state, descriptor, own, O_CLOEXEC), state, "dup3");
      return opened;
    } catch (IOException | RuntimeException | Error e) {
      opened.close();
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("dup3", e);
    } finally {
      Syscalls.close(descriptor);
    }
  }

  /**
   * Finds the descriptor of the socket that listens on a port, which only one of this process's
   * does.
   */
  private static int descriptorOf(Arena arena, MemorySegment state, int port) throws Throwable {
    MemorySegment address = arena.allocate(ADDRESS_BYTES, Long.BYTES);
    MemorySegment length = arena.allocate(JAVA_INT);
    MemorySegment listens = arena.allocate(JAVA_INT);
    for (int descriptor = 3; descriptor < HIGHEST; descriptor++) {
      length.set(JAVA_INT, 0, ADDRESS_BYTES);
      if ((int) GETSOCKNAME.invokeExact(state, descriptor, address, length) != 0
          || Short.toUnsignedInt(
                  address.get(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), PORT_OFFSET))
              != port) {
        continue;
      }
      length.set(JAVA_INT, 0, Integer.BYTES);
      int asked =
          (int)
              GETSOCKOPT.invokeExact(state, descriptor, SOL_SOCKET, SO_ACCEPTCONN, listens, length);
      if (asked == 0 && listens.get(JAVA_INT, 0) == 1) {
        return descriptor;
      }
    }
    throw new IOException("the socket of port " + port + " is not to be found");
  }
}
