package thaw.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** A file of properties that lies among our classes. */
public final class ResourceProperties {
  private final Properties properties = new Properties();

  /**
   * @param name as the class finds it
   */
  public ResourceProperties(Class<?> beside, String name) {
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + name, e);
    }
  }

  /** Returns a property, which must be there. */
  public String text(String key) {
    return Objects.requireNonNull(properties.getProperty(key), key);
  }

  public double number(String key) {
    return Double.parseDouble(text(key));
  }
}
