package thaw.wire.events;

import java.util.Arrays;
import java.util.List;
import thaw.wire.Format;
import thaw.wire.Shape;
import thaw.wire.WireException;

/** What the fuzzer of {@link EventFuzzTest} calls: the first byte says which event the rest is. */
public final class EventFuzzTarget {
  static final List<Class<?>> TYPES = EventTypes.all();

  private static Format format = Format.JSON;

  private EventFuzzTarget() {}

  /** The format's constant in {@link Format}. */
  public static void fuzzerInitialize(String[] arguments) throws ReflectiveOperationException {
    format = (Format) Format.class.getField(arguments[0]).get(null);
  }

  /** Bytes are refused with a place in them, or are an event that stays what it is. */
  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length > 0) {
      check(
          Arrays.copyOfRange(data, 1, data.length),
          EventTypes.shape(TYPES.get((data[0] & 0xff) % TYPES.size())));
    }
  }

  private static <T> void check(byte[] document, Shape<T> shape) {
    T event;
    try {
      event = format.read(document, shape);
    } catch (WireException e) {
      if (e.offset() < 0 || e.offset() > document.length) {
        throw new AssertionError("an offset outside of the document", e);
      }
      return;
    }
    byte[] written;
    try {
      written = format.write(event, shape);
    } catch (WireException e) {
      if (e.getMessage().contains("surrogate") || e.getMessage().contains("no point of time")) {
        return; // an escape of JSON's, which UTF-8 has not; a text that only a getter looks at
      }
      throw e;
    } catch (NullPointerException e) {
      if (e.getStackTrace()[0].getClassName().startsWith("com.amazonaws.")) {
        return; // a policy's getter wants all of its parts
      }
      throw e;
    }
    // Lambda's own serializer makes a date of a moment after 1970 one of 1970, and of that null.
    byte[] once = format.write(format.read(written, shape), shape);
    byte[] twice = format.write(format.read(once, shape), shape);
    if (!Arrays.equals(once, twice)) {
      throw new AssertionError(Arrays.toString(once) + " came back as " + Arrays.toString(twice));
    }
  }
}
