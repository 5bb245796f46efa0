package thaw.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.context.Context;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.socket.SocketWriter;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.DirectHandlers;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutorService;

/**
 * What Helidon is to know of one connection.
 *
 * @param heads notices what comes
 * @param remotePeer the client, with what doors have found out about it
 */
record Connection(
    HelidonSocket serverSocket,
    ListenerContext listenerContext,
    Router router,
    DataReader dataReader,
    DataWriter dataWriter,
    Transfers.Heads heads,
    Peer remotePeer)
    implements ConnectionContext {
  /** What Helidon is to know of the listener. */
  record Surroundings(
      Context context,
      MediaContext mediaContext,
      ContentEncodingContext contentEncodingContext,
      DirectHandlers directHandlers,
      ListenerConfig config,
      ExecutorService executor)
      implements ListenerContext {}

  static Connection on(
      HelidonSocket socket, ListenerContext listener, Router router, Transfers.Heads heads) {
    DataReader reader = DataReader.create(() -> read(socket, heads));
    return new Connection(
        socket,
        listener,
        router,
        reader,
        SocketWriter.create(socket),
        heads,
        new Peer(socket.remotePeer()));
  }

  /** Null at the end, which the reader expects. */
  @SuppressWarnings("NullAway")
  private static byte[] read(HelidonSocket socket, Transfers.Heads heads) {
    try {
      byte[] bytes = socket.get();
      if (bytes != null) {
        heads.came();
      }
      return bytes;
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("a client has gone", e);
    }
  }

  @Override
  public ExecutorService executor() {
    return listenerContext.executor();
  }

  @Override
  public PeerInfo localPeer() {
    return serverSocket.localPeer();
  }

  @Override
  public boolean isSecure() {
    return false;
  }

  @Override
  public String socketId() {
    return serverSocket.socketId();
  }

  @Override
  public String childSocketId() {
    return serverSocket.childSocketId();
  }
}
