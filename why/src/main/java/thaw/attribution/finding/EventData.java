package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;

/**
 * Whether a call is given what changes with the event. A method's parameters may, and fields of
 * objects, but those of the handler itself, of which there is one; so may all that is computed from
 * them, and every object that they are handed to or stored in. Says yes where it cannot tell.
 */
final class EventData {
  private final MethodNode method;
  private final Frame<SourceValue>[] frames;
  private final String handler;
  private final Set<AbstractInsnNode> changing = new HashSet<>();

  private EventData(MethodNode method, Frame<SourceValue>[] frames, String handler) {
    this.method = method;
    this.frames = frames;
    this.handler = handler;
  }

  /**
   * @param call a call, or the making of an object
   * @param handlerClass binary name
   */
  static boolean isTakenBy(CallSite call, AnalysisContext examined, String handlerClass) {
    List<CallSite> calls =
        examined.code().find(call.in()).stream()
            .flatMap(found -> found.sites().stream())
            .filter(CallSite::isCall)
            .toList();
    int index = calls.indexOf(called(call, calls));
    byte[] bytes = examined.evidence().classes().find(call.in().className()).orElse(new byte[0]);
    if (index < 0 || bytes.length == 0) {
      return true;
    }
    try {
      ClassNode owner = new ClassNode();
      new ClassReader(bytes).accept(owner, ClassReader.SKIP_DEBUG);
      for (MethodNode method : owner.methods) {
        if (method.name.equals(call.in().name()) && method.desc.equals(call.in().descriptor())) {
          Frame<SourceValue>[] frames =
              new Analyzer<>(new Parameters()).analyze(owner.name, method);
          return new EventData(method, frames, handlerClass.replace('.', '/')).isTakenBy(index);
        }
      }
      return true;
    } catch (AnalyzerException | IllegalArgumentException e) {
      return true; // a class file that is newer than what reads it
    }
  }

  /** An object's class is loaded before its constructor is called. */
  private static CallSite called(CallSite site, List<CallSite> calls) {
    return site.kind() != CallSite.Kind.NEW
        ? site
        : calls.stream()
            .filter(call -> call.bci() > site.bci() && call.calls(site.owner(), "<init>"))
            .findFirst()
            .orElse(site);
  }

  private boolean isTakenBy(int index) {
    int before;
    do {
      before = changing.size();
      for (int i = 0; i < frames.length; i++) {
        spread(method.instructions.get(i), frames[i]);
      }
    } while (changing.size() > before);
    int next = 0;
    for (int i = 0; i < frames.length; i++) {
      if (method.instructions.get(i) instanceof MethodInsnNode call && next++ == index) {
        return frames[i] == null || taken(call, frames[i]).stream().anyMatch(this::isChanging);
      }
    }
    return true;
  }

  /** Marks results of changing values as changing, and also every object that gets such a value. */
  private void spread(AbstractInsnNode each, Frame<SourceValue> frame) {
    if (frame == null || each.getOpcode() < 0) {
      return;
    }
    if (each instanceof FieldInsnNode field
        && field.getOpcode() == Opcodes.GETFIELD
        && !field.owner.equals(handler)) {
      changing.add(each);
    }
    List<SourceValue> taken = taken(each, frame);
    if (taken.stream().anyMatch(this::isChanging)) {
      changing.add(each);
      if (isStoring(each)) {
        taken.forEach(value -> changing.addAll(value.insns));
      }
    }
  }

  private static boolean isStoring(AbstractInsnNode each) {
    return each instanceof MethodInsnNode
        || each.getOpcode() == Opcodes.PUTFIELD
        || each.getOpcode() >= Opcodes.IASTORE && each.getOpcode() <= Opcodes.SASTORE;
  }

  /** A branch made it one thing or another: who decided is not followed. */
  private boolean isChanging(SourceValue value) {
    return value.insns.size() > 1
        || value.insns.stream()
            .anyMatch(origin -> origin instanceof Parameter || changing.contains(origin));
  }

  /**
   * Returns the values that an instruction takes from the stack, which are at most four or a call's
   * arguments.
   */
  private static List<SourceValue> taken(AbstractInsnNode each, Frame<SourceValue> frame) {
    int count =
        switch (each) {
          case MethodInsnNode call ->
              Type.getArgumentCount(call.desc) + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
          case InvokeDynamicInsnNode dynamic -> Type.getArgumentCount(dynamic.desc);
          case FieldInsnNode field ->
              switch (field.getOpcode()) {
                case Opcodes.GETSTATIC -> 0;
                case Opcodes.PUTFIELD -> 2;
                default -> 1;
              };
          default -> Operands.count(each.getOpcode());
        };
    List<SourceValue> values = new ArrayList<>();
    for (int i = 0; i < Math.min(count, frame.getStackSize()); i++) {
      values.add(frame.getStack(frame.getStackSize() - 1 - i));
    }
    return values;
  }

  /** Counts the operands of instructions that are neither calls nor accesses to fields. */
  private static final class Operands {
    static int count(int opcode) {
      if (opcode <= Opcodes.ALOAD || opcode == Opcodes.NEW || opcode == Opcodes.GOTO) {
        return 0;
      }
      if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
        return 2;
      }
      if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
        return 3;
      }
      return opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR && !isNegation(opcode) ? 2 : 1;
    }

    private static boolean isNegation(int opcode) {
      return opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
    }
  }

  /** Stands for the instruction that made a parameter, which is in no method. */
  private static final class Parameter extends InsnNode {
    Parameter() {
      super(Opcodes.NOP);
    }
  }

  /** Follows values through copies and casts to what made them. */
  private static final class Parameters extends SourceInterpreter {
    Parameters() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
      return isInstanceMethod && local == 0
          ? new SourceValue(type.getSize())
          : new SourceValue(type.getSize(), new Parameter());
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode instruction, SourceValue value) {
      return value;
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode instruction, SourceValue value) {
      return instruction.getOpcode() == Opcodes.CHECKCAST
          ? value
          : super.unaryOperation(instruction, value);
    }
  }
}
