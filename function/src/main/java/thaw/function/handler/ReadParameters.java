package thaw.function.handler;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import thaw.function.packaging.CodeSource;

/**
 * The query parameters of a request that a handler's class asks for by constants, as in {@code
 * event.getQueryStringParameters().get("limit")}, each with a value that may do. It loads no class.
 */
public final class ReadParameters {
  private static final String QUERY = "getQueryStringParameters";

  /** What else of a request is a map. */
  private static final String OTHERS =
      "getPathParameters|getHeaders|getStageVariables|getMultiValue\\w+";

  private static final String ASKING = "get|getOrDefault|containsKey";

  private final Map<String, String> query = new LinkedHashMap<>();

  private ReadParameters() {}

  /**
   * @param code of the function, as it is built
   * @param handler as the function names it
   */
  public static Map<String, String> of(CodeSource code, String handler) {
    ReadParameters found = new ReadParameters();
    try {
      Optional<ClassModel> own = HandlerClass.anywhere(code, HandlerName.of(handler).className());
      own.ifPresent(model -> model.methods().forEach(found::look));
    } catch (IllegalArgumentException e) {
      return Map.of(); // who starts it tells why
    }
    return found.query;
  }

  private void look(MethodModel method) {
    Optional<CodeModel> code = method.code();
    if (code.isEmpty()) {
      return;
    }
    boolean isQuery = false;
    String constant = "";
    String before = ""; // the default comes after the name
    for (CodeElement element : code.get()) {
      if (element instanceof ConstantInstruction.LoadConstantInstruction load) {
        before = constant;
        constant = load.constantValue() instanceof String text ? text : "";
      } else if (element instanceof InvokeInstruction call) {
        String name = call.name().stringValue();
        if (name.equals(QUERY)) {
          isQuery = true;
        } else if (name.matches(OTHERS)) {
          isQuery = false;
        } else if (isQuery
            && !constant.isEmpty()
            && name.matches(ASKING)
            && call.owner().asInternalName().endsWith("Map")) {
          String asked = name.equals("getOrDefault") && !before.isEmpty() ? before : constant;
          query.putIfAbsent(asked, ExampleEvent.text(asked));
        }
        constant = "";
        before = "";
      }
    }
  }
}
