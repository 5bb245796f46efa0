package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** Reads the values of one type from events, and writes them to responses. It is for any thread. */
abstract class Codec {
  /** Throws whatever is wrong with the event. */
  abstract @Nullable Object read(byte[] event, InvocationContext context);

  /** Throws whatever is wrong with the value. */
  abstract void write(@Nullable Object value, ResponseBuffer to, InvocationContext context);
}
