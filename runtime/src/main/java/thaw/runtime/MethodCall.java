package thaw.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A method with a value, a context, both or neither. */
final class MethodCall extends ValueCall {
  private final Method method;
  private final @Nullable Object instance;
  private final boolean takesValue;
  private final boolean takesContext;

  MethodCall(
      Method method,
      @Nullable Object instance,
      @Nullable Codec input,
      @Nullable Codec output,
      boolean takesContext) {
    super(input, output);
    this.method = method;
    this.instance = instance;
    this.takesValue = input != null;
    this.takesContext = takesContext;
  }

  @Override
  @Nullable Object handle(@Nullable Object value, InvocationContext context) throws Throwable {
    Object[] arguments;
    if (takesValue) {
      arguments = takesContext ? new Object[] {value, context} : new Object[] {value};
    } else {
      arguments = takesContext ? new Object[] {context} : new Object[0];
    }
    return invoke(method, instance, arguments);
  }

  /** Throws what the method throws. */
  static @Nullable Object invoke(Method method, @Nullable Object instance, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(instance, arguments);
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getCause();
      throw thrown == null ? e : thrown;
    }
  }
}
