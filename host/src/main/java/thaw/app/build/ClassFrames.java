package thaw.app.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files from before Java 6 in the form of Java 6, with the frames that its verifier reads:
 * the JVM puts no older ones into a class archive. Where it does not accept a frame, it verifies
 * the class as it did before (JVMS 4.10), and leaves it out of the archive.
 */
final class ClassFrames {
  private static final int MAJOR_VERSION = 6;
  private static final String OBJECT = "java/lang/Object";

  /** Modifiers that an abstract method of Java 5 cannot have, and one before it can. */
  private static final int NEVER_ABSTRACT = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STRICT;

  private final Function<String, Optional<byte[]>> files;
  private final Map<String, Type> types = new HashMap<>();

  /** A class by what decides over frames. */
  private record Type(String above, boolean isInterface) {}

  /** A class file is left as it is. */
  private static final class Left extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /**
   * @param files of the package by internal names; the JDK's are found without it
   */
  ClassFrames(Function<String, Optional<byte[]>> files) {
    this.files = files;
  }

  /**
   * Returns whether a class file is from before Java 6.
   *
   * @param head its first 8 bytes, or more
   */
  static boolean isOld(byte[] head) {
    return head.length > MAJOR_VERSION + 1
        && (head[0] & 0xff) == 0xca
        && (head[1] & 0xff) == 0xfe
        && ((head[MAJOR_VERSION] & 0xff) << 8 | head[MAJOR_VERSION + 1] & 0xff) < Opcodes.V1_6;
  }

  /**
   * Returns a class file in the new form; empty where it is no old one, or cannot have that form: a
   * type that it needs is missing, or it has subroutines, which compilers made of finally.
   */
  Optional<byte[]> of(byte[] file) {
    if (!isOld(file)) {
      return Optional.empty();
    }
    try {
      ClassReader reader = new ClassReader(file);
      ClassWriter writer = new Writer();
      reader.accept(new Raised(writer), 0);
      return Optional.of(writer.toByteArray());
    } catch (RuntimeException e) { // ASM names no type for what it cannot read or compute
      return Optional.empty();
    }
  }

  private Type type(String name) {
    Type known = types.get(name);
    if (known == null) {
      ClassReader reader =
          new ClassReader(files.apply(name).or(() -> ofJdk(name)).orElseThrow(Left::new));
      known =
          new Type(
              reader.getSuperName() == null ? OBJECT : reader.getSuperName(),
              (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0);
      types.put(name, known);
    }
    return known;
  }

  private static Optional<byte[]> ofJdk(String name) {
    try (InputStream in =
        ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + name + ": " + e, e);
    }
  }

  /** Computes frames without loading a class; a writer that knew the reader would copy methods. */
  private final class Writer extends ClassWriter {
    Writer() {
      super(COMPUTE_FRAMES);
    }

    @Override
    protected String getCommonSuperClass(String one, String other) {
      if (type(one).isInterface() || type(other).isInterface()) {
        return OBJECT;
      }
      Set<String> above = new HashSet<>();
      for (String each = one; above.add(each); each = type(each).above()) {}
      String common = other;
      while (!above.contains(common)) {
        common = type(common).above();
      }
      return common;
    }
  }

  private static final class Raised extends ClassVisitor {
    Raised(ClassWriter next) {
      super(Opcodes.ASM9, next);
    }

    /** The JVM takes an old interface for abstract, whatever its file says. */
    @Override
    public void visit(
        int version, int access, String name, String generic, String above, String[] interfaces) {
      boolean isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
      super.visit(
          Opcodes.V1_6,
          isInterface ? access | Opcodes.ACC_ABSTRACT : access,
          name,
          generic,
          above,
          interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String generic, String[] exceptions) {
      if ((access & Opcodes.ACC_ABSTRACT) != 0 && (access & NEVER_ABSTRACT) != 0) {
        throw new Left();
      }
      return super.visitMethod(access, name, descriptor, generic, exceptions);
    }
  }
}
