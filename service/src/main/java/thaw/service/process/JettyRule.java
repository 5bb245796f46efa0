package thaw.service.process;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import thaw.http.SiteRule;

/**
 * Holds the rule on web pages of other sites in the Jetty of somebody else's program, before
 * anything of that program is asked.
 *
 * <p>For the maintainer. Only the JDK's classes, {@link ServiceRule}, {@link SiteRule} and that
 * program's are there, and we compile without the latter, hence the reflection. The classes are
 * found by those of the server, as programs bring Jetty under other names.
 */
public final class JettyRule {
  private static final int FORBIDDEN = 403;

  private JettyRule() {}

  /**
   * Has all connectors refuse what the rule refuses.
   *
   * @param jetty an {@code org.eclipse.jetty.server.Server} that has not been started
   */
  public static void hold(Object jetty) throws ReflectiveOperationException {
    boolean holds = false;
    for (Object connector : (Object[]) call(jetty, "getConnectors")) {
      for (Object factory : (Collection<?>) call(connector, "getConnectionFactories")) {
        holds |= holdAt(call(factory, "getHttpConfiguration"));
      }
    }
    if (!holds) {
      throw new IllegalStateException("this server has no connector for HTTP: " + jetty);
    }
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }

  private static boolean holdAt(Object configuration) throws ReflectiveOperationException {
    for (Method method : configuration.getClass().getMethods()) {
      if (method.getName().equals("addCustomizer")) {
        method.invoke(configuration, customizer(method.getParameterTypes()[0]));
        return true;
      }
    }
    return false;
  }

  /**
   * @param type {@code HttpConfiguration.Customizer}, which gets each request before any handler
   */
  private static Object customizer(Class<?> type) throws ReflectiveOperationException {
    Method customize = type.getMethods()[0];
    Method headers = customize.getParameterTypes()[0].getMethod("getHeaders");
    Class<?> fields = headers.getReturnType();
    Method values = fields.getMethod("getValuesList", String.class);
    Constructor<?> badMessage =
        Class.forName(fields.getPackageName() + ".BadMessageException")
            .getConstructor(int.class, String.class);
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (_, method, arguments) -> {
          if (!method.equals(customize)) {
            return method.invoke(type, arguments); // one of Object
          }
          Object ofRequest = headers.invoke(arguments[0]);
          Optional<String> refusal =
              ServiceRule.refusal(name -> lines(values.invoke(ofRequest, name)));
          if (refusal.isPresent()) {
            throw (RuntimeException) badMessage.newInstance(FORBIDDEN, refusal.get());
          }
          return arguments[0];
        });
  }

  @SuppressWarnings("unchecked") // as it is declared
  private static List<String> lines(Object values) {
    return (List<String>) values;
  }
}
