package thaw.sandbox;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.steady.Loop;

/**
 * Passes datagrams on from ports of a cell, whatever address they are sent to, to ports of this
 * machine's loopback. One way: protocols that answer need more, as {@link DnsRelay} has it.
 */
final class DatagramRelay implements AutoCloseable {
  private static final int LARGEST = 64 * 1024;

  private final List<DatagramSocket> inside = new ArrayList<>();

  /**
   * @param ways by port inside
   */
  DatagramRelay(Cell cell, Map<Integer, Integer> ways) {
    Map<Integer, DatagramSocket> sockets = cell.inNetwork(() -> bound(ways));
    sockets.forEach((port, socket) -> {
      inside.add(socket);
      InetSocketAddress to =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), ways.getOrDefault(port, port));
      Thread.ofVirtual().name("datagrams").start(() -> pass(socket, to));
    });
  }

  /** In the cell's network, so no thread may be started here: it would stay there. */
  private static Map<Integer, DatagramSocket> bound(Map<Integer, Integer> ways) throws IOException {
    Map<Integer, DatagramSocket> sockets = new HashMap<>();
    for (int port : ways.keySet()) {
      sockets.put(port, new DatagramSocket(port));
    }
    return sockets;
  }

  /** On a thread in this program's own network. */
  private static void pass(DatagramSocket from, InetSocketAddress to) {
    byte[] buffer = new byte[LARGEST];
    try (DatagramSocket outside = new DatagramSocket()) {
      new Loop("datagrams").run(() -> !from.isClosed(), () -> passOne(from, outside, to, buffer));
    } catch (IOException e) {
      // No descriptor is left: what is sent there is lost, as the protocol expects.
    }
  }

  private static void passOne(
      DatagramSocket from, DatagramSocket outside, InetSocketAddress to, byte[] buffer) {
    try {
      DatagramPacket packet = new DatagramPacket(buffer, LARGEST);
      from.receive(packet);
      send(outside, new DatagramPacket(buffer, packet.getLength(), to));
    } catch (IOException e) {
      // Closed, or one datagram is lost.
    }
  }

  private static void send(DatagramSocket outside, DatagramPacket packet) {
    try {
      outside.send(packet);
    } catch (IOException e) {
      // Nobody listens there, and a datagram is lost, as its protocol expects.
    }
  }

  @Override
  public void close() {
    inside.forEach(DatagramSocket::close);
  }
}
