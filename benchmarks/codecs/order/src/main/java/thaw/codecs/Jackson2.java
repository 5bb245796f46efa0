package thaw.codecs;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Jackson 2 databind, on a bean. */
public final class Jackson2<T> implements MeasuredCodec {
  private final ObjectMapper mapper = new ObjectMapper();
  private final Class<T> type;
  private final T value;
  private byte[] bytes;

  public Jackson2(Class<T> type, T value) {
    this.type = type;
    this.value = value;
  }

  @Override
  public int encode() throws Exception {
    bytes = mapper.writeValueAsBytes(value);
    return bytes.length;
  }

  @Override
  public Object decode() throws Exception {
    return mapper.readValue(bytes, type);
  }
}
