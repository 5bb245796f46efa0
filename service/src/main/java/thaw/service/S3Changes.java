package thaw.service;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import thaw.http.Exchange;

/**
 * Makes {@link ObjectChange}s of requests that succeeded. What was no object before it was deleted
 * is no change.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html">Event
 *     types</a>
 */
final class S3Changes {
  private static final String VERSION = "x-amz-version-id";
  private static final String DELETE_MARKER = "x-amz-delete-marker";

  private final S3Relay relay;
  private final Consumer<ObjectChange> listener;
  private final Clock clock;
  private final AtomicLong sequence;

  S3Changes(S3Relay relay, Consumer<ObjectChange> listener, Clock clock) {
    this.relay = relay;
    this.listener = listener;
    this.clock = clock;
    this.sequence = new AtomicLong(clock.millis() << 20); // above those of earlier runs
  }

  /** An object that a request names for its deletion, perhaps one version of it. */
  record Doomed(String key, Optional<String> versionId) {
    static Doomed of(Map<String, String> element) {
      return new Doomed(
          element.getOrDefault("Key", ""), Optional.ofNullable(element.get("VersionId")));
    }

    String address(S3Call call) {
      String version = versionId.map(id -> "?versionId=" + encoded(id)).orElse("");
      return "/" + encoded(call.bucket()) + "/" + encoded(key) + version;
    }

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8)
          .replace("+", "%20")
          .replace("%2F", "/");
    }
  }

  /**
   * @param body of the response
   */
  void created(Exchange exchange, S3Call call, HttpResponse<?> response, byte[] body)
      throws IOException, InterruptedException {
    Optional<String> version = response.headers().firstValue(VERSION);
    String eTag =
        response.headers().firstValue("ETag").or(() -> S3Xml.text(body, "ETag")).orElse("");
    String event =
        switch (call.act()) {
          case COPY -> "ObjectCreated:Copy";
          case COMPLETE_UPLOAD -> "ObjectCreated:CompleteMultipartUpload";
          default -> "ObjectCreated:Put";
        };
    tell(
        event,
        exchange,
        call,
        call.key(),
        size(exchange, call, version),
        eTag.replace("\"", ""),
        version,
        response);
  }

  private long size(Exchange exchange, S3Call call, Optional<String> version)
      throws IOException, InterruptedException {
    if (call.act() == S3Call.Act.PUT) {
      Optional<String> sent =
          exchange
              .header("x-amz-decoded-content-length")
              .or(() -> exchange.header("content-length"));
      if (sent.isPresent()) {
        return Long.parseLong(sent.get());
      }
    }
    return relay
        .head(new Doomed(call.key(), version).address(call))
        .headers()
        .firstValueAsLong("Content-Length")
        .orElse(0);
  }

  void deleted(Exchange exchange, S3Call call, HttpResponse<?> response, boolean existed) {
    boolean named = exchange.query("versionId").isPresent();
    boolean marker = !named && isMarker(response);
    if (marker || existed) {
      removed(marker, exchange, call, call.key(), response.headers().firstValue(VERSION), response);
    }
  }

  /** Tells for each object whether it exists. */
  Map<Doomed, Boolean> existing(S3Call call, byte[] request)
      throws IOException, InterruptedException {
    Map<Doomed, Boolean> existing = new LinkedHashMap<>();
    for (Map<String, String> element : S3Xml.each(request, "Object")) {
      Doomed doomed = Doomed.of(element);
      existing.put(doomed, relay.head(doomed.address(call)).statusCode() == 200);
    }
    return existing;
  }

  /** The response may leave out what was deleted, never what was not. */
  void deletedSeveral(
      Exchange exchange,
      S3Call call,
      HttpResponse<?> response,
      byte[] body,
      Map<Doomed, Boolean> existed)
      throws IOException, InterruptedException {
    Set<Doomed> left = new HashSet<>();
    S3Xml.each(body, "Error").forEach(element -> left.add(Doomed.of(element)));
    for (Map.Entry<Doomed, Boolean> each : existed.entrySet()) {
      Doomed doomed = each.getKey();
      if (left.contains(doomed)) {
        continue;
      }
      HttpResponse<Void> now = relay.head(doomed.address(call));
      boolean marker = doomed.versionId().isEmpty() && isMarker(now);
      if (marker || each.getValue()) {
        Optional<String> version = marker ? now.headers().firstValue(VERSION) : doomed.versionId();
        removed(marker, exchange, call, doomed.key(), version, response);
      }
    }
  }

  private static boolean isMarker(HttpResponse<?> response) {
    return response.headers().firstValue(DELETE_MARKER).filter("true"::equals).isPresent();
  }

  private void removed(
      boolean marker,
      Exchange exchange,
      S3Call call,
      String key,
      Optional<String> version,
      HttpResponse<?> response) {
    String event = marker ? "ObjectRemoved:DeleteMarkerCreated" : "ObjectRemoved:Delete";
    tell(event, exchange, call, key, 0, "", version, response);
  }

  private void tell(
      String event,
      Exchange exchange,
      S3Call call,
      String key,
      long size,
      String eTag,
      Optional<String> version,
      HttpResponse<?> response) {
    listener.accept(
        new ObjectChange(
            event,
            call.bucket(),
            key,
            size,
            eTag,
            version,
            "%018X".formatted(sequence.incrementAndGet()),
            Instant.now(clock),
            exchange.sourceIp(),
            response.headers().firstValue("x-amz-request-id").orElse(exchange.requestId())));
  }
}
