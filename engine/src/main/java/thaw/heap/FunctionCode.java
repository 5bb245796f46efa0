package thaw.heap;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of a function, and values that it is given from outside.
 *
 * @param root its exploded package: classes, and jars in {@code lib}
 * @param given texts that are the same in every clone by intention, such as variables
 */
public record FunctionCode(Path root, Collection<String> given) {
  /**
   * The packages of libraries: a class in one of them is not the function's own, also where a
   * deployment package has all classes in one tree.
   */
  private static final List<String> LIBRARIES =
      List.of(
          "software.amazon.",
          "com.amazonaws.",
          "io.netty.",
          "org.apache.",
          "com.fasterxml.",
          "com.google.",
          "org.springframework.",
          "io.micronaut.",
          "io.quarkus.",
          "io.opentelemetry.",
          "org.slf4j.",
          "ch.qos.",
          "org.bouncycastle.",
          "org.crac.",
          "reactor.",
          "kotlin.",
          "kotlinx.",
          "scala.",
          "jakarta.",
          "javax.");

  /** The constants of a class file. */
  record Constants(Set<String> texts, Set<Long> longs, Set<String> uses) {
    static final Constants NONE = new Constants(Set.of(), Set.of(), Set.of());
  }

  boolean isLibrary(String className) {
    return LIBRARIES.stream().anyMatch(className::startsWith)
        || !Files.isRegularFile(root.resolve(file(className)));
  }

  private static String file(String className) {
    return className.replace('.', '/') + ".class";
  }

  /** None when there is no such class file, as of classes that are made while a program runs. */
  Constants constants(String className) {
    try {
      Path file = root.resolve(file(className));
      Optional<byte[]> bytes =
          Files.isRegularFile(file)
              ? Optional.of(Files.readAllBytes(file))
              : inLibraries(file(className));
      return bytes.map(FunctionCode::constants).orElse(Constants.NONE);
    } catch (IOException | IllegalArgumentException e) {
      return Constants.NONE;
    }
  }

  private Optional<byte[]> inLibraries(String name) throws IOException {
    Path lib = root.resolve("lib");
    if (!Files.isDirectory(lib)) {
      return Optional.empty();
    }
    List<Path> jars;
    try (Stream<Path> files = Files.list(lib)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        ZipEntry entry = zip.getEntry(name);
        if (entry != null) {
          try (InputStream content = zip.getInputStream(entry)) {
            return Optional.of(content.readAllBytes());
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Constants constants(byte[] classFile) {
    Set<String> texts = new HashSet<>();
    Set<Long> longs = new HashSet<>();
    Set<String> uses = new HashSet<>();
    for (PoolEntry entry : ClassFile.of().parse(classFile).constantPool()) {
      switch (entry) {
        case StringEntry text -> texts.add(text.stringValue());
        case LongEntry number -> longs.add(number.longValue());
        case MemberRefEntry member ->
            uses.add(
                member.owner().name().stringValue()
                    + "."
                    + member.name().stringValue()
                    + member.type().stringValue());
        default -> {}
      }
    }
    return new Constants(texts, longs, uses);
  }
}
