package thaw.runtime;

import com.amazonaws.services.lambda.runtime.CustomPojoSerializer;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Reads and writes by the serializer that the function brings along. */
final class CustomCodec extends Codec {
  static final String SERVICE =
      "META-INF/services/com.amazonaws.services.lambda.runtime.CustomPojoSerializer";

  private final CustomPojoSerializer serializer;
  private final Type type;

  CustomCodec(CustomPojoSerializer serializer, Type type) {
    this.serializer = serializer;
    this.type = type;
  }

  /**
   * @return null when there is none
   * @throws IllegalStateException when there are several
   */
  static @Nullable CustomPojoSerializer find(ClassLoader loader) {
    Iterator<CustomPojoSerializer> all =
        ServiceLoader.load(CustomPojoSerializer.class, loader).iterator();
    if (!all.hasNext()) {
      return null;
    }
    CustomPojoSerializer found = all.next();
    if (all.hasNext()) {
      throw new IllegalStateException(
          "Too many serializers provided inside the META-INF/services folder, only one is allowed");
    }
    return found;
  }

  @Override
  @Nullable Object read(byte[] event, InvocationContext context) {
    return serializer.fromJson(new ByteArrayInputStream(event), type);
  }

  @Override
  void write(@Nullable Object value, ResponseBuffer to, InvocationContext context) {
    serializer.toJson(value, to, type);
  }
}
