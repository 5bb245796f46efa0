package thaw.escape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/** The bytecode of one method: where it allocates, and where each value comes from. */
final class MethodCode {
  private static final Set<String> BOXES =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double");

  private final MethodName name;
  private final String owner;
  private final MethodNode node;
  private final Map<AbstractInsnNode, Integer> offsets = new HashMap<>();
  private final Map<Integer, AbstractInsnNode> instructions = new HashMap<>();
  private final Map<AbstractInsnNode, Integer> lines = new HashMap<>();
  private Frame<SourceValue> @Nullable [] frames;
  private final Origins origins = new Origins();

  MethodCode(MethodName name, String owner, MethodNode node, List<Integer> starts) {
    this.name = name;
    this.owner = owner;
    this.node = node;
    int next = 0;
    int line = 0;
    for (AbstractInsnNode each : node.instructions) {
      if (each instanceof LineNumberNode number) {
        line = number.line;
      } else if (each.getOpcode() >= 0 && next < starts.size()) {
        offsets.put(each, starts.get(next));
        instructions.put(starts.get(next), each);
        lines.put(each, line);
        next++;
      }
    }
  }

  boolean isStatic() {
    return (node.access & Opcodes.ACC_STATIC) != 0;
  }

  Iterable<AbstractInsnNode> instructions() {
    return node.instructions;
  }

  /** Returns the instruction at an offset; null where there is none. */
  @Nullable AbstractInsnNode at(int bci) {
    return instructions.get(bci);
  }

  int bci(AbstractInsnNode instruction) {
    return offsets.getOrDefault(instruction, -1);
  }

  int line(int bci) {
    AbstractInsnNode instruction = instructions.get(bci);
    return instruction == null ? 0 : lines.getOrDefault(instruction, 0);
  }

  /**
   * Returns the sources of the values in the locals and on the stack before an instruction, or null
   * for one that cannot be reached.
   */
  @Nullable Frame<SourceValue> before(AbstractInsnNode instruction) {
    Frame<SourceValue>[] analyzed = frames();
    int index = node.instructions.indexOf(instruction);
    return index < analyzed.length ? analyzed[index] : null;
  }

  /** Returns whether it allocates nothing, or is known where its values come from. */
  boolean isKnown() {
    return sites().isEmpty() || frames().length > 0;
  }

  private Frame<SourceValue>[] frames() {
    Frame<SourceValue>[] analyzed = frames;
    if (analyzed == null) {
      analyzed = analyzed();
      frames = analyzed;
    }
    return analyzed;
  }

  @SuppressWarnings("unchecked") // of an empty array
  private Frame<SourceValue>[] analyzed() {
    try {
      return new Analyzer<>(origins).analyze(owner, node);
    } catch (AnalyzerException _) {
      // Bytecode that the JVM verifies otherwise, or not at all.
      return (Frame<SourceValue>[]) new Frame<?>[0];
    }
  }

  /**
   * Returns the instruction from which a parameter's value comes. In an instance method, parameter
   * 0 is {@code this}.
   */
  @Nullable AbstractInsnNode parameter(int index) {
    before(node.instructions.getFirst());
    int local = isStatic() ? 0 : 1;
    Type[] types = Type.getArgumentTypes(node.desc);
    int declared = isStatic() ? index : index - 1;
    if (declared < 0) {
      return origins.parameter(0);
    }
    for (int i = 0; i < declared && i < types.length; i++) {
      local += types[i].getSize();
    }
    return origins.parameter(local);
  }

  /** The number of the parameter that this origin stands for; -1 where it is none. */
  int parameterOf(AbstractInsnNode origin) {
    int count = Type.getArgumentTypes(node.desc).length + (isStatic() ? 0 : 1);
    for (int i = 0; i < count; i++) {
      if (origin == parameter(i)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the allocating instructions in the order of the bytecode. */
  List<Site> sites() {
    List<Site> sites = new ArrayList<>();
    for (AbstractInsnNode each : node.instructions) {
      Site site = site(each);
      if (site != null) {
        sites.add(site);
      }
    }
    return sites;
  }

  /** Returns the site of an instruction; null where the instruction does not allocate. */
  @Nullable Site site(AbstractInsnNode instruction) {
    return switch (instruction) {
      case TypeInsnNode made when made.getOpcode() == Opcodes.NEW ->
          site(instruction, Site.Kind.OBJECT, simple(Type.getObjectType(made.desc)), "");
      case TypeInsnNode made when made.getOpcode() == Opcodes.ANEWARRAY ->
          site(instruction, Site.Kind.ARRAY, simple(Type.getObjectType(made.desc)) + "[]", "");
      case IntInsnNode made when made.getOpcode() == Opcodes.NEWARRAY ->
          site(instruction, Site.Kind.ARRAY, primitive(made.operand) + "[]", "");
      case MultiANewArrayInsnNode made ->
          site(instruction, Site.Kind.ARRAY, simple(Type.getType(made.desc)), "");
      case MethodInsnNode call
          when call.name.equals("valueOf")
              && BOXES.contains(call.owner)
              && isOfPrimitive(Type.getArgumentTypes(call.desc)) ->
          site(instruction, Site.Kind.BOX, simple(Type.getObjectType(call.owner)), "");
      case InvokeDynamicInsnNode dynamic
          when dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
              && Type.getArgumentTypes(dynamic.desc).length > 0 ->
          site(
              instruction,
              Site.Kind.LAMBDA,
              simple(Type.getReturnType(dynamic.desc)),
              dynamic.bsmArgs.length > 1 && dynamic.bsmArgs[1] instanceof Handle target
                  ? runs(target)
                  : "");
      default -> null;
    };
  }

  private static boolean isOfPrimitive(Type[] arguments) {
    return arguments.length == 1 && arguments[0].getSort() < Type.ARRAY;
  }

  private String runs(Handle target) {
    String method = target.getName();
    return method.startsWith("lambda$")
        ? "lambda"
        : simple(Type.getObjectType(target.getOwner()))
            + "::"
            + (method.equals("<init>") ? "new" : method);
  }

  private Site site(AbstractInsnNode at, Site.Kind kind, String type, String detail) {
    int bci = bci(at);
    return new Site(new At(name, bci), kind, type, detail, line(bci));
  }

  private static String simple(Type type) {
    String name = type.getClassName();
    return MethodName.simple(name);
  }

  private static String primitive(int code) {
    return switch (code) {
      case Opcodes.T_BOOLEAN -> "boolean";
      case Opcodes.T_CHAR -> "char";
      case Opcodes.T_FLOAT -> "float";
      case Opcodes.T_DOUBLE -> "double";
      case Opcodes.T_BYTE -> "byte";
      case Opcodes.T_SHORT -> "short";
      case Opcodes.T_INT -> "int";
      default -> "long";
    };
  }
}
