package thaw.platform.async;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/**
 * A message to somebody else about an event that has come to its end, without the body.
 *
 * @param target ARN of who is told
 * @param requestId of the event
 * @param functionArn with a qualifier
 * @param ended when the event came to its end
 * @param deadLetter present when the body is the event itself, for a dead-letter queue; absent when
 *     it is a record
 * @param success whether the event was a success
 * @param refusals how often nobody took it
 * @param objectKey of the object that tells it, where a bucket is told; absent for that of an event
 * @param trace X-Ray's header of the event
 */
public record Notice(
    String target,
    String requestId,
    String functionArn,
    Instant ended,
    Optional<DeadLetter> deadLetter,
    boolean success,
    int refusals,
    Optional<String> objectKey,
    Optional<String> trace) {
  /**
   * The attributes of a dead letter.
   *
   * @param errorCode HTTP status of the invocation
   * @param errorMessage at most 1 KB
   */
  public record DeadLetter(int errorCode, String errorMessage) {}

  /** Gives a notice to the outside world. */
  public interface Sender {
    /**
     * @throws Exception when it is not known to have been taken; it is then sent again later
     */
    void send(Notice notice, byte[] body) throws Exception;
  }

  /** Creates the notice of an event. */
  Notice(
      PendingEvent event,
      String target,
      Instant ended,
      Optional<DeadLetter> deadLetter,
      boolean success) {
    this(
        target,
        event.requestId(),
        event.qualifiedArn(),
        ended,
        deadLetter,
        success,
        0,
        Optional.empty(),
        event.trace());
  }

  /** Returns whether a bucket is told. */
  public boolean isObject() {
    return target.split(":", 4)[2].equals("s3");
  }

  Notice refused() {
    return new Notice(
        target, requestId, functionArn, ended, deadLetter, success, refusals + 1, objectKey, trace);
  }

  byte[] toBytes() {
    ObjectNode node = PendingEvent.object();
    node.put("target", target);
    node.put("requestId", requestId);
    node.put("functionArn", functionArn);
    node.put("ended", ended.toEpochMilli());
    node.put("success", success);
    node.put("refusals", refusals);
    objectKey.ifPresent(key -> node.put("objectKey", key));
    trace.ifPresent(header -> node.put("trace", header));
    deadLetter.ifPresent(letter -> {
      node.put("errorCode", letter.errorCode());
      node.put("errorMessage", letter.errorMessage());
    });
    return PendingEvent.bytes(node);
  }

  static Notice of(byte[] head) {
    JsonNode node = PendingEvent.tree(head);
    return new Notice(
        node.path("target").asText(),
        node.path("requestId").asText(),
        node.path("functionArn").asText(),
        Instant.ofEpochMilli(node.path("ended").asLong()),
        PendingEvent.text(node, "errorMessage")
            .map(message -> new DeadLetter(node.path("errorCode").asInt(), message)),
        node.path("success").asBoolean(),
        node.path("refusals").asInt(),
        PendingEvent.text(node, "objectKey"),
        PendingEvent.text(node, "trace"));
  }
}
