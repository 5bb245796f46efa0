package thaw.training;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;

/** A request that a framework answers by itself, for none of the function's own routes is its. */
final class UnroutedRequest {
  static final String CORE = "com.amazonaws.services.lambda.runtime.";
  static final String CLIENT = CORE + "api.client.";

  private final ClassLoader loader;
  private final int rounds;

  UnroutedRequest(ClassLoader loader, int rounds) {
    this.loader = loader;
    this.rounds = rounds;
  }

  /**
   * Has a framework answer a request that is for none of the function's own routes, by the way that
   * all requests take.
   *
   * @param handler of the framework, which knows all routes
   * @param request the status of the answer, and the event
   */
  void send(Object handler, String[] request) throws Exception {
    if (handler == null) {
      throw new IllegalStateException("it is not known which object is the handler");
    }
    Object client = clientOf(handler);
    Class<?> requests = Class.forName(CLIENT + "runtimeapi.dto.InvocationRequest", true, loader);
    Method call = NamedMethods.method(client.getClass(), "call", requests);
    Pattern expected = Pattern.compile("\"statusCode\"\\s*:\\s*" + request[0]);
    byte[] content = request[1].getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < rounds; i++) {
      Object each = requests.getConstructor().newInstance();
      NamedMethods.set(each, "setId", new UUID(0, i).toString());
      NamedMethods.set(each, "setInvokedFunctionArn", "arn:aws:lambda:us-east-1:123456789012:function:primed");
      requests
          .getMethod("setDeadlineTimeInMs", long.class)
          .invoke(each, System.currentTimeMillis() + 1000L * LoopbackAnswers.PATIENCE_SECONDS);
      NamedMethods.set(each, "setContent", content);
      String answer = call.invoke(client, each).toString();
      if (!expected.matcher(answer).find()) {
        throw new IllegalStateException("the answer is no " + request[0]);
      }
    }
  }

  /** Returns the object that the runtime client itself makes of a handler. */
  private Object clientOf(Object handler) throws ReflectiveOperationException {
    Class<?> handlers = Class.forName(CLIENT + "EventHandlerLoader", true, loader);
    Class<?> streaming = Class.forName(CORE + "RequestStreamHandler", true, loader);
    if (streaming.isInstance(handler)) {
      return NamedMethods.opened(handlers, "wrapRequestStreamHandler", streaming).invoke(null, handler);
    }
    Class<?> typed = Class.forName(CORE + "RequestHandler", true, loader);
    Type[] types =
        (Type[])
            NamedMethods.opened(handlers, "findInterfaceParameters", Class.class, Class.class)
                .invoke(null, handler.getClass(), typed);
    return NamedMethods.opened(handlers, "wrapPojoHandler", typed, Type.class, Type.class)
        .invoke(null, handler, types[0], types[1]);
  }
}
