package thaw.wire.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.core.JsonProcessingException;
import com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.JsonNode;
import com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.ObjectMapper;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

/** Lambda's own serializer, chosen for a type as its runtime interface client chooses it. */
final class Official {
  private static final ObjectMapper TREES = new ObjectMapper();
  private static final Map<Class<?>, PojoSerializer<?>> MADE = new HashMap<>();

  private Official() {}

  @SuppressWarnings("unchecked")
  static synchronized <T> PojoSerializer<T> of(Class<T> type) {
    return (PojoSerializer<T>) MADE.computeIfAbsent(type, Official::made);
  }

  private static <T> PojoSerializer<T> made(Class<T> type) {
    return LambdaEventSerializers.isLambdaSupportedEvent(type.getName())
        ? LambdaEventSerializers.serializerFor(type, Official.class.getClassLoader())
        : JacksonFactory.getInstance().getSerializer(type);
  }

  static <T> T read(String json, Class<T> type) {
    return of(type).fromJson(json);
  }

  @SuppressWarnings("unchecked")
  static <T> String write(T value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    of((Class<T>) value.getClass()).toJson(value, out);
    return out.toString(UTF_8);
  }

  /** Any document, for comparisons: the order of members is of no account. */
  static JsonNode tree(String json) {
    try {
      return TREES.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }
}
