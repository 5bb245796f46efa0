package thaw.runtimeapi.extensions;

import java.time.Duration;
import java.util.List;

/**
 * Says what an extension wants to be told, where and how often.
 *
 * @param types {@code platform}, {@code function}, {@code extension}
 * @param schemaVersion of the events
 */
record Subscription(
    Api api,
    String schemaVersion,
    List<String> types,
    Destination destination,
    Buffering buffering) {

  /** The API by which an extension subscribes, one of two. */
  enum Api {
    TELEMETRY("Telemetry"),
    LOGS("Logs");

    private final String label;

    Api(String label) {
      this.label = label;
    }

    /** Returns the word with which AWS begins error types and messages. */
    String label() {
      return label;
    }
  }

  /** A port of the environment's own loopback interface. */
  sealed interface Destination {
    /**
     * A JSON array for each batch.
     *
     * @param host as the URI names it, for the header
     * @param target path and query
     * @param method {@code POST} or {@code PUT}
     */
    record Http(String host, int port, String target, String method) implements Destination {}

    /** One JSON object on each line of one connection. */
    record Tcp(int port) implements Destination {}
  }

  /** A batch is sent when one of these is reached. */
  record Buffering(int maxItems, int maxBytes, Duration timeout) {}
}
