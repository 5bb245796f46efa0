package thaw.race;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/** Follows through a method which reads its values are made of. */
final class OriginInterpreter extends Interpreter<ReadOrigins> {
  private static final BasicInterpreter SIZES = new BasicInterpreter();
  private static final BasicValue ANY = BasicValue.UNINITIALIZED_VALUE;

  private final Function<AbstractInsnNode, Set<Integer>> reads;
  private final Function<AbstractInsnNode, Integer> made;
  private final List<Set<Integer>> parameters;

  /** The number of parameters that have their values. */
  private int given;

  /**
   * @param reads what an instruction adds: a read of its own, what a method that it calls returns
   * @param made the number of an instruction that makes an object
   * @param parameters what the method's callers give it, its object first
   */
  OriginInterpreter(
      Function<AbstractInsnNode, Set<Integer>> reads,
      Function<AbstractInsnNode, Integer> made,
      List<Set<Integer>> parameters) {
    super(Opcodes.ASM9);
    this.reads = reads;
    this.made = made;
    this.parameters = parameters;
  }

  @Override
  public @Nullable ReadOrigins newValue(@Nullable Type type) {
    if (type == null) {
      return ReadOrigins.none(1);
    }
    return type.getSort() == Type.VOID ? null : ReadOrigins.none(type.getSize());
  }

  @Override
  public ReadOrigins newParameterValue(boolean isInstance, int local, Type type) {
    ReadOrigins value = ReadOrigins.none(type.getSize());
    return given < parameters.size() ? value.and(parameters.get(given++)) : value;
  }

  @Override
  public ReadOrigins newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    return value(instruction, SIZES.newOperation(instruction), Set.of());
  }

  @Override
  public ReadOrigins copyOperation(AbstractInsnNode instruction, ReadOrigins value) {
    return value;
  }

  @Override
  public @Nullable ReadOrigins unaryOperation(AbstractInsnNode instruction, ReadOrigins value)
      throws AnalyzerException {
    BasicValue result = SIZES.unaryOperation(instruction, ANY);
    if (instruction.getOpcode() == Opcodes.CHECKCAST) {
      return value;
    }
    return result == null ? null : value(instruction, result, value.reads());
  }

  @Override
  public @Nullable ReadOrigins binaryOperation(
      AbstractInsnNode instruction, ReadOrigins one, ReadOrigins other) throws AnalyzerException {
    BasicValue result = SIZES.binaryOperation(instruction, ANY, ANY);
    return result == null
        ? null
        : value(instruction, result, ReadOrigins.union(one.reads(), other.reads()));
  }

  @Override
  public @Nullable ReadOrigins ternaryOperation(
      AbstractInsnNode instruction, ReadOrigins one, ReadOrigins two, ReadOrigins three) {
    return null;
  }

  @Override
  public @Nullable ReadOrigins naryOperation(
      AbstractInsnNode instruction, List<? extends ReadOrigins> values) throws AnalyzerException {
    BasicValue result = SIZES.naryOperation(instruction, List.of());
    if (result == null) {
      return null;
    }
    Set<Integer> all = new HashSet<>();
    values.forEach(value -> all.addAll(value.reads()));
    return value(instruction, result, all);
  }

  @Override
  public void returnOperation(
      AbstractInsnNode instruction, ReadOrigins value, ReadOrigins expected) {}

  @Override
  public ReadOrigins merge(ReadOrigins one, ReadOrigins other) {
    if (one.equals(other)) {
      return one;
    }
    int size = Math.min(one.size(), other.size());
    int origin = one.made() == other.made() ? one.made() : ReadOrigins.NOT_HERE;
    return new ReadOrigins(size, ReadOrigins.union(one.reads(), other.reads()), origin);
  }

  private ReadOrigins value(AbstractInsnNode instruction, Value result, Set<Integer> from) {
    int origin =
        switch (instruction.getOpcode()) {
          case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY ->
              Objects.requireNonNull(made.apply(instruction));
          default -> ReadOrigins.NOT_HERE;
        };
    return new ReadOrigins(
        result.getSize(), ReadOrigins.union(from, reads.apply(instruction)), origin);
  }
}
