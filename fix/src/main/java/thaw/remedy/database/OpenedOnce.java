package thaw.remedy.database;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import thaw.remedy.edit.InitCall;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SourceText;
import thaw.remedy.edit.TextEdit;

/**
 * Code that opens a connection in init and closes it.
 *
 * @param expression that opens it
 * @param isOfObject whether it reads fields of the handler's object
 * @param throwsOthers whether it may throw what is no SQLException
 * @param owner of the method that the expression calls; empty where it calls none of the project
 */
record OpenedOnce(
    String expression, boolean isOfObject, boolean throwsOthers, Optional<String> owner)
    implements InitCall {
  /** How the code asks whether it runs on Lambda. */
  static final String ASKED = "System.getenv(\"AWS_LAMBDA_FUNCTION_NAME\") != null";

  private static final String METHOD = "openFirstConnection";
  private static final String SQL_EXCEPTION = "java.sql.SQLException";

  OpenedOnce(String expression, boolean isOfObject, boolean throwsOthers) {
    this(expression, isOfObject, throwsOthers, Optional.empty());
  }

  /**
   * @param factory a static method of the project that opens it
   */
  static OpenedOnce by(ExecutableElement factory) {
    return new OpenedOnce(
        "." + factory.getSimpleName() + "()",
        false,
        throwsOthers(factory),
        Optional.ofNullable(factory.getEnclosingElement())
            .map(owner -> ((TypeElement) owner).getQualifiedName().toString()));
  }

  static boolean throwsOthers(ExecutableElement called) {
    return called.getThrownTypes().stream()
        .map(Object::toString)
        .anyMatch(
            name -> !name.equals(SQL_EXCEPTION) && !name.equals("java.sql.SQLTimeoutException"));
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public String words() {
    return "opens a connection in init";
  }

  @Override
  public Optional<String> members(
      JavaSources sources,
      TypeElement handler,
      String unused,
      UnaryOperator<String> named,
      String step) {
    return Optional.of(
        """
        /** Opens a connection in init as the first request would, and closes it. */
        private %svoid %s() {
        %s}
        """
            .formatted(
                isOfObject ? "" : "static ",
                METHOD,
                SourceText.indented(
                    body(named, step, owner.map(named).orElse("") + expression), step)));
  }

  private String body(UnaryOperator<String> named, String step, String opening) {
    return """
    if (%s) { // not in tests
    \ttry (%s first = %s) {
    \t\tfirst.isValid(1);
    \t} catch (%s e) {
    \t\t// init goes on, and the first request tells it
    \t}
    }
    """
        .formatted(
            ASKED,
            named.apply("java.sql.Connection"),
            opening,
            throwsOthers ? "Exception" : named.apply(SQL_EXCEPTION) + " | RuntimeException")
        .replace("\t", step);
  }

  /** Returns a static block at the end of a class that opens it. */
  static Optional<List<TextEdit>> block(
      JavaSources sources, TypeElement type, String expression, boolean throwsOthers) {
    CompilationUnitTree unit = sources.trees().getPath(type).getCompilationUnit();
    ClassTree tree = sources.trees().getTree(type);
    String text = JavaSources.text(unit);
    int end = sources.end(unit, tree) - 1;
    int line = SourceText.lineStart(text, end);
    if (!sources.isEditable(unit) || !text.substring(line, end).isBlank()) {
      return Optional.empty();
    }
    String outer = SourceText.indent(text, sources.start(unit, tree));
    String step =
        tree.getMembers().stream()
            .filter(member -> sources.end(unit, member) > 0)
            .map(member -> SourceText.indent(text, sources.start(unit, member)))
            .filter(indent -> indent.length() > outer.length() && indent.startsWith(outer))
            .map(indent -> indent.substring(outer.length()))
            .findFirst()
            .orElse("  ");
    String block =
        "static {\n"
            + SourceText.indented(
                new OpenedOnce(expression, false, throwsOthers)
                    .body(UnaryOperator.identity(), step, expression),
                step)
            + "}\n";
    String after =
        text.substring(0, line)
            + "\n"
            + SourceText.indented(block, outer + step)
            + text.substring(line);
    return Optional.of(List.of(TextEdit.between(sources.file(unit), text, after)));
  }
}
