package thaw.runtime;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;

/**
 * Finds what a handler's name stands for: {@code a.b.Class}, of a class with one of the interfaces,
 * or {@code a.b.Class::method}.
 *
 * <p>What is wrong with a name is said by each invocation; what is wrong with the code that runs
 * when a class is loaded or an instance is made ends the environment's initialisation.
 */
final class Handlers {
  private final ClassLoader loader;
  private final Codecs codecs;

  Handlers(ClassLoader loader) {
    this.loader = loader;
    this.codecs = new Codecs(loader);
  }

  /**
   * @throws FunctionFault when the environment cannot be initialised
   */
  HandlerCall load(String name) {
    int colons = name.lastIndexOf("::");
    String className = colons < 0 ? name : name.substring(0, colons);
    String methodName = colons < 0 ? null : name.substring(colons + 2);
    if (className.isEmpty() || (methodName != null && methodName.isEmpty())) {
      return new FaultCall(FunctionFault.of("Invalid handler: `".concat(name).concat("'")));
    }
    Class<?> type;
    try {
      type = Class.forName(className, true, loader);
    } catch (ClassNotFoundException e) {
      return new FaultCall(FunctionFault.of("Class not found: ".concat(className), e, false));
    } catch (NoClassDefFoundError e) {
      return new FaultCall(FunctionFault.loading(e, className));
    } catch (Throwable e) {
      throw FunctionFault.loading(e, className);
    }
    HandlerCall call;
    try {
      call = methodName == null ? ofClass(type) : Methods.find(type, methodName, codecs);
    } catch (FunctionFault fault) {
      call = new FaultCall(fault);
    } catch (Throwable e) {
      call = new FaultCall(FunctionFault.of(e, false));
    }
    if (call instanceof FaultCall failed && failed.fault().isFatal()) {
      throw failed.fault();
    }
    return call;
  }

  private HandlerCall ofClass(Class<?> type) throws Exception {
    if (RequestHandler.class.isAssignableFrom(type)
        && !RequestStreamHandler.class.isAssignableFrom(type)) {
      return ofValues(type);
    }
    if (StreamingHandler.class.isAssignableFrom(type)) {
      return new StreamingCall((StreamingHandler) instance(type));
    }
    if (RequestStreamHandler.class.isAssignableFrom(type)) {
      return new StreamHandlerCall((RequestStreamHandler) instance(type));
    }
    throw FunctionFault.of(
        "Class does not implement an appropriate handler interface: ".concat(type.getName()));
  }

  private HandlerCall ofValues(Class<?> type) throws Exception {
    if (WiredHandler.class.isAssignableFrom(type)) {
      WiredHandler<?, ?> handler = (WiredHandler<?, ?>) instance(type);
      return new RequestHandlerCall(
          handler, new WireCodec(handler.inputShape()), new WireCodec(handler.outputShape()));
    }
    Type[] types = TypeArguments.of(type, RequestHandler.class);
    if (types == null) {
      throw withoutTypes(type, "");
    }
    for (Type each : types) {
      if (each instanceof TypeVariable<?> variable && isUnbound(variable)) {
        throw withoutTypes(
            type, ": parameter ".concat(variable.toString()).concat(" has no upper bound."));
      }
    }
    RequestHandler<?, ?> handler = (RequestHandler<?, ?>) instance(type);
    return new RequestHandlerCall(
        handler,
        isVoid(types[0]) ? null : codecs.of(types[0]),
        isVoid(types[1]) ? null : codecs.of(types[1]));
  }

  private static FunctionFault withoutTypes(Class<?> type, String detail) {
    return FunctionFault.of(
        "Class "
            .concat(type.getName())
            .concat(" does not implement RequestHandler with concrete type parameters")
            .concat(detail));
  }

  private static boolean isUnbound(TypeVariable<?> variable) {
    for (Type bound : variable.getBounds()) {
      if (bound != Object.class) {
        return false;
      }
    }
    return true;
  }

  /**
   * A new instance, by the public constructor without parameters.
   *
   * @throws FunctionFault fatal, when the constructor throws
   */
  static Object instance(Class<?> type) throws Exception {
    Constructor<?> constructor;
    try {
      constructor = type.getConstructor();
    } catch (NoSuchMethodException e) {
      if (type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers())) {
        throw new Exception(
            "Class "
                .concat(type.getName())
                .concat(" cannot be instantiated because it is a non-static inner class"),
            e);
      }
      throw new Exception(
          "Class ".concat(type.getName()).concat(" has no public zero-argument constructor"), e);
    }
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getCause();
      throw FunctionFault.of(thrown == null ? e : thrown, true);
    }
  }

  static boolean isVoid(Type type) {
    return type == void.class || type == Void.class;
  }
}
