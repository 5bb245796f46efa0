package thaw.codecs;

import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;

/** avaje-jsonb with the adapters that its processor has written. */
public final class Avaje<T> implements MeasuredCodec {
  private final JsonType<T> json;
  private final T value;
  private byte[] bytes;

  public Avaje(Class<T> type, T value) {
    json = Jsonb.builder().build().type(type);
    this.value = value;
  }

  @Override
  public int encode() {
    bytes = json.toJsonBytes(value);
    return bytes.length;
  }

  @Override
  public Object decode() {
    return json.fromJson(bytes);
  }
}
