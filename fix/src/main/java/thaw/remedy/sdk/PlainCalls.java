package thaw.remedy.sdk;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import thaw.remedy.edit.ImportLines;
import thaw.remedy.edit.JavaSources;

/** A source whose shorthand calls of the AWS SDK 1 are written out. */
final class PlainCalls {
  private final JavaSources sources;
  private final CompilationUnitTree unit;
  private final String text;
  private final List<Replacement> replacements = new ArrayList<>();
  private final Set<String> imports = new TreeSet<>();

  private record Replacement(int from, int to, String by) {}

  PlainCalls(JavaSources sources, CompilationUnitTree unit) {
    this.sources = sources;
    this.unit = unit;
    this.text = JavaSources.text(unit);
  }

  /** Returns whether nothing but a comma stands between the arguments: all else would be lost. */
  boolean isWritable(List<? extends ExpressionTree> arguments) {
    for (int i = 1; i < arguments.size(); i++) {
      if (!between(arguments, i).strip().equals(",")) {
        return false;
      }
    }
    return true;
  }

  private String between(List<? extends ExpressionTree> arguments, int i) {
    return text.substring(end(arguments.get(i - 1)), start(arguments.get(i)));
  }

  void constructor(NewClassTree tree, SdkV1Shorthand.Form form) {
    members(tree.getArguments(), form, ").with%s(", "");
  }

  /**
   * @param request its qualified name
   */
  void call(MethodInvocationTree tree, SdkV1Shorthand.Form form, String request) {
    imports.add("import " + request + ";");
    members(
        tree.getArguments(),
        form,
        "new " + request.substring(request.lastIndexOf('.') + 1) + "().with%s(",
        ")");
  }

  private void members(
      List<? extends ExpressionTree> arguments,
      SdkV1Shorthand.Form form,
      String opening,
      String closing) {
    int first = start(arguments.getFirst());
    replacements.add(new Replacement(first, first, opening.formatted(form.members().getFirst())));
    for (int i = 1; i < arguments.size(); i++) {
      replacements.add(
          new Replacement(
              end(arguments.get(i - 1)),
              start(arguments.get(i)),
              ").with" + form.members().get(i) + "("));
    }
    int last = end(arguments.getLast());
    replacements.add(new Replacement(last, last, closing));
  }

  private int start(Tree tree) {
    return sources.start(unit, tree);
  }

  private int end(Tree tree) {
    return sources.end(unit, tree);
  }

  /**
   * Returns the source with its replacements and their imports. They are made from the last one to
   * the first; of those at one place the later ones are further inside at a beginning, and further
   * outside at an end.
   */
  String text() {
    StringBuilder plain = new StringBuilder(text);
    List<Replacement> ordered = new ArrayList<>(replacements.reversed());
    ordered.sort((one, other) -> Integer.compare(other.from(), one.from()));
    ordered.forEach(each -> plain.replace(each.from(), each.to(), each.by()));
    return withImports(plain.toString());
  }

  private String withImports(String plain) {
    int end = ImportLines.end(plain);
    List<String> all = new ArrayList<>(ImportLines.of(plain));
    imports.stream()
        .filter(line -> !all.contains(line))
        .filter(line -> !all.contains(line.substring(0, line.lastIndexOf('.')) + ".*;"))
        .forEach(all::add);
    return ImportLines.with(plain.substring(0, end), all) + plain.substring(end);
  }
}
