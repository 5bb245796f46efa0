package thaw.lab.classloading;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles sources in memory, with all debug information, as builds do. */
final class ModelClasses {
  private static final List<String> OPTIONS =
      List.of("--release", "17", "-g", "-proc:none", "-implicit:none");

  private ModelClasses() {}

  /**
   * @param sources by qualified names
   * @return class files by their paths, in order
   */
  static Map<String, byte[]> compile(Map<String, String> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException("this Java has no compiler: " + System.getProperty("java.home"));
    }
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null)) {
      Classes classes = new Classes(standard);
      List<Source> units =
          sources.entrySet().stream()
              .map(entry -> new Source(entry.getKey(), entry.getValue()))
              .toList();
      if (!compiler.getTask(messages, classes, null, OPTIONS, null, units).call()) {
        throw new IllegalStateException(messages.toString());
      }
      return classes.contents();
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("mem:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what the compiler writes. */
  private static final class Classes extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> files = new TreeMap<>();

    Classes(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      String path = name.replace('.', '/') + kind.extension;
      return new SimpleJavaFileObject(URI.create("mem:///" + path), kind) {
        @Override
        public OutputStream openOutputStream() {
          return files.computeIfAbsent(path, _ -> new ByteArrayOutputStream());
        }
      };
    }

    Map<String, byte[]> contents() {
      Map<String, byte[]> contents = new TreeMap<>();
      files.forEach((path, content) -> contents.put(path, content.toByteArray()));
      return contents;
    }
  }
}
