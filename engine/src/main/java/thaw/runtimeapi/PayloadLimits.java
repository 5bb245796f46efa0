package thaw.runtimeapi;

/** The limits of responses, and the size up to which a payload needs no care. */
public final class PayloadLimits {
  /** 6 MiB and 100 bytes, as the Runtime API of AWS allows. */
  public static final int RESPONSE_BYTES = 6 * 1024 * 1024 + 100;

  /**
   * The most bytes of a small payload, less than any socket buffer: writing it never waits for the
   * reader.
   */
  static final int SMALL_BYTES = 8 * 1024;

  private PayloadLimits() {}

  /** Returns whether writing it never waits for its reader. */
  public static boolean isSmall(byte[] payload) {
    return payload.length <= SMALL_BYTES;
  }
}
