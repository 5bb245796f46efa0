package thaw.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * The HTTP handler in front of the S3 server: understands both styles of addresses, and tells what
 * has become of objects before their client is told. Nothing is told of a request that failed.
 */
final class S3Handler implements HttpHandler {
  /** A thousand objects with the longest keys; S3 itself takes no more. */
  private static final int LARGEST_DELETION_BYTES = 8 * 1024 * 1024;

  /** A thousand results of a deletion, each with a key and an error. */
  private static final int LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;

  private final S3Relay relay;
  private final S3Changes changes;

  S3Handler(S3Relay relay, S3Changes changes) {
    this.relay = relay;
    this.changes = changes;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    S3Call call =
        S3Call.of(
            exchange.method(),
            exchange.header("host").orElse(""),
            exchange.rawPath(),
            exchange.rawQuery(),
            name -> exchange.header(name).isPresent());
    Response answer;
    try {
      answer = answer(exchange, call);
    } catch (IOException e) {
      answer = unavailable(e);
    }
    onResponse.accept(answer);
  }

  private Response answer(Exchange exchange, S3Call call) throws IOException, InterruptedException {
    return switch (call.act()) {
      case OTHER -> S3Relay.streamed(relay.pass(exchange, call.path()));
      case PUT, COPY, COMPLETE_UPLOAD -> created(exchange, call);
      case DELETE -> deleted(exchange, call);
      case DELETE_SEVERAL -> deletedSeveral(exchange, call);
    };
  }

  private Response created(Exchange exchange, S3Call call)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> response = relay.pass(exchange, call.path());
    byte[] body = bytes(response);
    // What takes long is begun with status 200, and may fail then.
    boolean failed = S3Xml.root(body).filter("Error"::equals).isPresent();
    if (isSuccess(response) && !failed) {
      changes.created(exchange, call, response, body);
    }
    return S3Relay.whole(response, body);
  }

  private Response deleted(Exchange exchange, S3Call call)
      throws IOException, InterruptedException {
    String query = exchange.query("versionId").map(_ -> "?" + exchange.rawQuery()).orElse("");
    boolean existed = relay.head(call.path() + query).statusCode() == 200;
    HttpResponse<InputStream> response = relay.pass(exchange, call.path());
    byte[] body = bytes(response);
    if (isSuccess(response)) {
      changes.deleted(exchange, call, response, existed);
    }
    return S3Relay.whole(response, body);
  }

  private Response deletedSeveral(Exchange exchange, S3Call call)
      throws IOException, InterruptedException {
    byte[] request = exchange.body(LARGEST_DELETION_BYTES);
    Map<S3Changes.Doomed, Boolean> existed = changes.existing(call, request);
    HttpResponse<InputStream> response =
        relay.pass(exchange, call.path(), BodyPublishers.ofByteArray(request));
    byte[] body = bytes(response);
    if (isSuccess(response)) {
      changes.deletedSeveral(exchange, call, response, body, existed);
    }
    return S3Relay.whole(response, body);
  }

  private static boolean isSuccess(HttpResponse<?> response) {
    return response.statusCode() / 100 == 2;
  }

  /** Reads the answer to a change, which is short; objects are passed on as they come. */
  private static byte[] bytes(HttpResponse<InputStream> response) throws IOException {
    try (InputStream body = response.body()) {
      byte[] bytes = body.readNBytes(LARGEST_ANSWER_BYTES + 1);
      if (bytes.length > LARGEST_ANSWER_BYTES) {
        throw new IOException(
            "its answer must have at most " + LARGEST_ANSWER_BYTES + " bytes and has more");
      }
      return bytes;
    }
  }

  private static Response unavailable(IOException cause) {
    return error(
        503, "ServiceUnavailable", "The local S3 server does not answer: " + cause.getMessage());
  }

  private static Response error(int status, String code, String message) {
    String text = message.replace("&", "&amp;").replace("<", "&lt;");
    String document =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Error><Code>%s</Code><Message>%s</Message></Error>\
        """
            .formatted(code, text);
    return new Response(
        status,
        Map.of("Content-Type", "application/xml"),
        document.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Response failed(Exception reason) {
    return error(500, "InternalError", "Thaw could not do it: " + reason);
  }
}
