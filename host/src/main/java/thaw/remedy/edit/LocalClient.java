package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * A client or container that a method of the handler makes for each event, as its first thing: it
 * becomes a static field. Clients serve any number of events and threads.
 */
final class LocalClient {
  private static final Set<String> SHAREABLE =
      Set.of("software.amazon.awssdk.core.SdkClient", "com.google.inject.Injector");

  /** The names that all clients of the SDK v1 have. */
  private static final String V1 = "com\\.amazonaws\\.services\\..*\\.(Amazon|AWS)\\w+";

  private LocalClient() {}

  static Optional<StaticFields.Proposal> of(
      JavaSources sources, TreePath type, MethodTree method, VariableTree local) {
    CompilationUnitTree unit = type.getCompilationUnit();
    TreePath body = new TreePath(new TreePath(type, method), method.getBody());
    TreePath path = new TreePath(body, local);
    Element element = sources.trees().getElement(path);
    if (element == null
        || local.getInitializer() == null
        || !local.getModifiers().getAnnotations().isEmpty()
        || !isShareable(element.asType(), new HashSet<>())
        || StaticFields.isClosed(sources, unit, element)
        || isConditional(method, local)
        || isTaken(type, sources, local.getName().toString())) {
      return Optional.empty();
    }
    EventFree eventFree = new EventFree(sources);
    ClassTree handler = (ClassTree) type.getLeaf();
    String text = JavaSources.text(unit);
    int place = bodyStart(sources, unit, text, handler);
    int start = sources.start(unit, local);
    int end = sources.end(unit, local);
    Optional<int[]> lines = StaticFields.wholeLines(text, start, end);
    if (eventFree.obstacle(new TreePath(path, local.getInitializer())).isPresent()
        || StaticFields.comesLater(sources, unit, eventFree, place)
        || lines.isEmpty()
        || isVar(sources, unit, text, local)
        || place < 0) {
      return Optional.empty();
    }
    String indent = StaticFields.indent(text, sources.start(unit, method));
    String made =
        text.substring(
            sources.start(unit, local.getInitializer()), sources.end(unit, local.getInitializer()));
    String named =
        text.substring(sources.start(unit, local.getType()), sources.end(unit, local.getType()))
            + " "
            + local.getName();
    String after =
        text.substring(0, place)
            + indent
            + StaticFields.declared(indent, "private static final " + named, made)
            + "\n\n"
            + text.substring(place, lines.get()[0])
            + text.substring(lines.get()[1]);
    return Optional.of(
        new StaticFields.Proposal(
            local.getName().toString(),
            StaticFields.line(text, start),
            TextEdit.between(sources.file(unit), text, after)));
  }

  private static boolean isShareable(TypeMirror type, Set<String> seen) {
    if (!(type instanceof DeclaredType declared)
        || !(declared.asElement() instanceof TypeElement element)) {
      return false;
    }
    String name = element.getQualifiedName().toString();
    return SHAREABLE.contains(name)
        || name.matches(V1)
        || seen.add(name)
            && element.getInterfaces().stream().anyMatch(each -> isShareable(each, seen));
  }

  /** Something before it may end the method, or decide. */
  private static boolean isConditional(MethodTree method, VariableTree local) {
    for (StatementTree statement : method.getBody().getStatements()) {
      if (statement.equals(local)) {
        return false;
      }
      if (!(statement instanceof VariableTree) && !(statement instanceof ExpressionStatementTree)) {
        return true;
      }
    }
    return true;
  }

  private static boolean isTaken(TreePath type, JavaSources sources, String name) {
    return sources.trees().getElement(type).getEnclosedElements().stream()
        .filter(member -> member.getKind() == ElementKind.FIELD)
        .anyMatch(member -> member.getSimpleName().contentEquals(name));
  }

  private static boolean isVar(
      JavaSources sources, CompilationUnitTree unit, String text, VariableTree local) {
    int start = sources.start(unit, local.getType());
    return start < 0 || text.startsWith("var ", sources.start(unit, local));
  }

  /** The line behind the one with the brace that opens the class; negative where there is none. */
  private static int bodyStart(
      JavaSources sources, CompilationUnitTree unit, String text, ClassTree type) {
    int header = Math.max(sources.start(unit, type), sources.end(unit, type.getModifiers()));
    for (Tree named : type.getImplementsClause()) {
      header = Math.max(header, sources.end(unit, named));
    }
    if (type.getExtendsClause() != null) {
      header = Math.max(header, sources.end(unit, type.getExtendsClause()));
    }
    int brace = text.indexOf('{', header);
    int feed = text.indexOf('\n', brace);
    return brace < 0 || feed < 0 || !text.substring(brace + 1, feed).isBlank() ? -1 : feed + 1;
  }
}
