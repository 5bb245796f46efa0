package thaw.runtime;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A method with streams. */
final class StreamMethodCall extends HandlerCall {
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final Method method;
  private final @Nullable Object instance;
  private final boolean takesInput;
  private final boolean takesOutput;
  private final boolean takesContext;

  StreamMethodCall(
      Method method,
      @Nullable Object instance,
      boolean takesInput,
      boolean takesOutput,
      boolean takesContext) {
    this.method = method;
    this.instance = instance;
    this.takesInput = takesInput;
    this.takesOutput = takesOutput;
    this.takesContext = takesContext;
  }

  @Override
  void call(Event event, InvocationContext context, ResponseBuffer to) throws Throwable {
    Object[] arguments = new Object[method.getParameterCount()];
    int count = 0;
    if (takesInput) {
      arguments[count++] = new ByteArrayInputStream(event.body);
    }
    if (takesOutput) {
      arguments[count++] = to;
    }
    if (takesContext) {
      arguments[count] = context;
    }
    MethodCall.invoke(method, instance, arguments);
    if (!takesOutput) {
      to.write(NULL, 0, NULL.length);
    }
  }
}
