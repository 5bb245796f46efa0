package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import thaw.service.AwsJson;

/**
 * A window of time in which a function aggregates records: what it returns as {@code state} is
 * given to it with the next batch. One worker's.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html">Tumbling
 *     windows</a>
 */
final class TumblingWindow {
  /** A function that keeps more has the window end early. */
  private static final int LARGEST_STATE_BYTES = 1024 * 1024;

  private final Instant start;
  private final Instant end;
  private JsonNode state = AwsJson.object();

  private TumblingWindow(Instant start, Instant end) {
    this.start = start;
    this.end = end;
  }

  /** The one in which the moment lies. */
  static TumblingWindow around(Instant moment, Duration length) {
    long seconds = length.toSeconds();
    long start = Math.floorDiv(moment.getEpochSecond(), seconds) * seconds;
    return new TumblingWindow(Instant.ofEpochSecond(start), Instant.ofEpochSecond(start + seconds));
  }

  Instant end() {
    return end;
  }

  /** Takes the state that the function has returned. */
  void keep(byte[] response) {
    try {
      JsonNode returned = AwsJson.JSON.readTree(response).path("state");
      if (returned.isObject()) {
        state = returned;
      }
    } catch (IOException e) {
      // The function has answered no JSON: it keeps what it had.
      return;
    }
  }

  boolean isFull() {
    return state.toString().getBytes(StandardCharsets.UTF_8).length > LARGEST_STATE_BYTES;
  }

  /**
   * @param records none for the window's last event
   * @param isEarly whether the window ends before its time
   */
  byte[] payload(
      List<ObjectNode> records, String shard, String streamArn, boolean isFinal, boolean isEarly) {
    ObjectNode event = AwsJson.object();
    event.putArray("Records").addAll(records);
    event.putObject("window").put("start", start.toString()).put("end", end.toString());
    event.set("state", state);
    event.put("shardId", shard);
    event.put("eventSourceARN", streamArn);
    event.put("isFinalInvokeForWindow", isFinal);
    event.put("isWindowTerminatedEarly", isEarly);
    return event.toString().getBytes(StandardCharsets.UTF_8);
  }
}
