package dev.thaw.samples.burst;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Works on an event for a fifth of a second, then tells a server that it has: who counts what is
 * told knows which events were processed, whatever became of the pod. The event is the server's
 * URL, with the event's number at its end, as a JSON string.
 */
public final class Telling implements RequestStreamHandler {
  private static final int WORK_MILLIS = 200;

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    String url = new String(event.readAllBytes(), StandardCharsets.UTF_8).replace("\"", "").trim();
    try {
      Thread.sleep(WORK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    HttpURLConnection told = (HttpURLConnection) URI.create(url).toURL().openConnection();
    if (told.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException(url + " answers " + told.getResponseCode());
    }
    answer.write("\"told\"".getBytes(StandardCharsets.UTF_8));
  }
}
