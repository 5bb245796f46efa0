package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.lang.model.element.TypeElement;

/** A client that makes its first call where it is made or first had, in init. */
public final class PrimedClient {
  private static final String METHOD = "primed";
  private static final int WIDEST_LINE = 100;

  private PrimedClient() {}

  /**
   * A call that a service refuses before anything changes.
   *
   * @param operation of the client
   * @param argument a lambda; each {@code %s} stands for one of the types
   * @param imports types by their full names, in the order in which they stand in the argument
   */
  public record Call(String operation, String argument, List<String> imports) {
    public Call {
      imports = List.copyOf(imports);
    }
  }

  /**
   * @param line where the client is made
   */
  public record Proposal(Path file, int line, List<TextEdit> edits) {}

  /**
   * @param client by its full name; it comes from one place of the sources
   * @param why the call is refused, as the begin of a sentence
   * @param isOfInit whether a method was seen to run in init and only there
   */
  public static Optional<Proposal> of(
      JavaSources sources, String client, Call call, String why, Predicate<String> isOfInit) {
    return ClientSource.of(sources, client, isOfInit)
        .flatMap(expression -> of(sources, expression, client, call, why));
  }

  private static Optional<Proposal> of(
      JavaSources sources, TreePath expression, String client, Call call, String why) {
    CompilationUnitTree unit = expression.getCompilationUnit();
    Optional<TreePath> outermost = outermost(sources, expression);
    if (outermost.isEmpty()) {
      sources.note(
          unit,
          expression.getLeaf(),
          "makes the client as an argument, in a try, or where there is a method primed");
      return Optional.empty();
    }
    String text = JavaSources.text(unit);
    int end = sources.end(unit, outermost.get().getLeaf()) - 1;
    int lastLine = SourceText.lineStart(text, end);
    if (!SourceText.isAloneOnItsLine(text, end)) {
      sources.note(
          unit, outermost.get().getLeaf(), "ends with a brace that is not alone on its line");
      return Optional.empty();
    }
    Path file = sources.file(unit);
    FileRewrite rewrite = new FileRewrite(file, text);
    Imports imports = new Imports(sources, unit);
    int start = sources.start(unit, expression.getLeaf());
    wrap(rewrite, text, start, sources.end(unit, expression.getLeaf()));
    String own = SourceText.indent(text, sources.start(unit, outermost.get().getLeaf()));
    String step = ChainSettings.step(sources, unit, (ClassTree) outermost.get().getLeaf());
    boolean isAsynchronous = client.endsWith("AsyncClient");
    String method = method(imports.named(client), call, isAsynchronous, why, imports, step);
    rewrite.insert(lastLine, "\n" + SourceText.indented(method, own + step));
    imports.writeTo(rewrite);
    return Optional.of(new Proposal(file, SourceText.line(text, start), rewrite.edits()));
  }

  /**
   * The class of the file that gets the method. None where the name is taken, where the client is
   * closed by {@code try}, or where a method of somebody's is given it.
   */
  private static Optional<TreePath> outermost(JavaSources sources, TreePath made) {
    TreePath found = null;
    for (TreePath at = made.getParentPath(); at != null; at = at.getParentPath()) {
      Tree tree = at.getLeaf();
      boolean isGivenOn = tree instanceof MethodInvocationTree && found == null;
      if (isGivenOn || (tree instanceof TryTree of && isResource(of, made))) {
        return Optional.empty();
      }
      if (tree instanceof ClassTree) {
        found = at;
        if (sources.trees().getElement(at) instanceof TypeElement type
            && sources.has(type, METHOD)) {
          return Optional.empty();
        }
      }
    }
    return Optional.ofNullable(found);
  }

  private static boolean isResource(TryTree tree, TreePath made) {
    for (TreePath at = made; at != null && at.getLeaf() != tree; at = at.getParentPath()) {
      if (tree.getResources().contains(at.getLeaf())) {
        return true;
      }
    }
    return false;
  }

  private static void wrap(FileRewrite rewrite, String text, int start, int end) {
    int feed = text.indexOf('\n', end);
    int line = SourceText.lineStart(text, start);
    int width = (feed < 0 ? text.length() : feed) - line + METHOD.length() + 2;
    boolean isBroken = text.substring(start, end).contains("\n") || width <= WIDEST_LINE;
    String gap = isBroken ? "" : "\n" + SourceText.indent(text, start) + "    ";
    rewrite.insert(start, METHOD + "(" + gap);
    rewrite.insert(end, ")");
  }

  private static String method(
      String type, Call call, boolean isAsynchronous, String why, Imports imports, String unit) {
    Object[] types = call.imports().stream().map(imports::named).toArray();
    String wait = isAsynchronous ? ".join()" : "";
    return """
    /** Makes the first call in init. %s: it is refused, and nothing changes. */
    private static %s primed(%s client) {
    \tif (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
    \t\ttry {
    \t\t\tclient.%s(%s)%s;
    \t\t} catch (RuntimeException refused) {
    \t\t\t// as planned, and init goes on whatever comes of it
    \t\t}
    \t}
    \treturn client;
    }
    """
        .formatted(why, type, type, call.operation(), call.argument().formatted(types), wait)
        .replace("\t", unit);
  }
}
