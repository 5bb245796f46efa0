package thaw.course.firstuse;

import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;

/** The HTTP client that was always there. */
final class UrlConnections implements Uses {
  private final String address;

  UrlConnections(String address) {
    this.address = address;
  }

  @Override
  public String[] steps() {
    return new String[] {"request", "again"};
  }

  @Override
  public void use(int step) throws Exception {
    URLConnection connection = URI.create(address).toURL().openConnection();
    try (InputStream body = connection.getInputStream()) {
      FirstUse.keep(body.readAllBytes());
    }
  }
}
