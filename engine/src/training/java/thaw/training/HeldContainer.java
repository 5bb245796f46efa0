package thaw.training;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

/** The container of aws-serverless-java-container that a handler keeps in a field. */
final class HeldContainer {
  private final ClassLoader loader;
  private final Object handler;

  HeldContainer(ClassLoader loader, Object handler) {
    this.loader = loader;
    this.handler = handler;
  }

  Object find() throws ReflectiveOperationException {
    Class<?> container =
        Class.forName(
            "com.amazonaws.serverless.proxy.internal.LambdaContainerHandler", false, loader);
    Class<?> type =
        Class.forName(System.getenv("_HANDLER").split("::", 2)[0], false, loader);
    for (; type != null; type = type.getSuperclass()) {
      for (Field each : type.getDeclaredFields()) {
        Object owner = Modifier.isStatic(each.getModifiers()) ? type : handler;
        if (container.isAssignableFrom(each.getType()) && owner != null) {
          each.setAccessible(true);
          Object value = each.get(owner);
          if (value != null) {
            return value;
          }
        }
      }
    }
    throw new IllegalStateException("no field of the handler has the container: it may make one for each event");
  }

  /** The same as a handler. */
  Object handler() throws ReflectiveOperationException {
    Object container = find();
    Class<?> streaming = Class.forName(UnroutedRequest.CORE + "RequestStreamHandler", true, loader);
    Class<?> context = Class.forName(UnroutedRequest.CORE + "Context", true, loader);
    Method proxy =
        container
            .getClass()
            .getMethod("proxyStream", InputStream.class, OutputStream.class, context);
    return Proxy.newProxyInstance(
        streaming.getClassLoader(),
        new Class<?>[] {streaming},
        new InvocationHandler() {
          @Override
          public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
            return proxy.invoke(container, arguments);
          }
        });
  }
}
