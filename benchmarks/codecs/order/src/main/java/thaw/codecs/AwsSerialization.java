package thaw.codecs;

import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

/** aws-lambda-java-serialization, as the official runtime client calls it. */
public final class AwsSerialization<T> implements MeasuredCodec {
  private final PojoSerializer<T> serializer;
  private final T value;
  private byte[] bytes;

  public AwsSerialization(Class<T> type, T value) {
    serializer = JacksonFactory.getInstance().getSerializer(type);
    this.value = value;
  }

  @Override
  public int encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    serializer.toJson(value, out);
    bytes = out.toByteArray();
    return bytes.length;
  }

  @Override
  public Object decode() {
    return serializer.fromJson(new ByteArrayInputStream(bytes));
  }
}
