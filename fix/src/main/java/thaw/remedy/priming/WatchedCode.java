package thaw.remedy.priming;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import thaw.attribution.evidence.PackageClasses;

/**
 * A function's own classes, changed so that each method tells that it runs: how a framework answers
 * a request without the function's own code is tried, and not believed.
 *
 * <p>Own is what {@link FunctionTypes} says, without what a framework has generated.
 */
public final class WatchedCode {
  /** The agent in the guest that replaces classes by those of the jar. */
  private static final String AGENT = "thaw.training.OwnCode";

  /** The folder in which the agent looks for them. */
  private static final String WATCHED = "watched/";

  /** The folder in which the agent has the names of those that could not be changed. */
  private static final String UNWATCHED = "unwatched/";

  private static final MethodTypeDesc ENTERED =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  /**
   * The annotations of generators by their full names, as a project may put an annotation of its
   * own with such a simple name on what people have written. Those of the JDK and of Jakarta EE are
   * not in class files, and Quarkus's classes are synthetic.
   */
  private static final Set<String> GENERATED =
      Set.of(
          "Lio/micronaut/core/annotation/Generated;",
          "Lorg/springframework/aot/generate/Generated;");

  private WatchedCode() {}

  /**
   * Writes a Java agent.
   *
   * @param handler {@code example.Handler::handle}, or without the method
   * @param guest the folder of the agent's own classes
   * @param out is left open
   */
  public static void write(PackageClasses code, String handler, Path guest, OutputStream out)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", AGENT);
    JarOutputStream jar = new JarOutputStream(out, manifest);
    FunctionTypes own = FunctionTypes.of(code, handler);
    for (String name : code.names()) {
      if (own.contains(name)) {
        addOwn(jar, code, name);
      }
    }
    try (Stream<Path> files = Files.walk(guest)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
        add(jar, guest.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    jar.finish();
  }

  private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content);
    jar.closeEntry();
  }

  /** A class that could not be changed is named, so that nothing is called that may run it. */
  private static void addOwn(JarOutputStream jar, PackageClasses code, String name)
      throws IOException {
    String entry = name.replace('.', '/');
    Optional<byte[]> watched;
    try {
      watched = code.find(name).flatMap(WatchedCode::watched);
    } catch (UncheckedIOException | IllegalArgumentException e) { // damaged, or as long as may be
      add(jar, UNWATCHED + entry, new byte[0]);
      return;
    }
    if (watched.isPresent()) {
      add(jar, WATCHED + entry, watched.get());
    }
  }

  /**
   * Each method with its own frames, which code at its beginning does not change: a JVM verifies
   * what an agent gives it. Empty for what is generated.
   */
  static Optional<byte[]> watched(byte[] original) {
    ClassFile format = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS); // makes none
    ClassModel model = format.parse(original);
    if (isGenerated(model)) {
      return Optional.empty();
    }
    String type = model.thisClass().asInternalName().replace('/', '.');
    ClassTransform telling =
        (to, element) -> {
          if (element instanceof MethodModel method && method.code().isPresent()) {
            String name = type + "." + method.methodName().stringValue();
            Telling code =
                new Telling(name, method.code().get().findAttribute(Attributes.stackMapTable()));
            to.transformMethod(method, MethodTransform.transformingCode(code));
          } else {
            to.with(element);
          }
        };
    return Optional.of(format.transformClass(model, telling));
  }

  private record Telling(String method, Optional<StackMapTableAttribute> frames)
      implements CodeTransform {
    @Override
    public void atStart(CodeBuilder to) {
      to.loadConstant(method).invokestatic(ClassDesc.of(AGENT), "entered", ENTERED);
    }

    @Override
    public void accept(CodeBuilder to, CodeElement element) {
      to.with(element);
    }

    @Override
    public void atEnd(CodeBuilder to) {
      frames.ifPresent(own -> to.with(StackMapTableAttribute.of(own.entries())));
    }
  }

  private static boolean isGenerated(ClassModel model) {
    Stream<Annotation> seen =
        model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
            .map(RuntimeVisibleAnnotationsAttribute::annotations)
            .flatMap(List::stream);
    Stream<Annotation> kept =
        model.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
            .map(RuntimeInvisibleAnnotationsAttribute::annotations)
            .flatMap(List::stream);
    return model.flags().has(AccessFlag.SYNTHETIC)
        || Stream.concat(seen, kept)
            .anyMatch(each -> GENERATED.contains(each.className().stringValue()));
  }
}
