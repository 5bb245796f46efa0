package thaw.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Takes spans by OTLP over HTTP, as protobuf and as JSON. Metrics and logs, which SDKs send to the
 * same place unless they are told otherwise, are taken and dropped, so that functions do not log
 * failures about them.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otlp/#otlphttp">OTLP/HTTP</a>
 */
final class OtlpHandler implements HttpHandler {
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String JSON = "application/json";

  /** The largest size in bytes of a request as it comes, and of what it unpacks to. */
  private static final int LARGEST_BYTES = 16 * 1024 * 1024;

  private final BiConsumer<ExportTraceServiceRequest, OtlpSpans> spans;
  private final FirstProblem dropped;

  /**
   * @param spans gets each request, with what could be read of it
   * @param dropped told when metrics or logs came
   */
  OtlpHandler(BiConsumer<ExportTraceServiceRequest, OtlpSpans> spans, FirstProblem dropped) {
    this.spans = spans;
    this.dropped = dropped;
  }

  /** A request that is answered with an error. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;

    Refusal(int status, String message) {
      super(message, null, false, false);
      this.status = status;
    }
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    String type = type(exchange);
    try {
      byte[] body = body(exchange);
      switch (exchange.rawPath()) {
        case "/v1/traces" -> onResponse.accept(traces(exchange, type, body));
        case "/v1/metrics", "/v1/logs" -> {
          required(exchange, type);
          dropped.say(
              "functions send OpenTelemetry metrics or logs, which are dropped: only traces are kept"
                  + " (OTEL_METRICS_EXPORTER=none and OTEL_LOGS_EXPORTER=none end that)");
          onResponse.accept(empty(type));
        }
        default -> throw new Refusal(404, "only /v1/traces is here: " + exchange.rawPath());
      }
    } catch (Refusal refusal) {
      onResponse.accept(refused(type, refusal));
    }
  }

  private static String type(Exchange exchange) {
    String given = exchange.header("Content-Type").orElse("");
    return given.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static void required(Exchange exchange, String type) {
    if (!exchange.method().equals("POST")) {
      throw new Refusal(405, "only POST is known: " + exchange.method());
    }
    if (!type.equals(PROTOBUF) && !type.equals(JSON)) {
      throw new Refusal(
          415, "Content-Type must be " + PROTOBUF + " or " + JSON + ": \"" + type + "\"");
    }
  }

  private static byte[] body(Exchange exchange) {
    byte[] body = exchange.body(LARGEST_BYTES);
    requireSize(body.length);
    String encoding = exchange.header("Content-Encoding").orElse("identity");
    return switch (encoding.toLowerCase(Locale.ROOT)) {
      case "identity", "none" -> body;
      case "gzip" -> unpacked(body);
      default -> throw new Refusal(415, "Content-Encoding must be gzip or none: " + encoding);
    };
  }

  private static byte[] unpacked(byte[] body) {
    try (GZIPInputStream input = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] all = input.readNBytes(LARGEST_BYTES + 1); // a small body may unpack to a large one
      requireSize(all.length);
      return all;
    } catch (IOException e) {
      throw new Refusal(400, "not gzip: " + e.getMessage());
    }
  }

  private static void requireSize(int bytes) {
    if (bytes > LARGEST_BYTES) {
      throw new Refusal(413, "a request has at most " + LARGEST_BYTES + " bytes");
    }
  }

  private Response traces(Exchange exchange, String type, byte[] body) {
    required(exchange, type);
    ExportTraceServiceRequest request = parsed(type, body);
    OtlpSpans read = OtlpSpans.of(request);
    spans.accept(request, read);
    return read.rejected() == 0 ? empty(type) : partial(type, read.rejected());
  }

  private static ExportTraceServiceRequest parsed(String type, byte[] body) {
    try {
      return type.equals(JSON) ? OtlpJson.read(body) : ExportTraceServiceRequest.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw new Refusal(400, "not an ExportTraceServiceRequest: " + e.getMessage());
    } catch (IOException e) {
      throw new Refusal(400, "not JSON");
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "not an ExportTraceServiceRequest in JSON: " + e.getMessage());
    }
  }

  /** All has been taken. */
  private static Response empty(String type) {
    return type.equals(JSON)
        ? Response.json(JsonNodeFactory.instance.objectNode())
        : new Response(200, Map.of("Content-Type", PROTOBUF), new byte[0]);
  }

  private static Response partial(String type, long rejected) {
    String message = "spans without valid trace id, span id or times were rejected";
    if (type.equals(JSON)) {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.putObject("partialSuccess")
          .put("rejectedSpans", Long.toString(rejected))
          .put("errorMessage", message);
      return Response.json(node);
    }
    ExportTraceServiceResponse response =
        ExportTraceServiceResponse.newBuilder()
            .setPartialSuccess(
                ExportTracePartialSuccess.newBuilder()
                    .setRejectedSpans(rejected)
                    .setErrorMessage(message))
            .build();
    return new Response(200, Map.of("Content-Type", PROTOBUF), response.toByteArray());
  }

  /** A google.rpc.Status: its code, 1, and its message, 2. */
  private static Response refused(String type, Refusal refusal) {
    String message = String.valueOf(refusal.getMessage());
    int invalidArgument = 3;
    if (!type.equals(PROTOBUF)) {
      return Response.json(
          refusal.status,
          JsonNodeFactory.instance
              .objectNode()
              .put("code", invalidArgument)
              .put("message", message));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream output = CodedOutputStream.newInstance(bytes);
    try {
      output.writeInt32(1, invalidArgument);
      output.writeString(2, message);
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to memory", e);
    }
    return new Response(refusal.status, Map.of("Content-Type", PROTOBUF), bytes.toByteArray());
  }

  @Override
  public Response failed(Exception reason) {
    return new Response(
        503, // may be sent again
        Map.of("Content-Type", "text/plain", "Retry-After", "1"),
        String.valueOf(reason.getMessage()).getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
