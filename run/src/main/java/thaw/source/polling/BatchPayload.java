package thaw.source.polling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import thaw.service.AwsJson;

/** The event that carries a batch of records. */
public final class BatchPayload {

  /** The bytes that are reserved for what stands around records, and between them. */
  public static final int FRAME_BYTES = 512;

  private BatchPayload() {}

  public static byte[] of(List<ObjectNode> records) {
    ObjectNode event = AwsJson.object();
    event.putArray("Records").addAll(records);
    return event.toString().getBytes(StandardCharsets.UTF_8);
  }
}
