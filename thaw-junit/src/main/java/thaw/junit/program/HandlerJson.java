package thaw.junit.program;

import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as AWS's runtime client writes and reads it: its own serialisers, those of the types of
 * aws-lambda-java-events included. None of their types leaves this class.
 */
public final class HandlerJson {
  /** The serialiser of objects, kept because each event of the platform needs it. */
  private static final PojoSerializer<?> OBJECTS =
      JacksonFactory.getInstance().getSerializer(Map.class);

  private HandlerJson() {}

  /** Writes a value as a handler's response is written. */
  public static byte[] write(Object value) {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    serializer(value.getClass()).toJson(value, to);
    return to.toByteArray();
  }

  /**
   * Reads JSON as a handler's event is read.
   *
   * @return an object of the type; null for {@code null}
   */
  public static @Nullable Object read(byte[] json, Type type) {
    String text = new String(json, StandardCharsets.UTF_8);
    return type instanceof Class<?> one
        ? serializer(one).fromJson(text)
        : JacksonFactory.getInstance().getSerializer(type).fromJson(text);
  }

  @SuppressWarnings("unchecked")
  private static PojoSerializer<Object> serializer(Class<?> type) {
    return (PojoSerializer<Object>)
        (LambdaEventSerializers.isLambdaSupportedEvent(type.getName())
            ? LambdaEventSerializers.serializerFor(type, loader(type))
            : JacksonFactory.getInstance().getSerializer(type));
  }

  private static ClassLoader loader(Class<?> type) {
    ClassLoader own = type.getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }

  /** An object's members; empty for everything else. */
  public static Map<String, @Nullable Object> object(@Nullable Object value) {
    Map<String, @Nullable Object> members = new java.util.LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, member) -> members.put(String.valueOf(name), member));
    }
    return members;
  }

  /** Reads a document, and returns its members; empty for one that is no object. */
  public static Map<String, @Nullable Object> object(String json) {
    return object(OBJECTS.fromJson(json));
  }

  /** A list's elements; empty for everything else. */
  public static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  /** Returns an object's members as texts; empty for everything else. */
  public static Map<String, String> texts(@Nullable Object value) {
    Map<String, String> texts = new java.util.LinkedHashMap<>();
    object(value).forEach((name, text) -> texts.put(name, String.valueOf(text)));
    return texts;
  }

  /** A member's text; empty where it is missing or null. */
  public static String text(Map<String, @Nullable Object> object, String member) {
    Object value = object.get(member);
    return value == null ? "" : value.toString();
  }
}
