package thaw.race;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;

/**
 * The calls of {@code thaw.racing.RacingSteps} that stand beside one instruction: what is read and
 * written in two steps, and what is left with a thread.
 */
final class StepCalls {
  private static final ClassDesc STEPS = ClassDesc.of("thaw.racing.RacingSteps");
  private static final ClassDesc OBJECT = ConstantDescs.CD_Object;
  private static final ClassDesc STRING = ConstantDescs.CD_String;
  private static final ClassDesc INT = ConstantDescs.CD_int;

  private static final Map<String, ClassDesc> BOXES =
      Map.of(
          "Z", ConstantDescs.CD_Boolean,
          "B", ConstantDescs.CD_Byte,
          "C", ConstantDescs.CD_Character,
          "S", ConstantDescs.CD_Short,
          "I", ConstantDescs.CD_Integer,
          "J", ConstantDescs.CD_Long,
          "F", ConstantDescs.CD_Float,
          "D", ConstantDescs.CD_Double);

  private final CodeBuilder code;
  private final int firstFree;

  /**
   * @param firstFree the first local variable that the method does not use
   */
  StepCalls(CodeBuilder code, int firstFree) {
    this.code = code;
    this.firstFree = firstFree;
  }

  private void tell(String method, ClassDesc... parameters) {
    code.invokestatic(STEPS, method, MethodTypeDesc.of(ConstantDescs.CD_void, parameters));
  }

  /** Tells of a read before the field is read. */
  void load(FieldInstruction access, String subject, int site) {
    switch (access.opcode()) {
      case GETFIELD -> code.dup();
      default -> code.aconst_null();
    }
    code.ldc(subject).loadConstant(site);
    tell("loads", OBJECT, STRING, INT);
  }

  /**
   * Tells of a write before the field is written: target, if it has one, and value are on the
   * stack.
   */
  void store(FieldInstruction access, DeclaredFields.Field field, int site) {
    TypeKind kind = TypeKind.from(access.typeSymbol());
    code.storeLocal(kind, firstFree);
    switch (access.opcode()) {
      case PUTFIELD -> code.dup();
      default -> code.aconst_null();
    }
    boxed(access.typeSymbol(), firstFree);
    code.ldc(field.subject()).loadConstant(field.isVolatile() ? 0 : 1).loadConstant(site);
    tell("stores", OBJECT, OBJECT, STRING, ConstantDescs.CD_boolean, INT);
    code.loadLocal(kind, firstFree);
  }

  /**
   * Tells of a call of a map, a collection, an atomic or a thread-local before it is made.
   *
   * @param target the local variable that has it
   * @param arguments those that have what it is given
   */
  void call(InvokeInstruction call, int target, int[] arguments, int site) {
    String owner = call.owner().asInternalName();
    String method = call.name().stringValue();
    if (isThreadLocal(owner)) {
      switch (method) {
        case "set" -> {
          code.aload(target).aload(arguments[0]);
          tell("sets", OBJECT, OBJECT);
        }
        case "remove" -> {
          code.aload(target);
          tell("removes", OBJECT);
        }
        default -> {}
      }
    } else if (SteppedCalls.asks(owner, method) && site != WriteDependences.NOWHERE) {
      code.aload(target);
      argument(call, arguments, 0);
      code.loadConstant(site);
      tell("asks", OBJECT, OBJECT, INT);
    } else if (SteppedCalls.changes(owner, method)) {
      code.aload(target);
      argument(call, arguments, 0);
      value(call, arguments, arguments.length - 1);
      code.loadConstant(site);
      tell("changes", OBJECT, OBJECT, OBJECT, INT);
    }
  }

  /** Tells of a thread-local's {@code get} after the call, when its result is on the stack. */
  void called(InvokeInstruction call, int target) {
    if (isThreadLocal(call.owner().asInternalName()) && call.name().equalsString("get")) {
      code.dup().aload(target);
      tell("got", OBJECT, OBJECT);
    }
  }

  /**
   * @param index of an argument that may be primitive, such as the value of an atomic
   */
  private void value(InvokeInstruction call, int[] arguments, int index) {
    if (index >= 0 && index < arguments.length) {
      boxed(call.typeSymbol().parameterType(index), arguments[index]);
    } else {
      code.aconst_null();
    }
  }

  /** A local variable as an object, so that equal values are known. */
  private void boxed(ClassDesc type, int local) {
    code.loadLocal(TypeKind.from(type), local);
    if (type.isPrimitive()) {
      ClassDesc box = BOXES.get(type.descriptorString());
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, type));
    }
  }

  private void argument(InvokeInstruction call, int[] arguments, int index) {
    if (index >= 0
        && index < arguments.length
        && TypeKind.from(call.typeSymbol().parameterType(index)) == TypeKind.REFERENCE) {
      code.aload(arguments[index]);
    } else {
      code.aconst_null();
    }
  }

  private static boolean isThreadLocal(String owner) {
    return owner.equals("java/lang/ThreadLocal")
        || owner.equals("java/lang/InheritableThreadLocal");
  }

  /** A call of a logging framework: of its context, or of a logger, which shows the context. */
  void logging(InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    String context = owner.replace('/', '.');
    if (LoggingCalls.isLine(owner, call.name().stringValue())) {
      tell("logs");
      code.with(call);
      return;
    }
    switch (call.name().stringValue()) {
      case "put" -> {
        TypeKind value = TypeKind.REFERENCE;
        code.storeLocal(value, firstFree).dup().storeLocal(value, firstFree + 1);
        code.loadLocal(value, firstFree).with(call);
        code.aload(firstFree + 1).dup();
        ClassDesc type = call.typeSymbol().parameterType(1);
        code.invokestatic(ClassDesc.ofInternalName(owner), "get", MethodTypeDesc.of(type, STRING));
        code.ldc(context);
        tell("puts", STRING, OBJECT, STRING);
      }
      case "get" -> {
        code.dup().ldc(context);
        tell("reads", STRING, STRING);
        code.with(call);
      }
      case "remove" -> {
        code.dup().ldc(context);
        tell("forgets", STRING, STRING);
        code.with(call);
      }
      case "clear", "clearAll", "clearMap", "setContextMap" -> {
        tell("forgetsAll");
        code.with(call);
      }
      default -> code.with(call);
    }
  }
}
