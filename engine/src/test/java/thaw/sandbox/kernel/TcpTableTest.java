package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.sandbox.PeerUser;

class TcpTableTest {
  private static final String HEADING =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode";

  @ParameterizedTest
  @CsvSource({
    "'   0: 0100007F:1F90 0500007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0"
        + " 4711 1 0000000000000000 20 4 30 10 -1', 127.0.0.1, 8080, 127.0.0.5, 50000, 1, 1000,"
        + " 4711",
    "'  12: 0000000000000000FFFF00000100007F:0BB9 0000000000000000FFFF00000100007F:8000 08"
        + " 00000000:00000000 02:00000FFF 00000000   993        0 18446744073709551615 2 0',"
        + " 127.0.0.1, 3001, 127.0.0.1, 32768, 8, 993, -1",
    "'   3: 00000000000000000000000001000000:0016 0000080D00000000EFBEADDE01000000:0001 06"
        + " 00000000:00000000 03:00000FFF 00000000     0        0 0 3 0', ::1, 22,"
        + " d08:0:0:0:dead:beef:0:1, 1, 6, 0, 0"
  })
  void rows_are_read_as_the_kernel_writes_them(
      String line,
      String local,
      int localPort,
      String remote,
      int remotePort,
      int state,
      int uid,
      long inode)
      throws IOException {
    Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "big-endian");
    TcpTable.Row row = TcpTable.row(line).orElseThrow();
    assertEquals(new InetSocketAddress(local, localPort), row.local());
    assertEquals(new InetSocketAddress(remote, remotePort), row.remote());
    assertEquals(List.of(state, uid), List.of(row.state(), row.uid()));
    assertEquals(inode, row.inode());
  }

  @Test
  void the_heading_is_no_row() {
    assertEquals(Optional.empty(), TcpTable.row(HEADING));
    assertEquals(Optional.empty(), TcpTable.row(""));
  }

  @ParameterizedTest
  @CsvSource({
    "01, 7, true",
    "04, 7, true",
    "05, 7, true",
    "08, 7, true", // a process has it
    "01, 0, false",
    "04, 0, false",
    "05, 0, false",
    "08, 0, false",
    "09, 0, false", // orphaned
    "06, 0, false",
    "0C, 0, false",
    "03, 0, false", // remembered, half open
    "0A, 7, false",
    "02, 7, false",
    "07, 7, false",
    "06, 7, false"
  })
  void only_a_row_that_a_process_has_says_who_that_is(String state, long inode, boolean held) {
    String row = "0: 0100007F:0001 0100007F:0002 %s 0:0 0:0 0 0 0 %d".formatted(state, inode);
    assertEquals(held, TcpTable.row(row).orElseThrow().isHeld());
  }

  /** An address of 127/8 is anybody's: the same ports do not make the same connection. */
  @Test
  void all_four_of_addresses_and_ports_must_be_the_same(@TempDir Path net) throws IOException {
    Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "big-endian");
    String end = " 01 0:0 0:0 0 5 0 ";
    Files.write(
        net.resolve("tcp"),
        List.of(
            HEADING,
            " 0: 0500007F:0064 0100007F:00C8" + end + "1",
            " 1: 0100007F:0064 0100007F:00C8" + end + "2",
            " 2: 0100007F:0064 0500007F:00C8" + end + "3",
            " 3: 0100007F:00C8 0100007F:0064" + end + "4",
            " 4: 0100007F:0064 0100007F:00C9" + end + "5"));
    InetSocketAddress local = new InetSocketAddress("127.0.0.1", 100);
    InetSocketAddress remote = new InetSocketAddress("127.0.0.1", 200);
    assertEquals(
        List.of(2L),
        TcpTable.between(net, local, remote).stream().map(TcpTable.Row::inode).toList());
    Files.write(
        net.resolve("tcp6"),
        List.of(
            " 1: 0000000000000000FFFF00000100007F:0064 0000000000000000FFFF00000100007F:00C8"
                + end
                + "6"));
    assertEquals(1, TcpTable.between(net, local, remote).size());
    Files.write(net.resolve("tcp"), List.of(HEADING));
    assertEquals(6, TcpTable.between(net, local, remote).getFirst().inode());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.7", "::1"})
  void both_ends_of_a_real_connection_are_found(String address) throws IOException {
    InetAddress at = InetAddress.getByName(address);
    ServerSocket listener;
    try {
      listener = new ServerSocket(0, 1, at);
    } catch (IOException e) {
      Assumptions.abort("this machine has no " + address);
      return;
    }
    try (listener;
        Socket client = new Socket(at, listener.getLocalPort());
        Socket server = listener.accept()) {
      InetSocketAddress peer = (InetSocketAddress) server.getRemoteSocketAddress();
      InetSocketAddress here = (InetSocketAddress) server.getLocalSocketAddress();
      List<TcpTable.Row> theirs = TcpTable.between(peer, here);
      List<TcpTable.Row> ours = TcpTable.between(here, peer);
      assertEquals(1, theirs.size());
      assertEquals(1, ours.size());
      assertTrue(theirs.getFirst().isHeld());
      assertEquals(PeerUser.own().uid(), theirs.getFirst().uid());
      assertFalse(theirs.getFirst().inode() == ours.getFirst().inode());
      assertEquals(client.getLocalPort(), theirs.getFirst().local().getPort());
    }
  }

  @Test
  void a_socket_of_one_version_finds_one_of_both() throws IOException {
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET)) {
      listener.bind(new InetSocketAddress("127.0.0.1", 0));
      try (SocketChannel client = SocketChannel.open(listener.getLocalAddress());
          SocketChannel server = listener.accept()) {
        InetSocketAddress peer = (InetSocketAddress) server.getRemoteAddress();
        assertTrue(peer.getAddress() instanceof Inet4Address);
        assertEquals(
            1, TcpTable.between(peer, (InetSocketAddress) server.getLocalAddress()).size());
        assertTrue(client.isConnected());
      }
    }
  }
}
