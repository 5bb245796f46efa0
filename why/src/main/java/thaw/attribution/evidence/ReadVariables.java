package thaw.attribution.evidence;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The environment variables that a class reads by constant names: {@code System.getenv("X")} and
 * {@code System.getenv().get("X")}.
 */
public final class ReadVariables {
  private static final String SYSTEM = "java/lang/System";
  private static final String READS = "getenv";

  private final Map<String, String> places = new LinkedHashMap<>();
  private final String source;

  private ReadVariables(String source) {
    this.source = source;
  }

  /**
   * Returns the names, each with the first place that reads it; none where the bytes are no class
   * file that this JDK knows.
   */
  public static Map<String, String> of(byte[] classFile) {
    try {
      ClassModel model = ClassFile.of().parse(classFile);
      ReadVariables read =
          new ReadVariables(
              model
                  .findAttribute(Attributes.sourceFile())
                  .map(file -> file.sourceFile().stringValue())
                  .orElse(model.thisClass().asInternalName()));
      model.methods().forEach(method -> method.code().ifPresent(read::scan));
      return read.places;
    } catch (IllegalArgumentException e) {
      return Map.of();
    }
  }

  private void scan(CodeModel code) {
    int line = 0;
    String constant = ""; // that the instruction before has loaded
    boolean isAll = false; // whether the one before that has loaded all variables
    for (CodeElement element : code) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      if (!(element instanceof Instruction instruction)) {
        continue;
      }
      if (instruction instanceof ConstantInstruction.LoadConstantInstruction load
          && load.constantValue() instanceof String text) {
        constant = text;
        continue;
      }
      boolean isRead =
          instruction instanceof InvokeInstruction call
              && (is(call, SYSTEM, READS) || isAll && is(call, "java/util/Map", "get"));
      if (isRead && !constant.isEmpty()) {
        places.putIfAbsent(constant, source + ":" + line);
      }
      isAll = isRead && constant.isEmpty();
      constant = "";
    }
  }

  private static boolean is(InvokeInstruction call, String owner, String name) {
    return call.owner().asInternalName().equals(owner) && call.name().stringValue().equals(name);
  }
}
