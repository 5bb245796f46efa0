package thaw.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The loopback interface of the calling thread's network namespace. */
public final class Loopback {
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final long SIOCGIFFLAGS = 0x8913;
  private static final long SIOCSIFFLAGS = 0x8914;
  private static final short IFF_UP = 1;
  private static final long IFREQ_BYTES = 40;
  private static final long IFREQ_FLAGS = 16;

  private static final MethodHandle SOCKET = Libc.function("socket", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle IOCTL =
      Libc.variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);

  private Loopback() {}

  /**
   * Takes it into service, as {@code ip link set lo up} does: a new namespace has it down. Needs
   * CAP_NET_ADMIN in the namespace, unless it is up.
   *
   * @see <a href="https://man7.org/linux/man-pages/man7/netdevice.7.html">netdevice(7)</a>
   */
  public static void raise() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      int socket = (int) SOCKET.invokeExact(state, AF_INET, SOCK_DGRAM_CLOEXEC, 0);
      Libc.check(socket, state, "socket");
      try {
        MemorySegment request = arena.allocate(IFREQ_BYTES, Long.BYTES);
        request.setString(0, "lo");
        Libc.check(
            (int) IOCTL.invokeExact(state, socket, SIOCGIFFLAGS, request), state, "SIOCGIFFLAGS");
        short flags = request.get(JAVA_SHORT, IFREQ_FLAGS);
        if ((flags & IFF_UP) == 0) {
          request.set(JAVA_SHORT, IFREQ_FLAGS, (short) (flags | IFF_UP));
          Libc.check(
              (int) IOCTL.invokeExact(state, socket, SIOCSIFFLAGS, request), state, "SIOCSIFFLAGS");
        }
      } finally {
        Syscalls.close(socket);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("ioctl", e);
    }
  }
}
