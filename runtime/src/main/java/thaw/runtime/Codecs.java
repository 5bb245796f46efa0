package thaw.runtime;

import com.amazonaws.services.lambda.runtime.CustomPojoSerializer;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import org.jspecify.annotations.Nullable;
import thaw.wire.Descriptions;
import thaw.wire.Shape;

/**
 * Chooses how a handler's types are read and written: by their description if they have one, by the
 * function's own serializer, as plain JSON, or by the official serializer, in this order. A
 * description comes first because to look for a serializer opens every jar of the class path.
 */
final class Codecs {
  private final ClassLoader loader;
  private boolean searched;
  private @Nullable CustomPojoSerializer custom;

  Codecs(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * @throws FunctionFault fatal, when a jar is missing
   */
  Codec of(Type type) {
    PlainType plain = PlainType.of(type);
    if (plain == null) {
      Shape<?> shape = described(type);
      if (shape != null) {
        return new WireCodec(shape);
      }
    }
    CustomPojoSerializer own = custom();
    if (own != null) {
      return new CustomCodec(own, type);
    }
    if (plain != null) {
      return new PlainCodec(plain, type);
    }
    try {
      return new OfficialCodec(type);
    } catch (NoClassDefFoundError e) {
      throw FunctionFault.of(OfficialCodec.missing(type), e, true);
    }
  }

  private @Nullable Shape<?> described(Type type) {
    Type bound = type;
    while (bound instanceof TypeVariable<?> variable) {
      bound = variable.getBounds()[0];
    }
    Type inner = bound;
    while (inner instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      inner = arguments[arguments.length - 1];
    }
    // Scalars have shapes as well, but the official serializer has dates and decimals otherwise.
    if (inner instanceof Class<?> known
        && (known.isPrimitive() || known.isArray() || known.getName().startsWith("java."))) {
      return null;
    }
    return Descriptions.of(bound, loader);
  }

  private @Nullable CustomPojoSerializer custom() {
    if (!searched) {
      if (loader.getResource(CustomCodec.SERVICE) != null) {
        custom = CustomCodec.find(loader);
      }
      searched = true;
    }
    return custom;
  }
}
