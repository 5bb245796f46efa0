package thaw.model;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** Figures that Thaw brings. */
final class ModelResource {
  private ModelResource() {}

  /**
   * @param file of the class path
   */
  static <T> T read(String file, JsonMapper mapper, Class<T> type) {
    try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(file), file)) {
      return mapper.readValue(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }
}
