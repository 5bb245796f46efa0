package thaw.course.initorder;

import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;

/** As much of a client as each one has that speaks HTTPS: the context of its TLS connections. */
final class PetClient {
  private final SSLContext context;

  PetClient() {
    try {
      context = SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  String protocol() {
    return context.getProtocol();
  }
}
