package thaw.wire.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2CustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;

/** Objects with random values in all their fields, or in some of them. */
final class Filled {
  private static final int DEPTH = 6;

  private final Random random;

  /** How many of a hundred fields are null. */
  private final int nulls;

  Filled(long seed, int nulls) {
    random = new Random(seed);
    this.nulls = nulls;
  }

  <T> T object(Class<T> type) {
    return type.cast(object(type, 0));
  }

  private Object object(Class<?> type, int depth) {
    try {
      Constructor<?> constructor =
          Arrays.stream(type.getConstructors())
              .min(Comparator.comparingInt(Constructor::getParameterCount))
              .orElseThrow();
      Object object =
          type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers())
              ? constructor.newInstance(type.getEnclosingClass().getConstructor().newInstance())
              : constructor.newInstance(arguments(constructor));
      for (Class<?> in = type; in != Object.class; in = in.getSuperclass()) {
        for (Field field : in.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
            field.setAccessible(true);
            fill(object, field, depth);
          }
        }
      }
      return object;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type.getName(), e);
    }
  }

  private static Object[] arguments(Constructor<?> constructor) {
    return new Object[constructor.getParameterCount()];
  }

  private void fill(Object object, Field field, int depth) throws ReflectiveOperationException {
    if (!field.getType().isPrimitive() && random.nextInt(100) < nulls) {
      field.set(object, null);
    } else if (object instanceof StreamRecord && field.getName().equals("streamViewType")) {
      field.set(object, random.nextBoolean() ? "KEYS_ONLY" : "NEW_AND_OLD_IMAGES");
    } else if (object instanceof APIGatewayV2CustomAuthorizerEvent.RequestContext
        && field.getName().equals("time")) {
      field.set(object, "12/Mar/2020:19:03:58 +0000"); // its getter parses
    } else {
      field.set(object, value(field.getGenericType(), depth + 1));
    }
  }

  private Object value(Type type, int depth) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      int size = depth > DEPTH ? 0 : random.nextInt(3);
      if (generic.getRawType() == Map.class) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
          map.put(text(), value(arguments[1], depth + 1));
        }
        return map;
      }
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        list.add(value(arguments[0], depth + 1));
      }
      return list;
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isArray()) {
      int size = random.nextInt(3);
      Object array = Array.newInstance(raw.getComponentType(), size);
      for (int i = 0; i < size; i++) {
        Array.set(array, i, value(raw.getComponentType(), depth + 1));
      }
      return array;
    }
    return scalar(raw, depth);
  }

  private Object scalar(Class<?> type, int depth) {
    if (type == String.class) {
      return text();
    }
    if (type == boolean.class || type == Boolean.class) {
      return random.nextBoolean();
    }
    if (type == int.class || type == Integer.class) {
      return random.nextInt();
    }
    if (type == long.class || type == Long.class) {
      return random.nextLong() >>> random.nextInt(60);
    }
    if (type == byte.class) {
      return (byte) random.nextInt();
    }
    if (type == Object.class) {
      return any(depth);
    }
    if (type == ByteBuffer.class) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      int from = random.nextInt(bytes.length + 1);
      return ByteBuffer.wrap(bytes, from, bytes.length - from);
    }
    if (type == Date.class) {
      return new Date(millis());
    }
    if (type == DateTime.class) {
      return new DateTime(
          millis(), random.nextInt(4) == 0 ? DateTimeZone.forOffsetHours(2) : DateTimeZone.UTC);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    }
    return object(type, depth);
  }

  private long millis() {
    return random.nextLong(-1_000_000_000_000L, 4_000_000_000_000L);
  }

  private Object any(int depth) {
    return switch (random.nextInt(depth > DEPTH ? 6 : 9)) {
      case 0 -> text();
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt(1000) - 500;
      case 3 -> random.nextLong();
      case 4 -> random.nextDouble() * Math.pow(10, random.nextInt(20));
      case 5 -> new BigInteger(100, random);
      case 6 -> Arrays.asList(any(depth + 1), null, any(depth + 1));
      default -> Map.of(text() + "a", any(depth + 1), text() + "b", any(depth + 1));
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      switch (random.nextInt(8)) {
        case 0 -> text.append("\"\\/\n\t\u0001".charAt(random.nextInt(6)));
        case 1 -> text.append((char) (0xa0 + random.nextInt(0x3000)));
        case 2 -> text.appendCodePoint(0x1f300 + random.nextInt(0x200));
        default -> text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }
}
