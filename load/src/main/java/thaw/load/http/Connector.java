package thaw.load.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import thaw.load.Failure;

/**
 * Opens connections to one target, in blocking mode, TLS included.
 *
 * @param tls what is trusted; empty for a target without TLS
 * @param verifies whether the certificate must be the host's
 * @param patience for the connection, and for each answer in the handshake
 */
record Connector(HttpTarget target, Optional<SSLContext> tls, boolean verifies, Duration patience) {
  /** Says why there is no connection, as it is counted. */
  static final class Refused extends Exception {
    private final transient Failure failure;

    Refused(Failure.Kind kind, String text) {
      super(text);
      this.failure = new Failure(kind, text);
    }

    Failure failure() {
      return failure;
    }
  }

  HttpConnection connect(boolean keepsBody) throws Refused {
    SocketChannel channel = null;
    try {
      channel = dial();
      TlsLayer layer = tls.isPresent() ? handshake(tls.get(), channel) : null;
      channel.configureBlocking(false);
      return new HttpConnection(channel, layer, keepsBody);
    } catch (IOException e) {
      close(channel);
      throw refused(e);
    } catch (RuntimeException e) { // such as an address that no socket takes
      close(channel);
      throw new Refused(Failure.Kind.NOT_CONNECTED, "no connection to " + where() + ": " + e);
    }
  }

  /** The first of the host's addresses where somebody listens. */
  private SocketChannel dial() throws IOException {
    IOException last = new UnknownHostException(target.host());
    for (InetAddress address : InetAddress.getAllByName(target.host())) {
      SocketChannel channel = SocketChannel.open();
      try {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.socket().connect(new InetSocketAddress(address, target.port()), millis());
        return channel;
      } catch (IOException e) {
        close(channel);
        last = e;
      }
    }
    throw last;
  }

  private TlsLayer handshake(SSLContext context, SocketChannel channel) throws IOException {
    channel.socket().setSoTimeout(millis());
    return TlsLayer.handshake(context, target.host(), target.port(), verifies, channel.socket());
  }

  private int millis() {
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, patience.toMillis()));
  }

  private Refused refused(IOException e) {
    String where = where();
    return switch (e) {
      case UnknownHostException _ ->
          new Refused(Failure.Kind.UNKNOWN_HOST, "unknown host " + target.host());
      case SSLException _ -> new Refused(Failure.Kind.TLS, "TLS: " + cause(e));
      case SocketTimeoutException _ ->
          new Refused(Failure.Kind.NOT_CONNECTED, "no connection to " + where + " in time");
      case ConnectException _ ->
          new Refused(
              Failure.Kind.NOT_CONNECTED,
              "no connection to " + where + ": " + text(e).toLowerCase(java.util.Locale.ROOT));
      default ->
          new Refused(Failure.Kind.NOT_CONNECTED, "no connection to " + where + ": " + text(e));
    };
  }

  private String where() {
    return target.host() + ":" + target.port();
  }

  /** The innermost reason: that is what says which certificate, and why. */
  private static String cause(Throwable e) {
    Throwable innermost = e;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return text(innermost);
  }

  private static String text(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static void close(@Nullable SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // It never was of use.
    }
  }
}
