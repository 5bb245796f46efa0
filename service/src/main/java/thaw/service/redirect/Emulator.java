package thaw.service.redirect;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import thaw.problem.UserMistake;

/**
 * An emulator of AWS that somebody else runs, which answers for services that Thaw does not have.
 *
 * @param url scheme, host and port alone
 */
public record Emulator(URI url) {
  private static final int HTTP = 80;
  private static final int TLS_PATIENCE_MILLIS = 5000;
  private static final String EXAMPLE = "give for example http://localhost:4566";

  /**
   * @param source where the text stands, for messages: {@code --aws-endpoint}
   * @throws UserMistake when it is no URL of a server
   */
  public static Emulator of(String text, String source) {
    URI url;
    try {
      url = new URI(text.strip());
    } catch (URISyntaxException e) {
      throw new UserMistake(source + " is no URL: " + text, EXAMPLE);
    }
    String scheme = url.getScheme();
    if (scheme == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new UserMistake(source + " must begin with http:// or https://: " + text, EXAMPLE);
    }
    if (url.getHost() == null) {
      throw new UserMistake(source + " names no host: " + text, EXAMPLE);
    }
    if (!(url.getRawPath().isEmpty() || url.getRawPath().equals("/"))
        || url.getRawQuery() != null
        || url.getRawFragment() != null
        || url.getRawUserInfo() != null) {
      throw new UserMistake(
          source + " must be scheme, host and port alone: " + text,
          "AWS's own paths follow it; " + EXAMPLE);
    }
    int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("http") ? HTTP : TlsFront.HTTPS;
    return new Emulator(URI.create(scheme + "://" + url.getHost() + ":" + port));
  }

  /**
   * Tries whether somebody answers there.
   *
   * @return a warning when nobody does yet
   * @throws UserMistake when nobody will who can be trusted
   */
  public Optional<String> tried() {
    try (Socket _ = connect()) {
      return Optional.empty();
    } catch (UnknownHostException e) {
      throw new UserMistake(
          "the emulator's host has no address: " + url.getHost(),
          "see that the name is right, and that this machine resolves it");
    } catch (SSLHandshakeException e) {
      throw new UserMistake(
          url + " has a certificate that is not trusted here: " + e.getMessage(),
          "use http:// where the emulator has it, or add the certificate's authority to the trust"
              + " stores of the JDKs (keytool -importcert -cacerts -file authority.pem)");
    } catch (SSLException e) {
      throw new UserMistake(
          "what answers at " + url + " does not speak TLS: " + e.getMessage(), "use http://");
    } catch (IOException e) {
      return Optional.of(
          "nothing answers at "
              + url
              + " yet ("
              + e.getMessage()
              + "): calls of AWS services that Thaw does not have fail until the emulator is there");
    }
  }

  /** A connection that may be used at once; the caller closes it. */
  Socket connect() throws IOException {
    InetSocketAddress address = new InetSocketAddress(literal(url.getHost()), url.getPort());
    if (address.isUnresolved()) {
      throw new UnknownHostException(url.getHost());
    }
    Socket plain = TlsFront.connected(address);
    return url.getScheme().equals("https") ? secured(plain) : plain;
  }

  private static String literal(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private Socket secured(Socket plain) throws IOException {
    try {
      SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
      SSLSocket socket =
          (SSLSocket) factory.createSocket(plain, literal(url.getHost()), url.getPort(), true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(TLS_PATIENCE_MILLIS);
      socket.startHandshake();
      socket.setSoTimeout(0);
      return socket;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }
}
