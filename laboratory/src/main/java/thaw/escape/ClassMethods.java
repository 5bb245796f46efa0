package thaw.escape;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of one class file.
 *
 * <p>ASM has the analysis of data flow, and does not tell at which offset an instruction stands;
 * the JDK's own reader does. Both have the instructions in the same order.
 */
final class ClassMethods {
  private static final int MAJOR_VERSION = 7; // the lower byte of it

  private final ClassNode node;
  private final Map<String, List<Integer>> offsets;
  private final Map<MethodName, Optional<MethodCode>> methods = new HashMap<>();

  private ClassMethods(ClassNode node, Map<String, List<Integer>> offsets) {
    this.node = node;
    this.offsets = offsets;
  }

  static ClassMethods of(byte[] bytes) {
    byte[] readable = bytes.clone();
    // Versions newer than the libraries know have had the same form for many releases.
    readable[MAJOR_VERSION] = (byte) Math.min(readable[MAJOR_VERSION], Opcodes.V25 & 0xFF);
    ClassNode node = new ClassNode();
    new ClassReader(readable).accept(node, ClassReader.SKIP_FRAMES);
    Map<String, List<Integer>> offsets = new HashMap<>();
    for (MethodModel method : ClassFile.of().parse(readable).methods()) {
      method
          .code()
          .ifPresent(code -> {
            List<Integer> starts = new ArrayList<>();
            int at = 0;
            for (CodeElement element : code) {
              if (element instanceof Instruction instruction) {
                starts.add(at);
                at += instruction.sizeInBytes();
              }
            }
            offsets.put(
                method.methodName().stringValue() + method.methodType().stringValue(), starts);
          });
    }
    return new ClassMethods(node, offsets);
  }

  /** {@code Reader.java}; empty where the class file does not say. */
  String sourceFile() {
    return node.sourceFile == null ? "" : node.sourceFile;
  }

  /**
   * Returns the code of a method; null where there is none with this name and descriptor, or it has
   * no bytecode.
   */
  @Nullable MethodCode method(MethodName method) {
    return methods.computeIfAbsent(method, this::read).orElse(null);
  }

  private Optional<MethodCode> read(MethodName method) {
    String signature = method.name() + method.descriptor();
    for (MethodNode each : node.methods) {
      List<Integer> starts = offsets.get(each.name + each.desc);
      if (starts != null && !starts.isEmpty() && signature.equals(each.name + each.desc)) {
        return Optional.of(new MethodCode(method, node.name, each, starts));
      }
    }
    return Optional.empty();
  }
}
