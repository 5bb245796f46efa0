package thaw.runtime;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.GsonFactory;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes by the serializer of the official client, a shaded Jackson of some 640 classes:
 * events of AWS with its own naming of members, everything for callers on Android by Gson.
 */
final class OfficialCodec extends Codec {
  private final Type type;
  private final PojoSerializer<Object> serializer;
  private volatile @Nullable PojoSerializer<Object> android;

  /**
   * @throws NoClassDefFoundError when it is not on the class path
   */
  OfficialCodec(Type type) {
    this.type = type;
    this.serializer = serializer(type);
  }

  /** Returns what a function's author is told when the official serializer is missing. */
  static String missing(Type type) {
    return "com.amazonaws:aws-lambda-java-serialization is not on the class path, and "
        .concat(type.getTypeName())
        .concat(" has no description of thaw-wire: add that jar, or a description");
  }

  @SuppressWarnings("unchecked") // A serializer of a class is one of what the class has.
  private static PojoSerializer<Object> serializer(Type type) {
    if (type instanceof Class<?> known
        && LambdaEventSerializers.isLambdaSupportedEvent(known.getName())) {
      return LambdaEventSerializers.serializerFor(
          (Class<Object>) known, ClassLoader.getSystemClassLoader());
    }
    return JacksonFactory.getInstance().getSerializer(type);
  }

  @Override
  @Nullable Object read(byte[] event, InvocationContext context) {
    return of(context).fromJson(new ByteArrayInputStream(event));
  }

  @Override
  void write(@Nullable Object value, ResponseBuffer to, InvocationContext context) {
    of(context).toJson(value, to);
  }

  /** Returns whether the caller says that it runs on Android. */
  static boolean isOfPhone(InvocationContext context) {
    ClientContext client = context.getClientContext();
    if (client == null) {
      return false;
    }
    Map<String, String> environment = client.getEnvironment();
    return environment != null && "Android".equalsIgnoreCase(environment.get("platform"));
  }

  private PojoSerializer<Object> of(InvocationContext context) {
    if (!isOfPhone(context)
        || (type instanceof Class<?> known
            && LambdaEventSerializers.isLambdaSupportedEvent(known.getName()))) {
      return serializer;
    }
    PojoSerializer<Object> made = android;
    if (made == null) {
      made = GsonFactory.getInstance().getSerializer(type);
      android = made;
    }
    return made;
  }
}
