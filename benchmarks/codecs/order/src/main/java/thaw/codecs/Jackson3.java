package thaw.codecs;

import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Jackson 3 databind, on a bean. */
public final class Jackson3<T> implements MeasuredCodec {
  private final ObjectMapper mapper = new JsonMapper();
  private final Class<T> type;
  private final T value;
  private byte[] bytes;

  public Jackson3(Class<T> type, T value) {
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
