package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** A handler that takes a value and returns one. */
abstract class ValueCall extends HandlerCall {
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final @Nullable Codec input;
  private final @Nullable Codec output;

  /**
   * @param input null when it takes none
   * @param output null when it returns none
   */
  ValueCall(@Nullable Codec input, @Nullable Codec output) {
    this.input = input;
    this.output = output;
  }

  abstract @Nullable Object handle(@Nullable Object value, InvocationContext context)
      throws Throwable;

  @Override
  final void call(Event event, InvocationContext context, ResponseBuffer to) throws Throwable {
    Object value = null;
    if (input != null) {
      try {
        value = input.read(event.body, context);
      } catch (Throwable e) {
        throw new RuntimeException("An error occurred during JSON parsing", e);
      }
    }
    Object result = handle(value, context);
    if (output == null) {
      to.write(NULL, 0, NULL.length);
      return;
    }
    try {
      output.write(result, to, context);
    } catch (Throwable e) {
      throw new RuntimeException("An error occurred during JSON serialization of response", e);
    }
  }
}
