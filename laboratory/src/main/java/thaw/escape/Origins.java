package thaw.escape;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Follows values to the instructions that made them, through copies and casts. A parameter is made
 * by an instruction that is in no method.
 */
final class Origins extends SourceInterpreter {
  private final Map<Integer, AbstractInsnNode> parameters = new HashMap<>();

  Origins() {
    super(Opcodes.ASM9);
  }

  /**
   * @param local the number of the local variable in which it comes
   */
  @Nullable AbstractInsnNode parameter(int local) {
    return parameters.get(local);
  }

  @Override
  public SourceValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return new SourceValue(
        type.getSize(), parameters.computeIfAbsent(local, _ -> new InsnNode(Opcodes.NOP)));
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
