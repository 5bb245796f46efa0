package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The classes that {@code protoc} makes of a schema. */
final class ProtocClasses {
  private static final Path PROTOC = Path.of("target", "protoc");
  private static final String TIMESTAMP = "google/protobuf/timestamp.proto";

  private final ClassLoader loader;

  private ProtocClasses(ClassLoader loader) {
    this.loader = loader;
  }

  /** Makes classes of a file in a folder, and compiles them there. */
  static ProtocClasses of(Path folder, String proto) {
    try {
      Path imports = folder.resolve("imports").resolve(TIMESTAMP);
      Files.createDirectories(imports.getParent());
      try (InputStream timestamp = Message.class.getResourceAsStream("/" + TIMESTAMP)) {
        Files.copy(timestamp, imports);
      }
      Path sources = Files.createDirectory(folder.resolve("protoc"));
      Path protoc = Files.copy(PROTOC, folder.resolve("protoc.exe"));
      protoc.toFile().setExecutable(true);
      Process process =
          new ProcessBuilder(
                  protoc.toString(),
                  "--java_out=" + sources,
                  "-I" + folder,
                  "-I" + folder.resolve("imports"),
                  proto)
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes());
      assertEquals(0, process.waitFor(), said);
      assertEquals("", said);
      Path classes = Files.createDirectory(folder.resolve("protoc-classes"));
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "-nowarn",
                  "-d",
                  classes.toString(),
                  "-cp",
                  System.getProperty("java.class.path")));
      arguments.add("-proc:none");
      try (Stream<Path> files = Files.walk(sources)) {
        files.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
      }
      int result =
          ToolProvider.getSystemJavaCompiler()
              .run(null, null, null, arguments.toArray(new String[0]));
      assertEquals(0, result);
      return new ProtocClasses(
          new URLClassLoader(
              new URL[] {classes.toUri().toURL()}, ProtocClasses.class.getClassLoader()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** A message of a class, with nothing in it. */
  Message message(String type) {
    try {
      return (Message) loader.loadClass(type).getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type, e);
    }
  }
}
