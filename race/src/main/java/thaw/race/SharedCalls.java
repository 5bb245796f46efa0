package thaw.race;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** The calls of {@code thaw.racing.Shared} that stand beside one instruction. */
final class SharedCalls {
  static final ClassDesc SHARED = ClassDesc.of("thaw.racing.Shared");
  private static final ClassDesc OBJECT = ConstantDescs.CD_Object;
  private static final ClassDesc STRING = ConstantDescs.CD_String;
  private static final MethodTypeDesc OBJECT_STRING = voidOf(OBJECT, STRING);
  private static final MethodTypeDesc ONE_OBJECT = voidOf(OBJECT);
  private static final MethodTypeDesc ELEMENT = voidOf(OBJECT, ConstantDescs.CD_int);
  private static final MethodTypeDesc TWO_OBJECTS = voidOf(OBJECT, OBJECT);

  private final CodeBuilder code;
  private final int firstFree;
  private final StepCalls steps;

  /**
   * @param firstFree the first local variable that the method does not use
   */
  SharedCalls(CodeBuilder code, int firstFree) {
    this.code = code;
    this.firstFree = firstFree;
    this.steps = new StepCalls(code, firstFree);
  }

  StepCalls steps() {
    return steps;
  }

  private static MethodTypeDesc voidOf(ClassDesc... parameters) {
    return MethodTypeDesc.of(ConstantDescs.CD_void, parameters);
  }

  void field(FieldInstruction access, String name, boolean isVolatile) {
    boolean wide = TypeKind.from(access.typeSymbol()).slotSize() == 2;
    switch (access.opcode()) {
      case GETSTATIC -> readStatic(access, name, isVolatile);
      case PUTSTATIC -> writeStatic(access, name, isVolatile);
      case GETFIELD -> read(access, name, isVolatile, wide);
      default -> write(access, name, isVolatile, wide);
    }
  }

  private void readStatic(FieldInstruction access, String name, boolean isVolatile) {
    if (isVolatile) {
      code.with(access);
      code.ldc(name).ldc("").invokestatic(SHARED, "acquire", OBJECT_STRING);
    } else {
      code.ldc(name).invokestatic(SHARED, "readStatic", voidOf(STRING)).with(access);
    }
    name(access, name);
  }

  private void writeStatic(FieldInstruction access, String name, boolean isVolatile) {
    if (isVolatile) {
      code.ldc(name).ldc("").invokestatic(SHARED, "release", OBJECT_STRING);
    } else {
      code.ldc(name).invokestatic(SHARED, "writeStatic", voidOf(STRING));
    }
    code.with(access);
  }

  private void read(FieldInstruction access, String name, boolean isVolatile, boolean wide) {
    code.dup();
    if (isVolatile) {
      code.with(access);
      if (wide) {
        code.dup2_x1().pop2();
      } else {
        code.swap();
      }
      code.ldc(name).invokestatic(SHARED, "acquire", OBJECT_STRING);
    } else {
      code.ldc(name).invokestatic(SHARED, "read", OBJECT_STRING).with(access);
    }
    name(access, name);
  }

  private void write(FieldInstruction access, String name, boolean isVolatile, boolean wide) {
    if (wide) {
      code.dup2_x1().pop2().dup_x2();
    } else {
      code.dup2().pop();
    }
    code.ldc(name).invokestatic(SHARED, isVolatile ? "release" : "write", OBJECT_STRING);
    code.with(access);
  }

  /** Writes the read of a field that is final: it only leads to what has a state. */
  void leads(FieldInstruction access, String name) {
    code.with(access);
    name(access, name);
  }

  private void name(FieldInstruction access, String name) {
    if (!access.typeSymbol().isPrimitive()) {
      code.dup().ldc(name).invokestatic(SHARED, "named", OBJECT_STRING);
    }
  }

  void element(ArrayLoadInstruction load) {
    code.dup2().invokestatic(SHARED, "readElement", ELEMENT).with(load);
  }

  void element(ArrayStoreInstruction store) {
    if (store.typeKind().slotSize() == 2) {
      code.dup2_x2().pop2().dup2_x2();
    } else {
      code.dup_x2().pop().dup2_x1();
    }
    code.invokestatic(SHARED, "writeElement", ELEMENT).with(store);
  }

  void monitor(MonitorInstruction monitor) {
    if (monitor.opcode() == Opcode.MONITORENTER) {
      code.dup().with(monitor).invokestatic(SHARED, "acquire", ONE_OBJECT);
    } else {
      code.dup().invokestatic(SHARED, "release", ONE_OBJECT).with(monitor);
    }
  }

  /** A call of the JDK with a target. */
  void call(InvokeInstruction call, int site) {
    MethodTypeDesc type = call.typeSymbol();
    String method = call.name().stringValue();
    int[] arguments = new int[type.parameterCount()];
    int free = firstFree;
    for (int i = arguments.length - 1; i >= 0; i--) {
      TypeKind kind = TypeKind.from(type.parameterType(i));
      arguments[i] = free;
      free += kind.slotSize();
      code.storeLocal(kind, arguments[i]);
    }
    int target = free;
    code.dup().astore(target).dup().ldc(method).invokestatic(SHARED, "before", OBJECT_STRING);
    steps.call(call, target, arguments, site);
    for (int i = 0; i < arguments.length; i++) {
      code.loadLocal(TypeKind.from(type.parameterType(i)), arguments[i]);
    }
    code.with(call);
    code.aload(target).ldc(method).invokestatic(SHARED, "after", OBJECT_STRING);
    steps.called(call, target);
    if (isView(type.returnType())) {
      code.dup().aload(target).invokestatic(SHARED, "derived", TWO_OBJECTS);
    }
  }

  private static boolean isView(ClassDesc type) {
    return switch (type.descriptorString()) {
      case "Ljava/util/Iterator;",
          "Ljava/util/ListIterator;",
          "Ljava/util/Set;",
          "Ljava/util/Collection;",
          "Ljava/util/NavigableSet;",
          "Ljava/util/SortedMap;",
          "Ljava/util/NavigableMap;",
          "Ljava/util/concurrent/locks/Lock;",
          "Ljava/util/concurrent/locks/ReentrantReadWriteLock$ReadLock;",
          "Ljava/util/concurrent/locks/ReentrantReadWriteLock$WriteLock;" ->
          true;
      default -> false;
    };
  }

  void acquire() {
    code.invokestatic(SHARED, "acquire", ONE_OBJECT);
  }

  void release() {
    code.invokestatic(SHARED, "release", ONE_OBJECT);
  }

  void initialised() {
    code.invokestatic(SHARED, "initialised", voidOf());
  }
}
