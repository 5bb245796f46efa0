package thaw.codecs;

import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;

/** Gson, on a bean, to and from UTF-8. */
public final class GsonBean<T> implements MeasuredCodec {
  private final Gson gson = new Gson();
  private final Class<T> type;
  private final T value;
  private byte[] bytes;

  public GsonBean(Class<T> type, T value) {
    this.type = type;
    this.value = value;
  }

  @Override
  public int encode() {
    bytes = gson.toJson(value).getBytes(StandardCharsets.UTF_8);
    return bytes.length;
  }

  @Override
  public Object decode() {
    return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), type);
  }
}
