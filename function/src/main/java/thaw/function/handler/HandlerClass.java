package thaw.function.handler;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassSignature;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Signature;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;

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

  /** A class that extends itself, which no compiler makes, has no end. */
  private static final int MOST_BASES = 20;

  private static final List<String> OUTPUTS =
      List.of("target/classes", "build/classes/java/main", "build/classes/kotlin/main");

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
    HandlerName name = HandlerName.of(handler);
    try {
      return classOf(code, name.className())
          .map(model ->
              new HandlerClass(
                  model.majorVersion() - VERSION_BEFORE_JAVA_1,
                  eventType(code, model, name.method(), Map.of(), 0)
                      .filter(first -> !first.equals(STREAM) && !first.equals(OBJECT))
                      .filter(first -> !first.equals(CONTEXT))
                      .map(HandlerClass::name)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // who starts it tells why
    }
  }

  /** Returns a class of the code, or of one of its libraries. */
  static Optional<ClassModel> anywhere(CodeSource code, String name) {
    return classOf(code, name).or(() -> ofLibraries(code, name));
  }

  private static Optional<ClassModel> ofLibraries(CodeSource code, String name) {
    String file = name.replace('.', '/') + ".class";
    try {
      for (Path library : libraries(code)) {
        byte[] content = entry(library, file);
        if (content != null) {
          return Optional.of(ClassFile.of().parse(content));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // who starts it tells why
    }
  }

  private static List<Path> libraries(CodeSource code) throws IOException {
    if (code instanceof CodeSource.Built built) {
      return built.libraries().stream().filter(Files::isRegularFile).toList();
    }
    return code instanceof CodeSource.Folder
        ? ClassSearch.jarsIn(code.path().resolve("lib"))
        : List.of();
  }

  /** Returns the class where the code is looked through. */
  private static Optional<ClassModel> classOf(CodeSource code, String name) {
    String file = name.replace('.', '/') + ".class";
    try {
      byte[] content =
          switch (code) {
            case CodeSource.Archive archive -> entry(archive.path(), file);
            case CodeSource.Folder folder -> file(folder.path(), file);
            case CodeSource.Built built -> file(built.classes(), file);
            case CodeSource.Project project -> file(outputs(project.path()), file);
            case CodeSource.Image _ -> null;
          };
      return Optional.ofNullable(content).map(ClassFile.of()::parse);
    } catch (IOException e) {
      return Optional.empty(); // who starts it tells why
    }
  }

  private static byte @Nullable [] entry(Path archive, String name) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      ZipEntry packaged = zip.getEntry(DeploymentPackage.OWN_CLASSES);
      if (entry == null && packaged == null) {
        return null;
      }
      try (InputStream in = zip.getInputStream(entry == null ? packaged : entry)) {
        return entry == null ? inJar(in, name) : in.readAllBytes();
      }
    }
  }

  private static byte @Nullable [] inJar(InputStream jar, String name) throws IOException {
    try (ZipInputStream in = new ZipInputStream(jar)) {
      for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
        if (each.getName().equals(name)) {
          return in.readAllBytes();
        }
      }
      return null;
    }
  }

  /** Where an earlier build has put the classes of a module. */
  private static List<Path> outputs(Path module) {
    return OUTPUTS.stream().map(module::resolve).filter(Files::isDirectory).toList();
  }

  private static byte @Nullable [] file(List<Path> folders, String name) throws IOException {
    for (Path folder : folders) {
      byte[] content = file(folder, name);
      if (content != null) {
        return content;
      }
    }
    return null;
  }

  private static byte @Nullable [] file(Path folder, String name) throws IOException {
    try {
      return Files.readAllBytes(folder.resolve(name));
    } catch (NoSuchFileException e) {
      Path packaged = folder.resolve(DeploymentPackage.OWN_CLASSES);
      return Files.isRegularFile(packaged) ? entry(packaged, name) : null;
    }
  }

  /**
   * Returns the type of the method's first parameter, be it the class's own or one of those that it
   * extends.
   *
   * @param given what the class's own type parameters stand for
   */
  private static Optional<ClassDesc> eventType(
      CodeSource code, ClassModel model, String method, Map<String, ClassDesc> given, int depth) {
    Optional<MethodModel> written =
        model.methods().stream()
            .filter(each -> each.methodName().equalsString(method) && isWritten(each))
            .filter(each -> each.methodTypeSymbol().parameterCount() > 0)
            .max(Comparator.comparingInt(each -> each.methodTypeSymbol().parameterCount()));
    if (written.isPresent()) {
      ClassDesc erased = written.get().methodTypeSymbol().parameterType(0);
      return Optional.of(
          written
              .get()
              .findAttribute(Attributes.signature())
              .map(signature -> signature.asMethodSignature().arguments().getFirst())
              .flatMap(first -> meant(first, given))
              .orElse(erased));
    }
    Optional<ClassModel> base =
        depth < MOST_BASES
            ? model
                .superclass()
                .flatMap(above -> classOf(code, above.asInternalName().replace('/', '.')))
            : Optional.empty();
    return base.flatMap(
        above -> eventType(code, above, method, arguments(model, above, given), depth + 1));
  }

  /** Returns what the type parameters of a base class stand for. */
  private static Map<String, ClassDesc> arguments(
      ClassModel model, ClassModel base, Map<String, ClassDesc> given) {
    Optional<ClassSignature> own =
        model.findAttribute(Attributes.signature()).map(SignatureAttribute::asClassSignature);
    Optional<ClassSignature> above =
        base.findAttribute(Attributes.signature()).map(SignatureAttribute::asClassSignature);
    if (own.isEmpty() || above.isEmpty()) {
      return Map.of();
    }
    List<Signature.TypeArg> arguments = own.get().superclassSignature().typeArgs();
    List<Signature.TypeParam> parameters = above.get().typeParameters();
    Map<String, ClassDesc> found = new HashMap<>();
    for (int i = 0; i < Math.min(arguments.size(), parameters.size()); i++) {
      String name = parameters.get(i).identifier();
      if (arguments.get(i) instanceof Signature.TypeArg.Bounded bounded) {
        meant(bounded.boundType(), given).ifPresent(type -> found.put(name, type));
      }
    }
    return found;
  }

  /** Returns the class of a type, where it is a class or a type parameter that stands for one. */
  private static Optional<ClassDesc> meant(Signature type, Map<String, ClassDesc> given) {
    return switch (type) {
      case Signature.ClassTypeSig of -> Optional.of(of.classDesc());
      case Signature.TypeVarSig variable -> Optional.ofNullable(given.get(variable.identifier()));
      default -> Optional.empty();
    };
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
