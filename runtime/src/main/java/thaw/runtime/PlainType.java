package thaw.runtime;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type of scalars, lists and maps, of which JSON says all: what handlers without types of their
 * own take and give.
 */
final class PlainType {
  static final int ANYTHING = 0;
  static final int STRING = 1;
  static final int INT32 = 2;
  static final int INT64 = 3;
  static final int FLOAT64 = 4;
  static final int BOOL = 5;
  static final int LIST = 6;
  static final int MAP = 7;

  static final PlainType UNKNOWN = new PlainType(ANYTHING, null, null);

  final int kind;

  /** The value that a null becomes for a primitive; null otherwise. */
  final @Nullable Object missing;

  /** The type of the elements of lists and maps. */
  private final @Nullable PlainType element;

  private PlainType(int kind, @Nullable PlainType element, @Nullable Object missing) {
    this.kind = kind;
    this.element = element;
    this.missing = missing;
  }

  PlainType element() {
    return element == null ? UNKNOWN : element;
  }

  /** Returns the plain type for a type; null for one that is not plain. */
  static @Nullable PlainType of(Type type) {
    if (type instanceof Class<?> known) {
      return of(known);
    }
    if (!(type instanceof ParameterizedType generic)) {
      return null;
    }
    Type[] arguments = generic.getActualTypeArguments();
    Type raw = generic.getRawType();
    if (isMap(raw) && arguments[0] == String.class) {
      PlainType values = of(arguments[1]);
      return values == null ? null : new PlainType(MAP, values, null);
    }
    if (isList(raw)) {
      PlainType elements = of(arguments[0]);
      return elements == null ? null : new PlainType(LIST, elements, null);
    }
    return null;
  }

  private static @Nullable PlainType of(Class<?> type) {
    if (type == Object.class) {
      return UNKNOWN;
    }
    if (type == String.class) {
      return new PlainType(STRING, null, null);
    }
    if (isMap(type)) {
      return new PlainType(MAP, null, null);
    }
    if (isList(type)) {
      return new PlainType(LIST, null, null);
    }
    if (type == Integer.class || type == int.class) {
      return new PlainType(INT32, null, type.isPrimitive() ? 0 : null);
    }
    if (type == Long.class || type == long.class) {
      return new PlainType(INT64, null, type.isPrimitive() ? 0L : null);
    }
    if (type == Double.class || type == double.class) {
      return new PlainType(FLOAT64, null, type.isPrimitive() ? 0.0 : null);
    }
    if (type == Boolean.class || type == boolean.class) {
      return new PlainType(BOOL, null, type.isPrimitive() ? false : null);
    }
    return null;
  }

  private static boolean isMap(Type raw) {
    return raw == Map.class || raw == LinkedHashMap.class;
  }

  private static boolean isList(Type raw) {
    return raw == List.class || raw == Collection.class;
  }
}
