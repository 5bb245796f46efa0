package dev.thaw.samples.background;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * How a server does it: a thread sends each second what has gathered. On Lambda it advances only
 * while a request is in flight, a post that the freeze interrupts fails when the peer has lost
 * patience, and what has gathered ends with the environment. For comparison only.
 */
public final class NaiveThread implements RequestHandler<Map<String, Object>, String> {
  private static final LinkedBlockingQueue<byte[]> GATHERED = new LinkedBlockingQueue<>();

  static {
    Thread publisher = new Thread(NaiveThread::publish, "publisher");
    publisher.setDaemon(true);
    publisher.start();
  }

  @Override
  public String handleRequest(Map<String, Object> event, Context context) {
    for (int i = 0; i < Metrics.count(event); i++) {
      GATHERED.add(Metrics.document(event, i));
    }
    try {
      return Metrics.answer(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static void publish() {
    try {
      while (true) {
        Thread.sleep(1000);
        List<byte[]> batch = new ArrayList<>();
        GATHERED.drainTo(batch);
        if (!batch.isEmpty()) {
          try {
            send(batch);
          } catch (IOException e) {
            System.err.println("lost " + batch.size() + " metrics: " + e);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(List<byte[]> batch) throws IOException {
    if (Metrics.destination().isEmpty()) {
      batch.forEach(each -> System.out.println(new String(each)));
      return;
    }
    HttpURLConnection post = (HttpURLConnection) new URL(Metrics.destination()).openConnection();
    post.setRequestMethod("POST");
    post.setDoOutput(true);
    try (OutputStream body = post.getOutputStream()) {
      for (byte[] each : batch) {
        body.write(each);
        body.write('\n');
      }
    }
    if (post.getResponseCode() >= 300) {
      throw new IOException("HTTP " + post.getResponseCode());
    }
    post.getInputStream().readAllBytes();
  }
}
