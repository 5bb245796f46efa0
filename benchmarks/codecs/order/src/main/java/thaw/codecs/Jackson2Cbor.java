package thaw.codecs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;

/** Jackson 2 databind in CBOR, on a bean. */
public final class Jackson2Cbor<T> implements MeasuredCodec {
  private final ObjectMapper mapper = new CBORMapper();
  private final Class<T> type;
  private final T value;
  private byte[] bytes;

  public Jackson2Cbor(Class<T> type, T value) {
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
