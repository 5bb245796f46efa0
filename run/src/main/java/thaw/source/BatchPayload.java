package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import thaw.service.AwsJson;

/** The event that carries a batch of records. */
final class BatchPayload {

  /** The bytes that are reserved for what stands around records, and between them. */
  static final int FRAME_BYTES = 512;

  private BatchPayload() {}

  static byte[] of(List<ObjectNode> records) {
    ObjectNode event = AwsJson.object();
    event.putArray("Records").addAll(records);
    return event.toString().getBytes(StandardCharsets.UTF_8);
  }
}
