package thaw.function.handler;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import thaw.function.packaging.CodeSource;

/**
 * Has what the class file of a function's handler tells about how the function is called. It loads
 * no class, and does not look into the jars of a package.
 *
 * @param release of Java that it was compiled for
 * @param eventType class of the event, by its full name, or {@code int} or {@code int[]}; empty for
 *     a stream and where the class leaves it open
 */
public record HandlerClass(int release, Optional<String> eventType) {
  /** Java 1.1 had version 45 of the class file format, and each release has the next one since. */
  private static final int VERSION_BEFORE_JAVA_1 = 44;

  private static final String DEFAULT_METHOD = "handleRequest";
  private static final ClassDesc STREAM = ClassDesc.of("java.io.InputStream");
  private static final ClassDesc OBJECT = ClassDesc.of("java.lang.Object");
  private static final ClassDesc CONTEXT =
      ClassDesc.of("com.amazonaws.services.lambda.runtime.Context");

  /**
   * @param handler {@code package.Class::method} or {@code package.Class}
   * @return empty when there is no such class where the code is looked through, or it cannot be
   *     read
   */
  public static Optional<HandlerClass> of(CodeSource code, String handler) {
    String[] names = handler.split("::", 2);
    String file = names[0].replace('.', '/') + ".class";
    try {
      byte[] content =
          switch (code) {
            case CodeSource.Archive archive -> entry(archive.path(), file);
            case CodeSource.Folder folder -> file(folder.path().resolve(file));
            default -> null;
          };
      return content == null
          ? Optional.empty()
          : Optional.of(of(content, names.length > 1 ? names[1] : DEFAULT_METHOD));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // who starts it tells why
    }
  }

  private static byte @Nullable [] entry(Path archive, String name) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        return null;
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return in.readAllBytes();
      }
    }
  }

  private static byte @Nullable [] file(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static HandlerClass of(byte[] classFile, String method) {
    ClassModel model = ClassFile.of().parse(classFile);
    Optional<String> type =
        model.methods().stream()
            .filter(each -> each.methodName().equalsString(method) && isWritten(each))
            .map(each -> each.methodTypeSymbol().parameterList())
            .filter(parameters -> !parameters.isEmpty())
            .max(Comparator.comparingInt(parameters -> parameters.size()))
            .map(parameters -> parameters.getFirst())
            .filter(first -> !first.equals(STREAM) && !first.equals(OBJECT))
            .filter(first -> !first.equals(CONTEXT))
            .map(HandlerClass::name);
    return new HandlerClass(model.majorVersion() - VERSION_BEFORE_JAVA_1, type);
  }

  private static String name(ClassDesc type) {
    return (type.packageName().isEmpty() ? "" : type.packageName() + ".") + type.displayName();
  }

  /** The compiler adds one with the parameters' erased types. */
  private static boolean isWritten(MethodModel method) {
    return method.flags().has(AccessFlag.PUBLIC)
        && !method.flags().has(AccessFlag.BRIDGE)
        && !method.flags().has(AccessFlag.SYNTHETIC);
  }
}
