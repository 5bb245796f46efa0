package thaw.course.firstuse;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** The HTTP client that came with Java 11. */
final class HttpClients implements Uses {
  private final String address;
  private @Nullable HttpClient client;

  HttpClients(String address) {
    this.address = address;
  }

  @Override
  public String[] steps() {
    return new String[] {"build", "request", "again"};
  }

  @Override
  public void use(int step) throws Exception {
    if (client == null) {
      client = HttpClient.newHttpClient();
    } else {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
      FirstUse.keep(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}
