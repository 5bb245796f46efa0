package thaw.wire.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import thaw.wire.Descriptions;
import thaw.wire.Format;
import thaw.wire.Shape;

/** The classes of the events library, and our shapes of them. */
final class EventTypes {
  private EventTypes() {}

  /** All that a handler may take or return: its concrete classes that are in no other one. */
  static List<Class<?>> all() {
    String folder = SQSEvent.class.getPackageName().replace('.', '/') + "/";
    List<Class<?>> types = new ArrayList<>();
    try (JarFile jar = new JarFile(jar().toFile())) {
      for (String name : jar.stream().map(entry -> entry.getName()).sorted().toList()) {
        if (name.matches(folder + "[^/$]+\\.class")) {
          Class<?> type = Class.forName(name.replace('/', '.').replace(".class", ""));
          if (!Modifier.isAbstract(type.getModifiers())) {
            types.add(type);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
    types.add(S3EventNotification.class);
    return types;
  }

  private static Path jar() {
    try {
      return Path.of(SQSEvent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("unchecked")
  static <T> Shape<T> shape(Class<T> type) {
    return (Shape<T>)
        Objects.requireNonNull(
            Descriptions.of(type, EventTypes.class.getClassLoader()),
            "no description of " + type.getName());
  }

  static <T> T read(String json, Class<T> type) {
    return Format.JSON.read(json.getBytes(UTF_8), shape(type));
  }

  /** As a runtime writes what a handler returns: without nulls. */
  @SuppressWarnings("unchecked")
  static <T> String write(T value) {
    return new String(
        Format.JSON
            .writer()
            .omitNulls(true)
            .write(value, shape((Class<T>) value.getClass()))
            .toByteArray(),
        UTF_8);
  }
}
