package thaw.remedy.state;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SourceText;
import thaw.remedy.edit.TextEdit;

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
      JavaSources sources, ClassState state, TreePath type, MethodTree method, VariableTree local) {
    CompilationUnitTree unit = type.getCompilationUnit();
    TreePath path = new TreePath(new TreePath(new TreePath(type, method), method.getBody()), local);
    Element element = sources.trees().getElement(path);
    if (element == null
        || local.getInitializer() == null
        || method.getReturnType() == null // a constructor: no event waits for it
        || !local.getModifiers().getAnnotations().isEmpty()
        || !isShareable(element.asType(), new HashSet<>())) {
      return Optional.empty();
    }
    Optional<String> kept = kept(sources, type, method, local, element);
    if (kept.isPresent()) {
      sources.note(unit, local, local.getName() + " " + kept.get());
      return Optional.empty();
    }
    EventFree eventFree = new EventFree(sources);
    String text = JavaSources.text(unit);
    int place = bodyStart(sources, unit, text, (ClassTree) type.getLeaf());
    int start = sources.start(unit, local);
    int end = sources.end(unit, local);
    Optional<int[]> lines = SourceText.wholeLines(text, start, end);
    Optional<String> needs = eventFree.obstacle(new TreePath(path, local.getInitializer()));
    if (needs.isPresent()) {
      sources.note(unit, local, "makes " + local.getName() + " of more: " + needs.get());
      return Optional.empty();
    }
    if (StaticFields.comesLater(sources, unit, eventFree, place)
        || lines.isEmpty()
        || isVar(sources, unit, text, local)
        || place < 0
        || state.hasBlockBelow(place)
        || SourceText.hasComment(text.substring(start, end))) {
      return Optional.empty();
    }
    Optional<Integer> comment = SourceText.commentAbove(text, lines.get()[0]);
    if (comment.isEmpty()) {
      return Optional.empty();
    }
    String indent = SourceText.indent(text, sources.start(unit, method));
    String made = sources.text(unit, local.getInitializer());
    String named = sources.text(unit, local.getType()) + " " + local.getName();
    String words = indented(text.substring(comment.get(), lines.get()[0]), indent);
    String after =
        text.substring(0, place)
            + words
            + indent
            + StaticFields.declared(indent, "private static final " + named, made)
            + "\n\n"
            + text.substring(place, comment.get())
            + text.substring(lines.get()[1]);
    return Optional.of(
        new StaticFields.Proposal(
            local.getName().toString(),
            SourceText.line(text, start),
            SourceText.line(text, lines.get()[1] - 1),
            TextEdit.between(sources.file(unit), text, after)));
  }

  /** Returns what keeps the variable where it is. */
  private static Optional<String> kept(
      JavaSources sources, TreePath type, MethodTree method, VariableTree local, Element element) {
    if (ClosedObjects.of(sources, element)) {
      return Optional.of("is closed");
    }
    if (!FieldUses.of(sources, type.getCompilationUnit(), element).writes().isEmpty()) {
      return Optional.of("is written again");
    }
    if (StaticFields.mayEndBefore(method.getBody(), local)) {
      return Optional.of("is not made for every event");
    }
    return isTaken(type, sources, element)
        ? Optional.of("has the name of a field")
        : Optional.empty();
  }

  private static String indented(String comment, String indent) {
    return comment.lines().map(line -> indent + line.strip() + "\n").collect(Collectors.joining());
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

  /**
   * Returns whether anything else in the file has this name and would be hidden: a field of the
   * class, one that it inherits, one of a class around it.
   */
  private static boolean isTaken(TreePath type, JavaSources sources, Element local) {
    String name = local.getSimpleName().toString();
    boolean isMember =
        sources.elements().getAllMembers((TypeElement) sources.trees().getElement(type)).stream()
            .filter(member -> member.getKind().isField())
            .anyMatch(member -> member.getSimpleName().contentEquals(name));
    boolean[] named = new boolean[1];
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
        Element element = sources.trees().getElement(getCurrentPath());
        named[0] |=
            tree.getName().contentEquals(name) && (element == null || element.getKind().isField());
        return null;
      }
    }.scan(type.getCompilationUnit(), null);
    return isMember || named[0];
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
