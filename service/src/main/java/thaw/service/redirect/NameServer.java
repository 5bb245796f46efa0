package thaw.service.redirect;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import thaw.sandbox.NameQuestion;
import thaw.steady.StepLoop;

/**
 * A name server for boxes: names that we lead elsewhere have its own address, questions for others
 * go to the machine's name servers. It speaks UDP only: what is longer than a datagram of theirs is
 * cut off, as they do it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1035#section-4">RFC 1035, messages</a>
 */
final class NameServer implements AutoCloseable {
  /** The port that resolvers ask. */
  static final int DNS = 53;

  private static final int HEAD_BYTES = 12;
  private static final int LARGEST_BYTES = 65_535;
  private static final int MOST_AT_ONCE = 64;
  private static final int PATIENCE_MILLIS = 3000;
  private static final long PAUSE_AFTER_FAILURE_NANOS = 10_000_000;
  private static final byte ADDRESS = 1; // a question's type
  private static final int SECONDS = 60;

  private final DatagramSocket socket;
  private final Predicate<String> ours;
  private final List<InetSocketAddress> others;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  private NameServer(
      DatagramSocket socket, Predicate<String> ours, List<InetSocketAddress> others) {
    this.socket = socket;
    this.ours = ours;
    this.others = List.copyOf(others);
  }

  /**
   * @param ours tells of a name in lower case whether it has the server's address
   * @param others are asked for all else, one after the other
   */
  static NameServer open(
      InetSocketAddress at, Predicate<String> ours, List<InetSocketAddress> others)
      throws IOException {
    NameServer server = new NameServer(new DatagramSocket(at), ours, others);
    StepLoop loop = new StepLoop("name-server");
    Thread.ofVirtual()
        .name("name-server")
        .start(() -> loop.run(() -> !server.socket.isClosed(), server::take));
    return server;
  }

  InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  private void take() {
    DatagramPacket packet = new DatagramPacket(new byte[LARGEST_BYTES], LARGEST_BYTES);
    try {
      socket.receive(packet);
    } catch (IOException e) { // closed, or out of memory for now
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
      return;
    }
    byte[] question = Arrays.copyOf(packet.getData(), packet.getLength());
    if (question.length < HEAD_BYTES || !places.tryAcquire()) {
      return; // resolvers ask again
    }
    Thread.ofVirtual()
        .name("name-server-answer")
        .start(() -> {
          try {
            answer(question)
                .ifPresent(answer ->
                    send(new DatagramPacket(answer, answer.length, packet.getSocketAddress())));
          } finally {
            places.release();
          }
        });
  }

  private void send(DatagramPacket packet) {
    try {
      socket.send(packet);
    } catch (IOException e) {
      // Who asked has gone, or we are closed.
    }
  }

  private Optional<byte[]> answer(byte[] question) {
    Optional<String> name = NameQuestion.name(question);
    return name.isPresent() && ours.test(name.get())
        ? Optional.of(own(question, name.get()))
        : elsewhere(question);
  }

  /** Our address; of other types than A there is nothing, which is no error. */
  private byte[] own(byte[] question, String name) {
    int end = HEAD_BYTES + name.length() + 2 + 2 * Short.BYTES; // the labels, type and class
    boolean isAddress = question.length >= end && question[end - 3] == ADDRESS;
    byte[] address = socket.getLocalAddress().getAddress();
    ByteBuffer answer = ByteBuffer.allocate(end + 16);
    answer.put(question, 0, 2);
    answer.putShort((short) 0x8180); // a response; recursion is available
    answer.putShort((short) 1).putShort((short) (isAddress ? 1 : 0)).putInt(0);
    answer.put(question, HEAD_BYTES, Math.min(question.length, end) - HEAD_BYTES);
    if (isAddress) {
      answer.putShort((short) 0xC00C); // the name at byte 12
      answer.putShort(ADDRESS).putShort((short) 1).putInt(SECONDS);
      answer.putShort((short) address.length).put(address);
    }
    return Arrays.copyOf(answer.array(), answer.position());
  }

  private Optional<byte[]> elsewhere(byte[] question) {
    for (InetSocketAddress other : others) {
      try (DatagramSocket to = new DatagramSocket()) {
        to.connect(other);
        to.setSoTimeout(PATIENCE_MILLIS);
        to.send(new DatagramPacket(question, question.length));
        DatagramPacket answer = new DatagramPacket(new byte[LARGEST_BYTES], LARGEST_BYTES);
        to.receive(answer);
        return Optional.of(Arrays.copyOf(answer.getData(), answer.getLength()));
      } catch (SocketTimeoutException e) {
        // The next one may answer.
      } catch (IOException e) {
        // Nobody listens there.
      }
    }
    return Optional.of(unanswered(question));
  }

  /** SERVFAIL: who asks need not wait. */
  private static byte[] unanswered(byte[] question) {
    byte[] answer = question.clone();
    answer[2] |= (byte) 0x80;
    answer[3] = (byte) 0x82;
    return answer;
  }

  @Override
  public void close() {
    socket.close();
  }
}
