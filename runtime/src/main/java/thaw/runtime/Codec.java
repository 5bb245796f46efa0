package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** How the values of one type are read from events and written to responses. For any thread. */
abstract class Codec {
  /** Throws whatever is wrong with the event. */
  abstract @Nullable Object read(byte[] event, InvocationContext context);

  /** Throws whatever is wrong with the value. */
  abstract void write(@Nullable Object value, ResponseBuffer to, InvocationContext context);
}
