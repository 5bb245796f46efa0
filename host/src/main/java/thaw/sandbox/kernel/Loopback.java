package thaw.sandbox.kernel;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

  private static final MethodHandle SOCKET =
      Libc.function(
          "socket",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT));
  private static final MethodHandle IOCTL =
      Libc.function(
          "ioctl",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE =
      Libc.function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

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
        short flags = request.get(ValueLayout.JAVA_SHORT, IFREQ_FLAGS);
        if ((flags & IFF_UP) == 0) {
          request.set(ValueLayout.JAVA_SHORT, IFREQ_FLAGS, (short) (flags | IFF_UP));
          Libc.check(
              (int) IOCTL.invokeExact(state, socket, SIOCSIFFLAGS, request), state, "SIOCSIFFLAGS");
        }
      } finally {
        int closed = (int) CLOSE.invokeExact(state, socket);
        assert closed == 0 : "a socket of ours can be closed";
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("ioctl", e);
    }
  }
}
