package thaw.codecs;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonWriter;

/** dsl-json with the converters that its processor has written. */
public final class DslJsonBean<T> implements MeasuredCodec {
  private final DslJson<Object> json =
      new DslJson<>(new DslJson.Settings<Object>().includeServiceLoader());
  private final JsonWriter writer = json.newWriter(512);
  private final Class<T> type;
  private final T value;

  public DslJsonBean(Class<T> type, T value) {
    this.type = type;
    this.value = value;
  }

  @Override
  public int encode() throws Exception {
    writer.reset();
    json.serialize(writer, value);
    return writer.size();
  }

  @Override
  public Object decode() throws Exception {
    return json.deserialize(type, writer.getByteBuffer(), writer.size());
  }
}
