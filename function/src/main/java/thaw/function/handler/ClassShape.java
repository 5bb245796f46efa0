package thaw.function.handler;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;

/**
 * The description of a class and its methods in a class file, read without loading the class.
 *
 * @param name with {@code /} between packages
 * @param flags access flags, JVMS table 4.1-B
 * @param supertypes superclass and interfaces, with {@code /}
 */
record ClassShape(String name, int flags, List<String> supertypes, List<Method> methods) {
  /**
   * @param flags access flags, JVMS table 4.6-A
   */
  record Method(String name, MethodTypeDesc type, int flags) {
    boolean isPublic() {
      return (flags & ClassFile.ACC_PUBLIC) != 0;
    }

    boolean isStatic() {
      return (flags & ClassFile.ACC_STATIC) != 0;
    }

    /** Returns whether somebody has written it: compilers add bridges, lambdas and accessors. */
    boolean isWritten() {
      return (flags & (ClassFile.ACC_BRIDGE | ClassFile.ACC_SYNTHETIC)) == 0
          && !name.startsWith("<");
    }

    boolean takesContext() {
      return type.parameterList().contains(CONTEXT);
    }

    /** Returns whether the runtime client can call it: the signatures that it does not ignore. */
    boolean hasHandlerSignature() {
      List<ClassDesc> types = type.parameterList();
      return switch (types.size()) {
        case 0, 1 -> true;
        case 2 ->
            types.get(0).equals(OUTPUT) || types.get(1).equals(CONTEXT)
                ? types.get(1).equals(CONTEXT) && !types.get(0).equals(CONTEXT)
                : types.get(0).equals(INPUT) && types.get(1).equals(OUTPUT);
        case 3 -> types.equals(List.of(INPUT, OUTPUT, CONTEXT));
        default -> false;
      };
    }
  }

  private static final ClassDesc INPUT = ClassDesc.of("java.io.InputStream");
  private static final ClassDesc OUTPUT = ClassDesc.of("java.io.OutputStream");
  private static final ClassDesc CONTEXT =
      ClassDesc.of("com.amazonaws.services.lambda.runtime.Context");

  ClassShape {
    supertypes = List.copyOf(supertypes);
    methods = List.copyOf(methods);
  }

  /**
   * @throws IllegalArgumentException when it is no class file, or a newer one than this JDK knows
   */
  static ClassShape parse(byte[] classFile) {
    ClassModel model = ClassFile.of().parse(classFile);
    List<String> interfaces = model.interfaces().stream().map(ClassEntry::asInternalName).toList();
    Optional<String> superclass = model.superclass().map(ClassEntry::asInternalName);
    return new ClassShape(
        model.thisClass().asInternalName(),
        model.flags().flagsMask(),
        java.util.stream.Stream.concat(superclass.stream(), interfaces.stream()).toList(),
        model.methods().stream()
            .map(method ->
                new Method(
                    method.methodName().stringValue(),
                    method.methodTypeSymbol(),
                    method.flags().flagsMask()))
            .toList());
  }

  boolean isPublic() {
    return (flags & ClassFile.ACC_PUBLIC) != 0;
  }

  boolean isAbstract() {
    return (flags & (ClassFile.ACC_ABSTRACT | ClassFile.ACC_INTERFACE)) != 0;
  }

  boolean hasPublicDefaultConstructor() {
    return methods.stream()
        .anyMatch(method ->
            method.name().equals("<init>")
                && method.isPublic()
                && method.type().parameterCount() == 0);
  }
}
