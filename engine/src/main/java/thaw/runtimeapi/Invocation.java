package thaw.runtimeapi;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One event for a function.
 *
 * @param requestId the id that the caller and the log see
 * @param payload the event, usually JSON; at most 6 MiB
 * @param clientContext JSON that a mobile SDK sends along, in characters that a header may have
 * @param qualifier the version or alias that the caller named; the ARN that the function sees then
 *     ends with it
 * @param trace the caller's {@code X-Amzn-Trace-Id}, however malformed
 * @param stream takes the response while the function streams it; without it, or when the function
 *     does not stream, the response is the outcome's payload
 * @param room for the response when it is large and not streamed
 * @param tenant for whom the function works, where its environments belong to tenants
 */
public record Invocation(
    String requestId,
    byte[] payload,
    Optional<String> clientContext,
    Optional<String> qualifier,
    Optional<String> trace,
    Optional<ResponseStream> stream,
    AnswerRoom room,
    Optional<String> tenant) {
  /** Makes an invocation whose response may take what memory it needs. */
  public Invocation(
      String requestId,
      byte[] payload,
      Optional<String> clientContext,
      Optional<String> qualifier,
      Optional<String> trace,
      Optional<ResponseStream> stream) {
    this(
        requestId,
        payload,
        clientContext,
        qualifier,
        trace,
        stream,
        AnswerRoom.UNLIMITED,
        Optional.empty());
  }

  /** Makes an invocation whose response is taken as a whole, for a caller who traces nothing. */
  public Invocation(
      String requestId,
      byte[] payload,
      Optional<String> clientContext,
      Optional<String> qualifier) {
    this(requestId, payload, clientContext, qualifier, Optional.empty(), Optional.empty());
  }

  /** Makes an invocation for a caller who named only the function. */
  public Invocation(String requestId, byte[] payload) {
    this(requestId, payload, Optional.empty(), Optional.empty());
  }

  /**
   * A random UUID (version 4). It need not be hard to guess, and a secure one would cost a warm
   * request more than its routing does.
   */
  public static String newRequestId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = random.nextLong() & ~0xf000L | 0x4000L;
    long low = random.nextLong() & ~(3L << 62) | 1L << 63;
    return new UUID(high, low).toString();
  }

  /** Returns this invocation with the room that a large response needs first. */
  public Invocation withRoom(AnswerRoom other) {
    return new Invocation(
        requestId, payload, clientContext, qualifier, trace, stream, other, tenant);
  }

  /** Returns this invocation with a stream that takes the response while it comes. */
  public Invocation withStream(ResponseStream other) {
    return new Invocation(
        requestId, payload, clientContext, qualifier, trace, Optional.of(other), room, tenant);
  }

  public Invocation withTenant(Optional<String> other) {
    return new Invocation(requestId, payload, clientContext, qualifier, trace, stream, room, other);
  }

  /** Makes an invocation with a fresh random id. */
  public static Invocation of(byte[] payload) {
    return new Invocation(newRequestId(), payload);
  }
}
