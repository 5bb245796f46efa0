package thaw.remedy.priming;

import java.io.IOException;
import java.io.OutputStream;
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
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
 * <p>Own is what is of none of the libraries that frameworks consist of, and what no framework has
 * generated.
 */
public final class WatchedCode {
  /** Of the guest, which replaces classes by those of the jar. */
  private static final String AGENT = "thaw.training.OwnCode";

  /** Where the agent looks for them. */
  private static final String FOLDER = "watched/";

  private static final MethodTypeDesc ENTERED =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  /** Frameworks, and what they are built of: a request may run through it. */
  private static final List<String> LIBRARIES =
      List.of(
          "ch.qos.logback.",
          "com.amazonaws.serverless.",
          "com.amazonaws.services.lambda.",
          "com.fasterxml.",
          "com.sun.",
          "io.micrometer.",
          "io.micronaut.",
          "io.netty.",
          "io.quarkus.",
          "io.smallrye.",
          "io.vertx.",
          "jakarta.",
          "java.",
          "javax.",
          "kotlin.",
          "org.aopalliance.",
          "org.apache.commons.",
          "org.apache.logging.",
          "org.crac.",
          "org.eclipse.microprofile.",
          "org.glassfish.",
          "org.hibernate.validator.",
          "org.jboss.",
          "org.reactivestreams.",
          "org.slf4j.",
          "org.springframework.",
          "org.wildfly.common.",
          "org.yaml.snakeyaml.",
          "reactor.",
          "software.amazon.awssdk.",
          "tools.jackson.");

  private WatchedCode() {}

  /**
   * Writes a Java agent.
   *
   * @param guest the folder of the agent's own classes
   * @param out is left open
   */
  public static void write(PackageClasses code, Path guest, OutputStream out) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", AGENT);
    JarOutputStream jar = new JarOutputStream(out, manifest);
    for (String name : code.names()) {
      if (isOwn(name)) {
        Optional<byte[]> watched = code.find(name).flatMap(WatchedCode::watched);
        if (watched.isPresent()) {
          add(jar, FOLDER + name.replace('.', '/'), watched.get());
        }
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

  /**
   * @param className binary
   */
  static boolean isOwn(String className) {
    return LIBRARIES.stream().noneMatch(className::startsWith);
  }

  /** Without frames of types, as they need not be verified again. Empty for what is generated. */
  static Optional<byte[]> watched(byte[] original) {
    ClassFile format = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);
    ClassModel model = format.parse(original);
    if (isGenerated(model)) {
      return Optional.empty();
    }
    String type = model.thisClass().asInternalName().replace('/', '.');
    ClassTransform telling =
        (to, element) -> {
          if (element instanceof MethodModel method && method.code().isPresent()) {
            String name = type + "." + method.methodName().stringValue();
            to.transformMethod(method, MethodTransform.transformingCode(new Telling(name)));
          } else {
            to.with(element);
          }
        };
    return Optional.of(format.transformClass(model, telling));
  }

  private record Telling(String method) implements CodeTransform {
    @Override
    public void atStart(CodeBuilder to) {
      to.loadConstant(method).invokestatic(ClassDesc.of(AGENT), "entered", ENTERED);
    }

    @Override
    public void accept(CodeBuilder to, CodeElement element) {
      to.with(element);
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
            .anyMatch(each -> each.classSymbol().displayName().equals("Generated"));
  }
}
