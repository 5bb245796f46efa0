package thaw.load.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that answers at once whatever it gets, with one answer for each read: enough for a
 * client that sends a small request in one write and then waits. For the generator's warm-up.
 */
final class DiscardServer implements AutoCloseable {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocketChannel server;
  private final Selector selector;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
  private final List<SocketChannel> clients = new ArrayList<>(); // of the serving thread

  private DiscardServer(ServerSocketChannel server, Selector selector) {
    this.server = server;
    this.selector = selector;
  }

  static DiscardServer open() {
    try {
      ServerSocketChannel server = ServerSocketChannel.open();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.configureBlocking(false);
      Selector selector = Selector.open();
      server.register(selector, SelectionKey.OP_ACCEPT);
      DiscardServer sink = new DiscardServer(server, selector);
      Thread.ofPlatform().name("load-sink").daemon().start(sink::serve);
      return sink;
    } catch (IOException e) {
      throw new UncheckedIOException("could not open a socket for the warm-up: " + e, e);
    }
  }

  HttpTarget target() {
    return new HttpTarget(
        false,
        InetAddress.getLoopbackAddress().getHostAddress(),
        server.socket().getLocalPort(),
        "/");
  }

  private void serve() {
    try {
      while (selector.isOpen()) {
        selector.select(this::ready);
      }
    } catch (ClosedSelectorException e) {
      // the warm-up is over
    } catch (IOException e) {
      throw new UncheckedIOException("the warm-up's server failed: " + e, e);
    } finally {
      clients.forEach(DiscardServer::close);
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        SocketChannel client = server.accept();
        clients.add(client);
        client.configureBlocking(false);
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        client.register(selector, SelectionKey.OP_READ, new Incoming());
      } else if (((SocketChannel) key.channel()).read(buffer.clear()) < 0) {
        close((SocketChannel) key.channel());
      } else if (((Incoming) key.attachment()).isWhole(buffer.flip())) {
        ((SocketChannel) key.channel()).write(ByteBuffer.wrap(ANSWER));
      }
    } catch (IOException e) {
      if (key.channel() instanceof SocketChannel client) {
        close(client);
      }
    }
  }

  private static void close(SocketChannel client) {
    try {
      client.close();
    } catch (IOException e) {
      // It has gone already.
    }
  }

  /** One connection's request, as far as it has come. */
  private static final class Incoming {
    private static final Pattern LENGTH =
        Pattern.compile("\r\nContent-Length: (\\d+)\r\n", Pattern.CASE_INSENSITIVE);

    private final StringBuilder head = new StringBuilder();
    private long body;

    boolean isWhole(ByteBuffer in) {
      if (body == 0) {
        head.append(StandardCharsets.ISO_8859_1.decode(in));
        int end = head.indexOf("\r\n\r\n");
        if (end < 0) {
          return false;
        }
        Matcher length = LENGTH.matcher(head);
        body = (length.find() ? Long.parseLong(length.group(1)) : 0) - (head.length() - end - 4);
        head.setLength(0);
      } else {
        body -= in.remaining();
      }
      return body == 0;
    }
  }

  @Override
  public void close() {
    try {
      selector.close();
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not close the warm-up's server: " + e, e);
    }
  }
}
