package thaw.wire;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What the fuzzer of {@link FuzzTest} calls with whatever bytes make new code run. */
public final class FuzzTarget {
  private static Format format = Format.JSON;

  private static final Pattern UNWRITTEN =
      Pattern.compile("must not be null|must have a field|there twice|no empty value|four digits");

  private FuzzTarget() {}

  /** The format's constant in {@link Format}. */
  public static void fuzzerInitialize(String[] arguments) throws ReflectiveOperationException {
    format = (Format) Format.class.getField(arguments[0]).get(null);
  }

  /**
   * Bytes, the first of which says the shape, are refused with a place in them, or have a value
   * that comes back from what is written.
   */
  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length > 0) {
      List<FuzzShapes.Known<?>> all = FuzzShapes.of(format);
      FuzzShapes.Known<?> known = all.get((data[0] & 0xff) % all.size());
      check(format, Arrays.copyOfRange(data, 1, data.length), known.shape());
    }
  }

  static <T> void check(Format format, byte[] document, Shape<T> shape) {
    T value;
    try {
      value = format.read(document, shape);
    } catch (WireException e) {
      if (e.offset() < 0 || e.offset() > document.length) {
        throw new AssertionError("an offset outside of the document", e);
      }
      return;
    }
    byte[] written;
    try {
      written = format.write(value, shape);
    } catch (WireException e) {
      if (e.getMessage().contains("surrogate")) {
        return; // an escape of JSON's, which UTF-8 has not
      }
      if (format == Format.FIX && UNWRITTEN.matcher(e.getMessage()).find()) {
        return; // a member that has unknown fields only, or what is the text of nothing
      }
      throw e;
    }
    T again = format.read(written, shape);
    if (value instanceof WiredOrder && !value.equals(again)) {
      throw new AssertionError(
          value + " came back as " + again + " by " + Arrays.toString(written));
    }
    // Of values that know no equality: what is written of them is all of them.
    byte[] anew = format.write(again, shape);
    if (!Arrays.equals(written, anew)) {
      throw new AssertionError(Arrays.toString(written) + " came back as " + Arrays.toString(anew));
    }
  }
}
