package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameServerTest {
  private static final short ADDRESS = 1;
  private static final short ADDRESS_OF_IPV6 = 28;
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static byte[] question(String name, short type) {
    ByteArrayOutputStream labels = new ByteArrayOutputStream();
    for (String label : name.split("\\.")) {
      labels.write(label.length());
      labels.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
    }
    labels.write(0);
    return ByteBuffer.allocate(12 + labels.size() + 4)
        .putShort((short) 0x1234)
        .putShort((short) 0x0100) // recursion is desired
        .putShort((short) 1)
        .putShort((short) 0)
        .putInt(0)
        .put(labels.toByteArray())
        .putShort(type)
        .putShort((short) 1)
        .array();
  }

  private static byte[] ask(NameServer server, byte[] question) throws Exception {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.setSoTimeout(20_000);
      socket.send(new DatagramPacket(question, question.length, server.address()));
      DatagramPacket answer = new DatagramPacket(new byte[1000], 1000);
      socket.receive(answer);
      return Arrays.copyOf(answer.getData(), answer.getLength());
    }
  }

  private static NameServer server(InetSocketAddress... others) throws Exception {
    return NameServer.open(ANY, "ours.test"::equals, List.of(others));
  }

  @Test
  void a_name_that_is_led_has_the_servers_address() throws Exception {
    try (NameServer server = server()) {
      ByteBuffer answer = ByteBuffer.wrap(ask(server, question("Ours.TEST", ADDRESS)));
      assertEquals(0x1234, answer.getShort(0));
      assertEquals((short) 0x8180, answer.getShort(2));
      assertEquals(1, answer.getShort(6));
      byte[] address = new byte[4];
      answer.get(answer.limit() - 4, address);
      assertArrayEquals(InetAddress.getLoopbackAddress().getAddress(), address);
    }
  }

  @Test
  void it_has_no_other_address_and_does_exist() throws Exception {
    try (NameServer server = server()) {
      byte[] question = question("ours.test", ADDRESS_OF_IPV6);
      ByteBuffer answer = ByteBuffer.wrap(ask(server, question));
      assertEquals((short) 0x8180, answer.getShort(2));
      assertEquals(0, answer.getShort(6));
      assertEquals(question.length, answer.limit());
    }
  }

  @Test
  void others_are_asked_of_the_machines_name_servers_until_one_answers() throws Exception {
    byte[] question = question("theirs.test", ADDRESS);
    try (DatagramSocket other = new DatagramSocket(ANY);
        DatagramSocket none = new DatagramSocket(ANY)) {
      InetSocketAddress nobody = (InetSocketAddress) none.getLocalSocketAddress();
      none.close();
      Thread.ofVirtual()
          .start(() -> {
            DatagramPacket asked = new DatagramPacket(new byte[1000], 1000);
            try {
              other.receive(asked);
              asked.setData("an answer".getBytes(StandardCharsets.US_ASCII));
              other.send(asked);
            } catch (java.io.IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          });
      try (NameServer server = server(nobody, (InetSocketAddress) other.getLocalSocketAddress())) {
        assertEquals("an answer", new String(ask(server, question), StandardCharsets.US_ASCII));
      }
    }
  }

  @Test
  void where_nobody_else_answers_it_says_so_at_once() throws Exception {
    byte[] question = question("theirs.test", ADDRESS);
    try (NameServer server = server()) {
      byte[] answer = ask(server, question);
      assertEquals(2, answer[3] & 0xf); // SERVFAIL
      assertEquals(question.length, answer.length);
    }
  }

  @Test
  void what_is_no_question_does_no_harm() throws Exception {
    try (NameServer server = server();
        DatagramSocket socket = new DatagramSocket()) {
      for (byte[] each :
          List.of(new byte[0], new byte[5], new byte[] {1, 2, 3, 4, 0, 1, 0, 0, 0, 0, 0, 0, 63})) {
        socket.send(new DatagramPacket(each, each.length, server.address()));
      }
      assertEquals(1, ask(server, question("ours.test", ADDRESS))[7]);
    }
  }
}
