package thaw.wire;

import java.util.Arrays;

/** What the fuzzer of {@link FuzzTest} calls with whatever bytes make new code run. */
public final class FuzzTarget {
  private static Format format = Format.JSON;

  private FuzzTarget() {}

  /** The format's constant in {@link Format}. */
  public static void fuzzerInitialize(String[] arguments) throws ReflectiveOperationException {
    format = (Format) Format.class.getField(arguments[0]).get(null);
  }

  /**
   * Bytes are refused with a place in them, or have a value that comes back from what is written.
   */
  public static void fuzzerTestOneInput(byte[] data) {
    Order order;
    try {
      order = format.read(data, Order.SHAPE);
    } catch (WireException e) {
      if (e.offset() < 0 || e.offset() > data.length) {
        throw new AssertionError("an offset outside of the document", e);
      }
      return;
    }
    byte[] written;
    try {
      written = format.write(order, Order.SHAPE);
    } catch (WireException e) {
      if (e.getMessage().contains("surrogate")) {
        return; // an escape of JSON's, which UTF-8 has not
      }
      throw e;
    }
    Order again = format.read(written, Order.SHAPE);
    if (order == null ? again != null : !order.equals(again)) {
      throw new AssertionError(
          order + " came back as " + again + " by " + Arrays.toString(written));
    }
  }
}
