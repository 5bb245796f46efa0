package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/** Init sets TLS up, and nothing is asked by it. */
public final class TlsUnused implements RequestStreamHandler {
  private static final SSLContext TLS = tls();

  private static SSLContext tls() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    answer.write(TLS.getProtocol().length());
  }
}
