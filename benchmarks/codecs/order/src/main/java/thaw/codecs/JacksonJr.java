package thaw.codecs;

import com.fasterxml.jackson.jr.ob.JSON;

/** jackson-jr, on a bean. */
public final class JacksonJr<T> implements MeasuredCodec {
  private final Class<T> type;
  private final T value;
  private byte[] bytes;

  public JacksonJr(Class<T> type, T value) {
    this.type = type;
    this.value = value;
  }

  @Override
  public int encode() throws Exception {
    bytes = JSON.std.asBytes(value);
    return bytes.length;
  }

  @Override
  public Object decode() throws Exception {
    return JSON.std.beanFrom(type, bytes);
  }
}
