package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** A cheap call and an expensive one, which asks a peer, on one line. */
public final class AskedTwiceOnALine implements RequestStreamHandler {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final URI PEER = URI.create("http://".concat(System.getenv("PEER")));

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    try {
      answer.write(CLIENT.send(HttpRequest.newBuilder(PEER).build(), HttpResponse.BodyHandlers.ofString()).statusCode());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
