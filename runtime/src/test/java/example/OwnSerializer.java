package example;

import com.amazonaws.services.lambda.runtime.CustomPojoSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

/** A function's own serializer: everything is text. */
public class OwnSerializer implements CustomPojoSerializer {
  @Override
  @SuppressWarnings("unchecked")
  public <T> T fromJson(InputStream input, Type type) {
    try {
      return (T) ("own(" + new String(input.readAllBytes(), StandardCharsets.UTF_8) + ")");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T fromJson(String input, Type type) {
    return (T) input;
  }

  @Override
  public <T> void toJson(T value, OutputStream output, Type type) {
    try {
      output.write(("own:" + value).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
