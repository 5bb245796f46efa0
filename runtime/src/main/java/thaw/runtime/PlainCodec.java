package thaw.runtime;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes plain types: by the short way, and by the official serializer where that has
 * another result.
 */
final class PlainCodec extends Codec {
  private final PlainType plain;
  private final Type type;
  private volatile @Nullable Codec official;

  PlainCodec(PlainType plain, Type type) {
    this.plain = plain;
    this.type = type;
  }

  @Override
  @Nullable Object read(byte[] event, InvocationContext context) {
    if (!OfficialCodec.isOfPhone(context)) {
      try {
        return BasicJsonReader.read(event, plain);
      } catch (Unlike e) {
        return official(e).read(event, context);
      }
    }
    return official(null).read(event, context);
  }

  @Override
  void write(@Nullable Object value, ResponseBuffer to, InvocationContext context) {
    String json;
    if (OfficialCodec.isOfPhone(context)) {
      official(null).write(value, to, context);
      return;
    }
    try {
      json = BasicJsonWriter.write(value);
    } catch (Unlike e) {
      official(e).write(value, to, context);
      return;
    }
    byte[] bytes = RuntimeApiClient.bytes(json);
    to.write(bytes, 0, bytes.length);
  }

  private Codec official(@Nullable Unlike reason) {
    Codec made = official;
    if (made == null) {
      try {
        made = new OfficialCodec(type);
      } catch (NoClassDefFoundError e) {
        throw new IllegalStateException(
            OfficialCodec.missing(type).concat(reason == null ? "" : ": " + reason.getMessage()),
            e);
      }
      official = made;
    }
    return made;
  }
}
