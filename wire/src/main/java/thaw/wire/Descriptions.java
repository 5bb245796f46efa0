package thaw.wire;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the description of a type that is known only when the program runs, such as that of a
 * handler's event.
 *
 * <p>For a class {@code a.b.Outer.Inner} it is the first of these that there is:
 *
 * <ol>
 *   <li>if it implements {@link Wired}, is public and has a public constructor without parameters:
 *       what it says of itself;
 *   <li>the class {@code a.b.Outer_InnerShape}, beside it: where the annotation processor writes
 *       the descriptions of types that are yours;
 *   <li>the class {@code thaw.described.a.b.Outer_InnerShape}: where it writes those of others;
 * </ol>
 *
 * <p>A class of a description is a {@link Shape} with a public constructor without parameters;
 * classes of these names that are no shapes are passed over. Names are what it goes by because they
 * cost least: a class is found, or found missing, in 0.3 ms of a cold JVM, and a resource of a jar
 * in 10 ms, with 45 classes. A JVM that makes objects by reflection for the first time loads 70
 * classes for it, unless {@code jdk.reflect.useNativeAccessorOnly} is true.
 *
 * <p>Nothing is kept between calls: keep what is returned. For any thread.
 */
public final class Descriptions {
  private static final String SUFFIX = "Shape";
  private static final String DESCRIBED = "thaw.described.";

  private Descriptions() {}

  /**
   * The shape of a type: of a class, of the scalars that {@link Shapes} has, and of {@code
   * List<T>}, {@code Collection<T>}, {@code Set<T>} and {@code Map<String, T>} of such.
   *
   * @param type its wildcards stand for their bounds
   * @param loader that knows the type and its description
   * @return null when there is no description
   * @throws IllegalStateException for one that is named but cannot be had, with the cause
   */
  public static @Nullable Shape<?> of(Type type, ClassLoader loader) {
    if (type instanceof Class<?> known) {
      if (known.isPrimitive() || known.isArray()) {
        return scalar(known);
      }
      // Classes that scalar() names are not loaded for types of others.
      Shape<?> scalar = known.getName().startsWith("java.") ? scalar(known) : null;
      return scalar == null ? described(known, loader) : scalar;
    }
    if (type instanceof ParameterizedType generic) {
      return collection(generic, loader);
    }
    if (type instanceof WildcardType wildcard) {
      return of(wildcard.getUpperBounds()[0], loader);
    }
    return null;
  }

  private static @Nullable Shape<?> scalar(Class<?> type) {
    if (type == String.class) {
      return Shapes.STRING;
    }
    if (type == Integer.class || type == int.class) {
      return Shapes.INT32;
    }
    if (type == Long.class || type == long.class) {
      return Shapes.INT64;
    }
    if (type == Double.class || type == double.class) {
      return Shapes.FLOAT64;
    }
    if (type == Boolean.class || type == boolean.class) {
      return Shapes.BOOL;
    }
    if (type == BigDecimal.class) {
      return Shapes.DECIMAL;
    }
    if (type == Instant.class) {
      return Shapes.TIMESTAMP;
    }
    return rareScalar(type);
  }

  private static @Nullable Shape<?> rareScalar(Class<?> type) {
    if (type == byte[].class) {
      return Shapes.BYTES;
    }
    if (type == BigInteger.class) {
      return Shapes.INTEGER;
    }
    if (type == Float.class || type == float.class) {
      return Shapes.FLOAT32;
    }
    if (type == Short.class || type == short.class) {
      return Shapes.INT16;
    }
    if (type == Byte.class || type == byte.class) {
      return Shapes.INT8;
    }
    if (type == Character.class || type == char.class) {
      return Shapes.CHARACTER;
    }
    if (type == Date.class) {
      return Shapes.DATE;
    }
    return type == Object.class ? Shapes.ANY : null;
  }

  private static @Nullable Shape<?> collection(ParameterizedType type, ClassLoader loader) {
    Type raw = type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    if (raw == List.class) {
      Shape<?> elements = of(arguments[0], loader);
      return elements == null ? null : Shapes.list(elements);
    }
    if (raw == Collection.class) {
      Shape<?> elements = of(arguments[0], loader);
      return elements == null ? null : Shapes.collection(elements);
    }
    if (raw == Set.class) {
      Shape<?> elements = of(arguments[0], loader);
      return elements == null ? null : Shapes.set(elements);
    }
    if (raw == Map.class && arguments[0] == String.class) {
      Shape<?> elements = of(arguments[1], loader);
      return elements == null ? null : Shapes.map(elements);
    }
    return null;
  }

  private static @Nullable Shape<?> described(Class<?> type, ClassLoader loader) {
    // First, for it costs nothing: a class that is looked for and not there opens every jar.
    if (Wired.class.isAssignableFrom(type)) {
      Constructor<?> constructor = constructor(type);
      if (constructor != null) {
        return new WiredShape(constructor);
      }
    }
    String name = type.getName().replace('$', '_').concat(SUFFIX);
    Class<?> shape = shapeClass(name, loader);
    if (shape == null) {
      shape = shapeClass(DESCRIBED.concat(name), loader);
    }
    if (shape != null) {
      return (Shape<?>) instance(shape);
    }
    return null;
  }

  private static @Nullable Class<?> shapeClass(String name, ClassLoader loader) {
    try {
      Class<?> found = Class.forName(name, true, loader);
      return Shape.class.isAssignableFrom(found) ? found : null;
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static @Nullable Constructor<?> constructor(Class<?> type) {
    int modifiers = type.getModifiers();
    if (!Modifier.isPublic(modifiers) || Modifier.isAbstract(modifiers)) {
      return null;
    }
    try {
      return type.getConstructor();
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static Object instance(Class<?> shape) {
    try {
      return made(shape.getConstructor());
    } catch (NoSuchMethodException e) {
      throw unusable(shape, e);
    }
  }

  private static Object made(Constructor<?> constructor) {
    Class<?> type = constructor.getDeclaringClass();
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "the constructor of " + type.getName() + " failed", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw unusable(type, e);
    }
  }

  private static IllegalStateException unusable(Class<?> type, Exception cause) {
    return new IllegalStateException(
        type.getName() + " needs to be public, with a public constructor without parameters",
        cause);
  }

  /** The shape of a class that describes itself. */
  private static final class WiredShape extends Shape<Wired> {
    private final Constructor<?> constructor;

    WiredShape(Constructor<?> constructor) {
      this.constructor = constructor;
    }

    @Override
    protected boolean isObject() {
      return true;
    }

    @Override
    public Wired wire(Wire w, @Nullable Wired value) {
      Wired described = value == null ? (Wired) made(constructor) : value;
      w.object(described);
      return described;
    }
  }
}
