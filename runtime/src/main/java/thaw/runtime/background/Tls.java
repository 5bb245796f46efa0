package thaw.runtime.background;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** TLS over a connection. Apart, for what it loads is much, and only {@code https} needs it. */
final class Tls {
  private Tls() {}

  static Socket over(Socket plain, String host, int port) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secure = (SSLSocket) factory.createSocket(plain, host, port, true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the name of the certificate counts
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }
}
