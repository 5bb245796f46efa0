import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Makes what is too large to be source code: the classes that {@code LoadClasses} loads, as
 * ordinary class files in the package, and the jar that {@code InflateJar} inflates. The build runs
 * it: {@code java Generate.java TARGET_CLASSES RELEASE}. The same input gives the same output.
 */
public final class Generate {
  private static final int CLASSES = 1_000;
  private static final int METHODS = 95;
  private static final int ENTRIES = 128;
  private static final int ENTRY_BYTES = 1 << 20;
  private static final String PACKAGE = "dev.thaw.samples.costs.generated";

  /** In the project's folder, where the build runs it. */
  private static final Path SELF = Path.of("src/build/Generate.java");

  private Generate() {}

  public static void main(String[] arguments) throws IOException {
    Path output = Path.of(arguments[0]);
    Path sources = output.resolveSibling("generated-sources").resolve("classes");
    if (!isCurrent(output.resolve(PACKAGE.replace('.', '/')).resolve("Class0000.class"))) {
      classes(sources, output, arguments[1]);
    }
    Path jar = output.resolve("data/large.jar");
    if (!isCurrent(jar)) {
      Files.createDirectories(jar.getParent());
      jar(jar);
    }
  }

  /** Made since this file was changed. */
  private static boolean isCurrent(Path made) throws IOException {
    return Files.exists(made)
        && Files.getLastModifiedTime(made).compareTo(Files.getLastModifiedTime(SELF)) > 0;
  }

  /**
   * Compiles one class and writes it under a thousand names of the same length, which stand in its
   * file as plain text. To the JVM they are as different as any others.
   */
  private static void classes(Path sources, Path output, String release) throws IOException {
    String first = name(0);
    Files.createDirectories(sources);
    Path source = sources.resolve(first + ".java");
    Files.writeString(source, source(first));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String[] command = {
      "-d", output.toString(), "--release", release, "-proc:none", source.toString()
    };
    if (compiler.run(null, null, null, command) != 0) {
      throw new IOException("the generated class does not compile");
    }
    Path folder = output.resolve(PACKAGE.replace('.', '/'));
    Path compiled = folder.resolve(first + ".class");
    String text = Files.readString(compiled, StandardCharsets.ISO_8859_1);
    for (int i = 1; i < CLASSES; i++) {
      Files.writeString(
          folder.resolve(name(i) + ".class"),
          text.replace(first, name(i)),
          StandardCharsets.ISO_8859_1);
    }
  }

  private static String name(int i) {
    return String.format("Class%04d", i);
  }

  /**
   * Fields, a static initialiser, and methods with loops and branches, which have to be verified.
   */
  private static String source(String name) {
    StringBuilder text = new StringBuilder();
    text.append("package ").append(PACKAGE).append(";\n\n");
    text.append("public final class ").append(name).append(" {\n");
    text.append("  public static long sum;\n\n");
    text.append("  static {\n    sum = method0(3, \"\");\n  }\n");
    for (int i = 0; i < METHODS; i++) {
      text.append("\n  public static long method").append(i).append("(int n, String text) {\n");
      text.append("    long result = ").append(i).append("L;\n");
      text.append("    for (int i = 0; i < n % 4; i++) {\n");
      text.append("      result = result * 31 + (i % 2 == 0 ? text.length() : text.hashCode());\n");
      text.append("      Object last = result > 0 ? (Object) text : Long.valueOf(result);\n");
      text.append("      if (last.equals(\"").append(name).append(i).append("\")) {\n");
      text.append("        result ^= sum;\n      }\n    }\n    return result;\n  }\n");
    }
    return text.append("}\n").toString();
  }

  /** Words in random order, which deflate to about a tenth. */
  private static void jar(Path jar) throws IOException {
    Random random = new Random(42);
    String[] words = new String[500];
    for (int i = 0; i < words.length; i++) {
      StringBuilder word = new StringBuilder();
      for (int length = 4 + random.nextInt(12); length > 0; length--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words[i] = word.append(' ').toString();
    }
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int i = 0; i < ENTRIES; i++) {
        StringBuilder text = new StringBuilder();
        while (text.length() < ENTRY_BYTES) {
          // A word comes several times, so that the jar is small beside what it holds.
          String word = words[random.nextInt(words.length)];
          for (int times = 1 + random.nextInt(8); times > 0; times--) {
            text.append(word);
          }
        }
        text.setLength(ENTRY_BYTES);
        ZipEntry entry = new ZipEntry("text" + i + ".txt");
        entry.setTime(1_767_225_600_000L);
        zip.putNextEntry(entry);
        zip.write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        zip.closeEntry();
      }
    }
  }
}
