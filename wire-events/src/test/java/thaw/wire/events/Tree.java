package thaw.wire.events;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is in an object, all fields of it whatever their access, as maps and lists that can be
 * compared: not all of the events have {@code equals}, and some of these fail on nulls.
 */
final class Tree {
  private Tree() {}

  static Object of(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> tree = new TreeMap<>();
      map.forEach((key, element) -> tree.put(key, of(element)));
      return tree;
    }
    if (value instanceof Iterable<?> elements) {
      List<Object> tree = new ArrayList<>();
      elements.forEach(element -> tree.add(of(element)));
      return tree;
    }
    if (value.getClass().isArray()) {
      List<Object> tree = new ArrayList<>();
      for (int i = 0; i < Array.getLength(value); i++) {
        tree.add(of(Array.get(value, i)));
      }
      return tree;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] content = new byte[buffer.remaining()];
      buffer.duplicate().get(content);
      return of(content);
    }
    // Scalars with their types: 1 is not 1.0, and no long.
    return value.getClass().getName().startsWith("com.amazonaws") && !(value instanceof Enum<?>)
        ? fields(value)
        : value;
  }

  private static Map<String, Object> fields(Object object) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("class", object.getClass().getName());
    for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          try {
            field.setAccessible(true);
            tree.put(field.getName(), of(field.get(object)));
          } catch (ReflectiveOperationException e) {
            throw new AssertionError(field.toString(), e);
          }
        }
      }
    }
    return tree;
  }
}
