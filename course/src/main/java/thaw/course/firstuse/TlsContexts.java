package thaw.course.firstuse;

import javax.net.ssl.SSLContext;

/** What each client of HTTPS needs before it connects: trust in the authorities of the JDK. */
final class TlsContexts implements Uses {
  @Override
  public String[] steps() {
    return new String[] {"first", "second"};
  }

  @Override
  public void use(int step) throws Exception {
    switch (step) {
      case 0 -> FirstUse.keep(SSLContext.getDefault());
      default -> {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        FirstUse.keep(context);
      }
    }
  }
}
