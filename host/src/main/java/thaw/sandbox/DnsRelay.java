package thaw.sandbox;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.steady.Loop;

/**
 * Passes a cell's DNS queries over UDP on to the name server that they are meant for.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/resolv.conf.5.html">resolv.conf(5)</a>
 */
final class DnsRelay implements AutoCloseable {
  private static final Path CONFIGURATION = Path.of("/etc/resolv.conf");
  private static final String KEYWORD = "nameserver ";
  private static final int DNS = 53;

  /** EDNS messages are 4 KiB at most by custom, 64 KiB by definition. */
  private static final int LARGEST = 64 * 1024;

  /** Resolvers ask again after 5 s. */
  private static final int PATIENCE_MILLIS = 5000;

  private final List<DatagramSocket> inside = new ArrayList<>();

  /** For the name servers of this host; without one that can be relayed it does nothing. */
  static DnsRelay of(Cell cell) throws IOException {
    return new DnsRelay(cell, servers());
  }

  /**
   * @param servers are asked in the cell at the address and port that they have outside
   */
  DnsRelay(Cell cell, List<InetSocketAddress> servers) {
    inside.addAll(cell.inNetwork(() -> bound(servers)));
    for (int i = 0; i < inside.size(); i++) {
      DatagramSocket socket = inside.get(i);
      byte[] buffer = new byte[LARGEST];
      Loop loop = new Loop("dns");
      Thread.ofVirtual()
          .name("dns")
          .start(() -> loop.run(() -> !socket.isClosed(), () -> serve(socket, buffer)));
    }
  }

  private static List<InetSocketAddress> servers() throws IOException {
    if (!Files.isReadable(CONFIGURATION)) {
      return List.of();
    }
    List<InetSocketAddress> servers = new ArrayList<>();
    for (String line : Files.readAllLines(CONFIGURATION)) {
      if (line.startsWith(KEYWORD)) {
        String address = line.substring(KEYWORD.length()).strip();
        servers.add(new InetSocketAddress(InetAddress.ofLiteral(address), DNS));
      }
    }
    return servers;
  }

  private static List<DatagramSocket> bound(List<InetSocketAddress> servers) {
    List<DatagramSocket> sockets = new ArrayList<>();
    for (InetSocketAddress server : servers) {
      try {
        sockets.add(new DatagramSocket(server));
      } catch (SocketException e) {
        // Not local in the cell, where the host has no tool to make it so; DNS over TCP remains.
      }
    }
    return sockets;
  }

  private static void serve(DatagramSocket socket, byte[] buffer) {
    try {
      DatagramPacket query = new DatagramPacket(buffer, LARGEST);
      socket.receive(query);
      DatagramPacket copy =
          new DatagramPacket(java.util.Arrays.copyOf(buffer, query.getLength()), query.getLength());
      copy.setSocketAddress(query.getSocketAddress());
      Thread.ofVirtual().name("dns-query").start(() -> pass(socket, copy));
    } catch (IOException e) {
      // Closed, or one query is lost, as DNS expects.
    }
  }

  private static void pass(DatagramSocket socket, DatagramPacket query) {
    try (DatagramSocket outside = new DatagramSocket()) {
      outside.connect(socket.getLocalSocketAddress());
      outside.setSoTimeout(PATIENCE_MILLIS);
      outside.send(new DatagramPacket(query.getData(), query.getLength()));
      DatagramPacket answer = new DatagramPacket(new byte[LARGEST], LARGEST);
      outside.receive(answer);
      socket.send(
          new DatagramPacket(answer.getData(), answer.getLength(), query.getSocketAddress()));
    } catch (IOException e) {
      // No answer: the resolver asks again.
    }
  }

  @Override
  public void close() {
    inside.forEach(DatagramSocket::close);
  }
}
