package thaw.runtime;

import com.amazonaws.services.lambda.runtime.Context;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handlers that are public methods, static or not. Of several with the same name, no bridge comes
 * before the others, and the one with the most parameters is taken, where a {@code Context} at the
 * end counts twice; those that cannot be handlers are passed over.
 */
final class Methods {
  private Methods() {}

  /** Throws a {@link FunctionFault} when there is none. */
  static HandlerCall find(Class<?> type, String name, Codecs codecs) throws Exception {
    for (Method method : candidates(type, name)) {
      HandlerCall call = call(type, method, codecs);
      if (call != null) {
        return call;
      }
    }
    throw FunctionFault.of(
        "No public method named "
            .concat(name)
            .concat(" with appropriate method signature found on class ")
            .concat(type.getName()));
  }

  private static List<Method> candidates(Class<?> type, String name) {
    Method[] all;
    try {
      all = type.getMethods();
    } catch (NoClassDefFoundError e) {
      String what = "Error loading method ".concat(name).concat(" on class ");
      throw FunctionFault.of(what.concat(type.getName()), e, false);
    }
    List<Method> best = new ArrayList<>();
    for (Method each : all) {
      if (each.getName().equals(name)) {
        int at = best.size();
        while (at > 0 && rank(each) > rank(best.get(at - 1))) {
          at--;
        }
        best.add(at, each);
      }
    }
    return best;
  }

  private static int rank(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    int count = parameters.length;
    if (count > 0 && parameters[count - 1] == Context.class) {
      count++;
    }
    return method.isBridge() ? count : count + 1000;
  }

  /**
   * Returns the call of a method; for one that cannot be a handler null, and it writes a line that
   * says why.
   */
  private static @Nullable HandlerCall call(Class<?> type, Method method, Codecs codecs)
      throws Exception {
    Type[] parameters = method.getGenericParameterTypes();
    int count = parameters.length;
    boolean withContext = count > 0 && parameters[count - 1] == Context.class;
    int others = withContext ? count - 1 : count;
    Type first = others > 0 ? parameters[0] : null;
    String why = null;
    if (count > 3) {
      why = "it has too many parameters";
    } else if (others == 0) {
      return values(type, method, null, withContext, codecs);
    } else if (others == 1 && first == InputStream.class) {
      return streams(type, method, true, false, withContext);
    } else if (others == 1 && first == OutputStream.class) {
      return streams(type, method, false, true, withContext);
    } else if (others == 1 && first != null) {
      return values(type, method, first, withContext, codecs);
    } else if (others == 2 && first == InputStream.class && parameters[1] == OutputStream.class) {
      return streams(type, method, true, true, withContext);
    } else {
      why = "its parameters are neither a value nor streams, with a Context at the end or without";
    }
    System.err.println(
        "Ignoring an overload of method ".concat(method.getName()).concat(" because ").concat(why));
    return null;
  }

  private static HandlerCall values(
      Class<?> type, Method method, @Nullable Type input, boolean withContext, Codecs codecs)
      throws Exception {
    Object instance = instance(type, method);
    Type output = method.getGenericReturnType();
    return new MethodCall(
        method,
        instance,
        input == null ? null : codecs.of(input),
        Handlers.isVoid(output) ? null : codecs.of(output),
        withContext);
  }

  private static HandlerCall streams(
      Class<?> type, Method method, boolean input, boolean output, boolean withContext)
      throws Exception {
    if (!Handlers.isVoid(method.getReturnType())) {
      System.err.println(
          "Will ignore return type "
              .concat(method.getReturnType().toString())
              .concat(" on byte stream handler"));
    }
    return new StreamMethodCall(method, instance(type, method), input, output, withContext);
  }

  private static @Nullable Object instance(Class<?> type, Method method) throws Exception {
    return Modifier.isStatic(method.getModifiers()) ? null : Handlers.instance(type);
  }
}
