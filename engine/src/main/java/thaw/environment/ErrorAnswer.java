package thaw.environment;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** An answer of a function that ended well and says itself that the event was not served. */
public sealed interface ErrorAnswer {
  /** Returns what the function does, for people: "answers 404". */
  String words();

  /** A response for an API or a function URL. */
  record Status(int status) implements ErrorAnswer {
    @Override
    public String words() {
      return "answers " + status;
    }
  }

  /**
   * A report of records of a batch that were not processed, as functions behind queues and streams
   * make it.
   */
  record FailedRecords(int count) implements ErrorAnswer {
    @Override
    public String words() {
      return "reports %d failed record%s (batchItemFailures)"
          .formatted(count, count == 1 ? "" : "s");
    }
  }

  /**
   * A result that is no response for the API that has sent the event.
   *
   * @param status that clients get in its place
   * @param why it is none
   */
  record NoResponse(int status, String why) implements ErrorAnswer {
    @Override
    public String words() {
      return "makes API Gateway answer " + status;
    }
  }

  /** Returns what is wrong with a response; empty for one that serves its event. */
  static Optional<ErrorAnswer> of(byte[] response) {
    OptionalInt status = ProxyStatus.of(response);
    if (status.isPresent()) {
      return status.getAsInt() < ProxyStatus.FIRST_ERROR
          ? Optional.empty()
          : Optional.of(new Status(status.getAsInt()));
    }
    int failed = Batches.failed(response);
    return failed == 0 ? Optional.empty() : Optional.of(new FailedRecords(failed));
  }

  /** Reads reports about batches. */
  final class Batches {
    private static final JsonFactory JSON = new JsonFactory();

    private Batches() {}

    /** Returns the number of objects with an {@code itemIdentifier}, be it null. */
    private static int failed(byte[] response) {
      try (JsonParser parser = JSON.createParser(response)) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
          return 0;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          boolean wanted = parser.currentName().equals("batchItemFailures");
          if (parser.nextToken() == JsonToken.START_ARRAY && wanted) {
            return items(parser);
          }
          parser.skipChildren();
        }
        return 0;
      } catch (IOException e) {
        return 0; // no JSON, and so no report
      }
    }

    private static int items(JsonParser parser) throws IOException {
      int count = 0;
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        boolean named = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          named |= parser.currentName().equals("itemIdentifier");
          parser.nextToken();
          parser.skipChildren();
        }
        count += named ? 1 : 0;
      }
      return count;
    }
  }
}
