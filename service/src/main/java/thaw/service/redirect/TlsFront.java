package thaw.service.redirect;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import thaw.sandbox.SandboxNetwork;
import thaw.steady.ClientLoop;

/**
 * Takes TLS connections on a loopback address of its own and passes their bytes on to a plain port.
 * Refuses to know HTTP: keep-alive, chunks and upgrades are the two ends' affair, and nothing waits
 * for a whole message.
 *
 * <p>Two virtual threads per connection; {@link #close} may be called by any thread.
 */
final class TlsFront implements AutoCloseable {
  /** The port that SDKs connect to. */
  static final int HTTPS = 443;

  private static final int LAST_ADDRESS = 250;
  private static final int CONNECT_MILLIS = 5000;

  private final ServerSocket server;
  private final ClientLoop clients;

  /** Makes connections to a server, which may be elsewhere. */
  interface Upstream {
    /** One that may be used at once; the caller closes it. */
    Socket connect() throws IOException;
  }

  private TlsFront(ServerSocket server) {
    this.server = server;
    this.clients = new ClientLoop("tls-front", server);
  }

  /**
   * Listens on the first free address: other instances, and whoever else uses port 443 on one
   * address only, keep theirs.
   *
   * @param first index of the address that is tried first, any number from 0 on
   * @throws BindException when the port is not for us
   */
  static TlsFront listen(SSLContext context, int port, int first) throws IOException {
    return new TlsFront(
        bound(context.getServerSocketFactory()::createServerSocket, List.of(port), first)
            .getFirst());
  }

  /** Makes one. */
  interface SocketMaker {
    ServerSocket make() throws IOException;
  }

  /**
   * Returns listeners at ports of the first address where all of them are free.
   *
   * @param first index of the address that is tried first, any number from 0 on
   */
  static List<ServerSocket> bound(SocketMaker maker, List<Integer> ports, int first)
      throws IOException {
    for (int tried = 1; ; tried++) {
      int last = 1 + (first % LAST_ADDRESS + tried - 1) % LAST_ADDRESS;
      List<ServerSocket> sockets = new ArrayList<>();
      try {
        for (int port : ports) {
          ServerSocket socket = maker.make();
          sockets.add(socket);
          socket.bind(
              new InetSocketAddress(InetAddress.ofLiteral(SandboxNetwork.FRONTS + last), port));
        }
        return sockets;
      } catch (BindException e) { // in use, or not for us: the kernel says so in words alone
        for (ServerSocket socket : sockets) {
          socket.close();
        }
        if (tried == LAST_ADDRESS) {
          throw e;
        }
      }
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /**
   * Serves from now on; connections made before have waited.
   *
   * @param admitted decides whose connections are taken; others are closed
   */
  void relayTo(InetSocketAddress service, Predicate<Socket> admitted) {
    relayTo(() -> connected(service), admitted);
  }

  static Socket connected(InetSocketAddress service) throws IOException {
    Socket upstream = new Socket();
    try {
      upstream.connect(service, CONNECT_MILLIS);
      return upstream;
    } catch (IOException e) {
      upstream.close();
      throw e;
    }
  }

  /**
   * As {@link #relayTo(InetSocketAddress, Predicate)}, to a server that is found anew each time.
   */
  void relayTo(Upstream service, Predicate<Socket> admitted) {
    clients.serve(client -> {
      if (admitted.test(client)) {
        relay(client, service);
      }
    });
  }

  private static void relay(Socket client, Upstream service)
      throws IOException, InterruptedException {
    try (Socket upstream = service.connect()) {
      upstream.setTcpNoDelay(true);
      Thread answers =
          Thread.ofVirtual().name("tls-front-answers").start(() -> pump(upstream, client));
      pump(client, upstream);
      answers.join();
    }
  }

  /** An end in one direction ends both: no SDK closes its half before it has read the answer. */
  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One of the two is gone: the usual end of a kept-alive connection.
    }
  }

  @Override
  public void close() {
    clients.close();
  }
}
