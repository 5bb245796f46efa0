package thaw.http;

/**
 * A request's body and the memory that its answer takes, for who has to know neither the server nor
 * how memory is shared out.
 */
@FunctionalInterface
public interface Content {
  /** One byte more than allowed at most, so that it is seen to be too large. */
  byte[] upTo(int limit);

  /** Tells that only so many bytes of a large body and of what was made of it are still needed. */
  default void keep(long bytes) {}

  /** Returns when there is memory for a large answer; it is the request's until that is sent. */
  default void makeRoom(long bytes) throws InterruptedException {}
}
