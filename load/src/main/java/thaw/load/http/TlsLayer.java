package thaw.load.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * TLS over a connection: the handshake while it still blocks, then what is written and read without
 * blocking. Of one thread at a time.
 */
final class TlsLayer {
  private final SSLEngine engine;
  private ByteBuffer received;
  private ByteBuffer plain;
  private ByteBuffer sealed;
  private boolean over;

  private TlsLayer(SSLEngine engine) {
    this.engine = engine;
    this.received = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    this.sealed = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
  }

  /**
   * @param socket connected, with a time limit for reads
   * @param verifies whether the certificate must be the host's
   * @throws SSLException when the other side is not trusted, or speaks no TLS
   */
  static TlsLayer handshake(
      SSLContext context, String host, int port, boolean verifies, Socket socket)
      throws IOException {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    if (verifies) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    engine.setSSLParameters(parameters);
    TlsLayer layer = new TlsLayer(engine);
    engine.beginHandshake();
    layer.shakeHands(socket.getInputStream(), socket.getOutputStream());
    return layer;
  }

  private void shakeHands(InputStream in, OutputStream out) throws IOException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> out.write(bytes(encrypt(new byte[0])));
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          received.flip();
          SSLEngineResult result = engine.unwrap(received, plain);
          received.compact();
          if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
            read(in);
          } else if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new SSLException("the server ended the handshake");
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          return;
        }
      }
    }
  }

  private void read(InputStream in) throws IOException {
    int read = in.read(received.array(), received.position(), received.remaining());
    if (read < 0) {
      throw new SSLException("the server closed the connection in the handshake");
    }
    received.position(received.position() + read);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  /**
   * Returns the encrypted bytes, which are valid until the next call.
   *
   * @throws SSLException when no more can be sent
   */
  ByteBuffer encrypt(byte[] bytes) throws SSLException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    sealed.clear();
    do {
      SSLEngineResult result = engine.wrap(in, sealed);
      if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
        sealed = roomFor(sealed, engine.getSession().getPacketBufferSize());
      } else if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
        throw new SSLException("the server has ended the TLS connection");
      }
    } while (in.hasRemaining());
    return sealed.flip();
  }

  /** Returns whether the other side has said that nothing more comes. */
  boolean isOver() {
    return over;
  }

  /**
   * Takes what came from the network.
   *
   * @param replies gets what the protocol itself must send
   * @return what it says, valid until the next call
   */
  ByteBuffer decrypt(ByteBuffer in, List<ByteBuffer> replies) throws SSLException {
    plain.clear();
    received = roomFor(received, in.remaining()).put(in);
    received.flip();
    while (true) {
      SSLEngineResult result = engine.unwrap(received, plain);
      over |= result.getStatus() == SSLEngineResult.Status.CLOSED;
      if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
        runTasks();
      } else if (!over
          && result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
        replies.add(ByteBuffer.wrap(bytes(encrypt(new byte[0])))); // as after a change of keys
      }
      switch (result.getStatus()) {
        case BUFFER_OVERFLOW ->
            plain = roomFor(plain, engine.getSession().getApplicationBufferSize());
        case BUFFER_UNDERFLOW, CLOSED -> {
          received.compact();
          return plain.flip();
        }
        case OK -> {
          // there may be more
        }
      }
    }
  }

  private static ByteBuffer roomFor(ByteBuffer buffer, int more) {
    return buffer.remaining() >= more
        ? buffer
        : ByteBuffer.allocate(2 * (buffer.position() + more)).put(buffer.flip());
  }
}
