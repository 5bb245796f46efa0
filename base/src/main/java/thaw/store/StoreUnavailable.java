package thaw.store;

/**
 * Nothing was kept, or nothing could be read: the disk is full, the folder has become read-only or
 * is gone. The store works again when the reason has ended; who asks again later may succeed.
 */
public final class StoreUnavailable extends RuntimeException {
  StoreUnavailable(String message, Throwable cause) {
    super(message, cause);
  }

  StoreUnavailable(String message) {
    super(message);
  }
}
