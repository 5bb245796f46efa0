package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import thaw.wire.Descriptions;
import thaw.wire.Format;
import thaw.wire.Shape;

/** Sources that were compiled with the processor, into a folder. */
final class CompiledSources {
  /** In which everything is written and read. */
  static final List<Format> FORMATS =
      List.of(Format.JSON, Format.YAML, Format.CBOR, Format.PLAIN_BINARY);

  private static final Pattern NAME =
      Pattern.compile("(?:class|record|interface|enum|@interface) (\\w+)");
  private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");

  private final Path folder;
  private final List<Diagnostic<? extends JavaFileObject>> diagnostics;
  private final ClassLoader loader;

  private CompiledSources(Path folder, List<Diagnostic<? extends JavaFileObject>> diagnostics) {
    this.folder = folder;
    this.diagnostics = diagnostics;
    loader = loader(folder);
  }

  /** Compiles each text as a file; all warnings are errors. */
  static CompiledSources of(Path folder, String... sources) {
    return with(List.of(), folder, sources);
  }

  /** With more folders or jars on the class path. */
  static CompiledSources with(List<Path> classPath, Path folder, String... sources) {
    return with(classPath, List.of(), folder, sources);
  }

  /** With an option for the processor. */
  static CompiledSources withOption(String option, Path folder, String... sources) {
    return with(List.of(), List.of(), List.of(option), folder, sources);
  }

  /** Together with other processors. */
  static CompiledSources with(
      List<Path> classPath, List<Processor> others, Path folder, String... sources) {
    return with(classPath, others, List.of(), folder, sources);
  }

  private static CompiledSources with(
      List<Path> classPath,
      List<Processor> others,
      List<String> given,
      Path folder,
      String... sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
    List<JavaFileObject> files = new ArrayList<>();
    for (String source : sources) {
      files.add(new Source(source));
    }
    StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
    for (Path each : classPath) {
      path.append(java.io.File.pathSeparator).append(each);
    }
    List<String> options = new ArrayList<>(given);
    options.addAll(
        List.of(
            "-d",
            folder.toString(),
            "-cp",
            path.toString(),
            "--release",
            "17",
            "-Xlint:all,-processing,-serial",
            "-Werror"));
    JavaCompiler.CompilationTask task =
        compiler.getTask(new StringWriter(), null, collector, options, null, files);
    List<Processor> processors = new ArrayList<>(others);
    processors.add(new DescriptionProcessor());
    task.setProcessors(processors);
    task.call();
    return new CompiledSources(folder, collector.getDiagnostics());
  }

  private static ClassLoader loader(Path folder) {
    try {
      return new URLClassLoader(
          new URL[] {folder.toUri().toURL()}, CompiledSources.class.getClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without an error and without a warning. */
  CompiledSources clean() {
    assertEquals(List.of(), messages());
    return this;
  }

  /** What the processor or the compiler says, each with its line: {@code 3: no shape for ...}. */
  List<String> messages() {
    List<String> messages = new ArrayList<>();
    for (Diagnostic<? extends JavaFileObject> each : diagnostics) {
      messages.add(each.getLineNumber() + ": " + each.getMessage(null));
    }
    return messages;
  }

  ClassLoader loader() {
    return loader;
  }

  /** The text of a class that the processor wrote. */
  String source(String name) {
    try {
      return Files.readString(folder.resolve(name.replace('.', '/') + ".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a static method without parameters gives. */
  Object call(String type, String method) {
    try {
      var found = loader.loadClass(type).getDeclaredMethod(method);
      found.setAccessible(true);
      return found.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type + "." + method, e);
    }
  }

  /** The shape of a class, as a running program finds it. */
  @SuppressWarnings("unchecked")
  Shape<Object> shape(String type) {
    try {
      Shape<?> shape = Descriptions.of(loader.loadClass(type), loader);
      assertNotNull(shape, type);
      return (Shape<Object>) shape;
    } catch (ClassNotFoundException e) {
      throw new AssertionError(type, e);
    }
  }

  /** The shape that a static field of a class holds. */
  @SuppressWarnings("unchecked")
  Shape<Object> shapeIn(String type, String field) {
    try {
      var found = loader.loadClass(type).getDeclaredField(field);
      found.setAccessible(true);
      return (Shape<Object>) found.get(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type + "." + field, e);
    }
  }

  /**
   * Writes {@code p.Check.sample()} and reads it, in every format, with the shape of its class.
   *
   * @param type of the sample
   * @param json that it is, with ' for "
   */
  void comesBack(String type, String json) {
    comesBack(shape(type), json);
  }

  void comesBack(Shape<Object> shape, String json) {
    Object sample = call("p.Check", "sample");
    assertEquals(json, json(sample, shape));
    for (Format format : FORMATS) {
      byte[] document = format.write(sample, shape);
      Object read = format.read(document, shape);
      assertEquals(json, json(read, shape), format.toString());
      if (sample instanceof Record) {
        assertTrue(hasArray(sample) || sample.equals(read), format + ": " + read);
      }
    }
  }

  private static boolean hasArray(Object sample) {
    for (var component : sample.getClass().getRecordComponents()) {
      if (component.getType().isArray()) {
        return true;
      }
    }
    return false;
  }

  static String json(Object value, Shape<Object> shape) {
    return new String(Format.JSON.write(value, shape), StandardCharsets.UTF_8).replace('"', '\'');
  }

  /** Reads JSON with ' for ". */
  static Object read(String json, Shape<Object> shape) {
    return Format.JSON.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), shape);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///" + path(text)), Kind.SOURCE);
      this.text = text;
    }

    private static String path(String text) {
      Matcher inPackage = PACKAGE.matcher(text);
      String folder = inPackage.find() ? inPackage.group(1).replace('.', '/') + "/" : "";
      Matcher name = NAME.matcher(text);
      return folder + (name.find() ? name.group(1) : "package-info") + ".java";
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
