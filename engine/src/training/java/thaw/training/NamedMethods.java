package thaw.training;

import java.lang.reflect.Method;

/** Methods of classes that are known by name only. */
final class NamedMethods {
  private NamedMethods() {}

  /** Calls a method with one argument, such as that of a builder. */
  static void set(Object target, String name, Object value)
      throws ReflectiveOperationException {
    method(target.getClass(), name, value.getClass()).invoke(target, value);
  }

  /** A public method as a public type declares it, so that it may be called. */
  static Method method(Class<?> type, String name, Class<?>... arguments)
      throws NoSuchMethodException {
    for (Method each : type.getMethods()) {
      if (each.getName().equals(name) && takes(each, arguments)) {
        each.setAccessible(true);
        return each;
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }

  private static boolean takes(Method method, Class<?>... arguments) {
    Class<?>[] wanted = method.getParameterTypes();
    boolean takes = wanted.length == arguments.length;
    for (int i = 0; takes && i < wanted.length; i++) {
      takes = wanted[i].isAssignableFrom(arguments[i]);
    }
    return takes;
  }

  static boolean fits(Method method, Object... arguments) {
    Class<?>[] types = new Class<?>[arguments.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = arguments[i].getClass();
    }
    return takes(method, types);
  }

  /** One of any visibility. */
  static Method opened(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }
}
