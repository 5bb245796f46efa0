package thaw.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connected pair of UNIX sockets that keep message boundaries, which Java has no
 * channel for (unix(7), {@code SOCK_SEQPACKET}). For one thread at a time.
 */
public final class SeqPacket implements AutoCloseable {
  private static final int AF_UNIX = 1;
  private static final int SOCK_SEQPACKET = 5;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_TRUNC = 0x20;
  private static final short POLLIN = 1;
  private static final int EINTR = 4;
  private static final int LARGEST_MESSAGE_BYTES = 1 << 16;

  /** The most bytes of the words that {@code thaw-box} says. */
  private static final int LARGEST_WORDS_BYTES = 1 << 14;

  private static final int EAGAIN = 11;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;
  private static final int SCM_RIGHTS = 1;

  /** Layouts of 64-bit Linux: struct iovec, struct msghdr, struct cmsghdr. */
  private static final long IOVEC_BYTES = 16;

  private static final long MSGHDR_BYTES = 56;
  private static final long MSG_IOV = 16;
  private static final long MSG_IOVLEN = 24;
  private static final long MSG_CONTROL = 32;
  private static final long MSG_CONTROLLEN = 40;
  private static final long CMSG_HEAD_BYTES = 16;
  private static final long CMSG_TYPE = 12;
  private static final long CONTROL_BYTES = 512;

  private static final MethodHandle SOCKETPAIR =
      Libc.function("socketpair", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle SEND =
      Libc.longFunction("send", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle RECV =
      Libc.longFunction("recv", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle RECVMSG =
      Libc.longFunction("recvmsg", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle POLL = Libc.function("poll", ADDRESS, JAVA_LONG, JAVA_INT);

  private final int descriptor;
  private final AtomicBoolean closed = new AtomicBoolean();

  private SeqPacket(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Both ends. Neither is inherited by processes that {@link ProcessBuilder} starts. */
  public record Pair(SeqPacket ours, SeqPacket theirs) {}

  public static Pair pair() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      int type = SOCK_SEQPACKET | SOCK_CLOEXEC;
      Libc.check((int) SOCKETPAIR.invokeExact(state, AF_UNIX, type, 0, ends), state, "socketpair");
      return new Pair(
          new SeqPacket(ends.getAtIndex(JAVA_INT, 0)), new SeqPacket(ends.getAtIndex(JAVA_INT, 1)));
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("socketpair", e);
    }
  }

  /** The number, for {@link SpawnedProcess}. */
  public int descriptor() {
    return descriptor;
  }

  /** Sends one message; fails when the other end is closed everywhere. */
  public void send(byte[] message) throws IOException {
    requireOpen();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, message);
      long length = message.length;
      Libc.check(
          (long) SEND.invokeExact(state, descriptor, bytes, length, MSG_NOSIGNAL), state, "send");
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("send", e);
    }
  }

  /**
   * Waits for one message; empty when the other end was closed.
   *
   * @throws SocketTimeoutException when none comes in time
   */
  public byte[] receive(Duration patience) throws IOException {
    requireOpen();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      awaitReadable(arena, state, patience);
      MemorySegment bytes = arena.allocate(LARGEST_MESSAGE_BYTES);
      long size = bytes.byteSize();
      long length = (long) RECV.invokeExact(state, descriptor, bytes, size, MSG_TRUNC);
      Libc.check(length, state, "recv");
      if (length > size) {
        throw new IOException("message must be at most " + size + " bytes: " + length);
      }
      return Arrays.copyOf(bytes.toArray(JAVA_BYTE), (int) length);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("recv", e);
    }
  }

  /**
   * A message of strings with a NUL behind each, and the descriptors that came with it.
   *
   * @param words none when the other end was closed
   */
  public record Message(List<String> words, List<Integer> descriptors) {
    public static final Message NONE = new Message(List.of(), List.of());
  }

  /** The next message if there is one now, else null. */
  public @Nullable Message poll() throws IOException {
    requireOpen();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      MemorySegment bytes = arena.allocate(LARGEST_WORDS_BYTES);
      MemorySegment part = arena.allocate(IOVEC_BYTES, Long.BYTES);
      part.set(ADDRESS, 0, bytes);
      part.set(JAVA_LONG, Long.BYTES, bytes.byteSize());
      MemorySegment control = arena.allocate(CONTROL_BYTES, Long.BYTES);
      MemorySegment head = arena.allocate(MSGHDR_BYTES, Long.BYTES);
      head.set(ADDRESS, MSG_IOV, part);
      head.set(JAVA_LONG, MSG_IOVLEN, 1);
      head.set(ADDRESS, MSG_CONTROL, control);
      head.set(JAVA_LONG, MSG_CONTROLLEN, control.byteSize());
      int flags = MSG_DONTWAIT | MSG_CMSG_CLOEXEC;
      long length = (long) RECVMSG.invokeExact(state, descriptor, head, flags);
      if (length < 0 && (Libc.errno(state) == EAGAIN || Libc.errno(state) == EINTR)) {
        return null;
      }
      Libc.check(length, state, "recvmsg");
      return length == 0
          ? Message.NONE
          : new Message(
              words(bytes.asSlice(0, length).toArray(JAVA_BYTE)),
              descriptors(control, head.get(JAVA_LONG, MSG_CONTROLLEN)));
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("recvmsg", e);
    }
  }

  private static List<String> words(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return List.of(
        (text.endsWith("\0") ? text.substring(0, text.length() - 1) : text).split("\0", -1));
  }

  /** Returns the descriptors of the one control message that there can be, cmsg(3). */
  private static List<Integer> descriptors(MemorySegment control, long length) {
    List<Integer> found = new ArrayList<>();
    if (length > CMSG_HEAD_BYTES && control.get(JAVA_INT, CMSG_TYPE) == SCM_RIGHTS) {
      long end = Math.min(length, control.get(JAVA_LONG, 0));
      for (long at = CMSG_HEAD_BYTES; at + Integer.BYTES <= end; at += Integer.BYTES) {
        found.add(control.get(JAVA_INT, at));
      }
    }
    return found;
  }

  /**
   * Releases the descriptor to a caller who closes it; empty when it was closed or released before.
   */
  public OptionalInt release() {
    return closed.compareAndSet(false, true) ? OptionalInt.of(descriptor) : OptionalInt.empty();
  }

  private void awaitReadable(Arena arena, MemorySegment state, Duration patience) throws Throwable {
    MemorySegment request = arena.allocate(JAVA_LONG); // struct pollfd
    request.set(JAVA_INT, 0, descriptor);
    request.set(JAVA_SHORT, Integer.BYTES, POLLIN);
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      long left = Math.max(0, deadline - System.nanoTime());
      int millis = (int) Math.min(Integer.MAX_VALUE, Duration.ofNanos(left + 999_999).toMillis());
      int ready = (int) POLL.invokeExact(state, request, 1L, millis);
      if (ready > 0) {
        return;
      }
      if (ready < 0 && Libc.errno(state) != EINTR) {
        Libc.check(ready, state, "poll");
      }
      if (deadline - System.nanoTime() <= 0) {
        throw new SocketTimeoutException("no message within " + patience);
      }
    }
  }

  private void requireOpen() throws IOException {
    if (closed.get()) {
      throw new IOException("this end of the socket is closed");
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      Syscalls.close(descriptor);
    }
  }
}
