import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Gives class files from before Java 6 in the jars of a folder the form of Java 6, with the stack
 * maps that its verifier reads: the JVM takes no older ones into the launcher's AOT cache, but
 * parses and verifies them at each start. Instructions stay, and so does all else of a jar. The
 * build runs this source: {@code java ClassFrames.java FOLDER}.
 */
final class ClassFrames {
  private static final int VERSION = ClassFile.JAVA_6_VERSION;

  /** Of a class file: its last two bytes are the version. */
  private static final int HEAD = 8;

  private static final String NOTICE = "META-INF/changed-by-thaw.txt";
  private static final byte[] WORDS =
      """
      This is a copy that the build of Thaw has changed: class files from before Java 6 have the
      version of Java 6 and stack maps. Instructions are as they were.
      """
          .getBytes(StandardCharsets.UTF_8);

  private final ClassFile files;

  private ClassFrames(ClassLoader libraries) {
    this.files =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(libraries)));
  }

  public static void main(String[] arguments) throws IOException {
    File[] jars = new File(arguments[0]).listFiles((_, name) -> name.endsWith(".jar"));
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toURI().toURL();
    }
    try (URLClassLoader libraries =
        new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      ClassFrames frames = new ClassFrames(libraries);
      for (File jar : jars) {
        frames.change(jar.toPath());
      }
    }
  }

  private void change(Path jar) throws IOException {
    Path copy = jar.resolveSibling(jar.getFileName() + ".new");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Map<String, byte[]> changed = changed(zip);
      if (changed.isEmpty()) {
        return;
      }
      try (OutputStream out = Files.newOutputStream(copy);
          ZipOutputStream written = new ZipOutputStream(out)) {
        ZipEntry notice = new ZipEntry(NOTICE);
        for (ZipEntry entry : Collections.list(zip.entries())) {
          byte[] bytes = changed.get(entry.getName());
          write(written, entry, bytes == null ? bytes(zip, entry) : bytes);
          notice.setTimeLocal(entry.getTimeLocal());
        }
        write(written, notice, WORDS);
      }
    }
    Files.move(copy, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns old classes by their names, in the new form; none of a signed jar. */
  private Map<String, byte[]> changed(ZipFile zip) throws IOException {
    Map<String, byte[]> changed = new LinkedHashMap<>();
    for (ZipEntry entry : Collections.list(zip.entries())) {
      if (entry.getName().matches("META-INF/[^/]*\\.SF")) {
        return Map.of();
      }
      if (entry.getName().endsWith(".class") && isOld(zip, entry)) {
        framed(bytes(zip, entry)).ifPresent(each -> changed.put(entry.getName(), each));
      }
    }
    return changed;
  }

  private static boolean isOld(ZipFile zip, ZipEntry entry) throws IOException {
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] head = in.readNBytes(HEAD);
      return head.length == HEAD && head[HEAD - 1] < VERSION;
    }
  }

  /** Returns nothing where a type that is needed is missing, or where the class has subroutines. */
  private Optional<byte[]> framed(byte[] file) {
    ClassTransform raised = ClassTransform.endHandler(made -> made.withVersion(VERSION, 0));
    try {
      byte[] framed =
          files.transformClass(
              files.parse(file),
              ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL).andThen(raised));
      return files.verify(framed).isEmpty() ? Optional.of(framed) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static byte[] bytes(ZipFile zip, ZipEntry entry) throws IOException {
    try (InputStream in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static void write(ZipOutputStream written, ZipEntry entry, byte[] bytes)
      throws IOException {
    ZipEntry copy = new ZipEntry(entry);
    if (entry.getMethod() == ZipEntry.STORED) {
      CRC32 sum = new CRC32();
      sum.update(bytes);
      copy.setSize(bytes.length);
      copy.setCompressedSize(bytes.length);
      copy.setCrc(sum.getValue());
    }
    written.putNextEntry(copy);
    written.write(bytes);
    written.closeEntry();
  }
}
