package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Objects that a handler makes at its first event, and could as well have from init. */
public final class StaticFields {
  private static final int WIDEST_LINE = 100;

  private StaticFields() {}

  /**
   * @param name of the field
   * @param line where the object was made
   */
  public record Proposal(String name, int line, TextEdit edit) {}

  /**
   * @param handler a class, by binary name
   */
  public static List<Proposal> of(JavaSources sources, String handler) {
    Optional<TypeElement> type = sources.type(handler);
    if (type.isEmpty()) {
      return List.of();
    }
    TreePath path = sources.trees().getPath(type.get());
    ClassTree handlerClass = (ClassTree) path.getLeaf();
    List<Proposal> proposals = new ArrayList<>();
    for (Tree member : handlerClass.getMembers()) {
      if (member instanceof VariableTree field) {
        LazyField.of(sources, path, field).ifPresent(proposals::add);
      } else if (member instanceof MethodTree method && method.getBody() != null) {
        for (Tree statement : method.getBody().getStatements()) {
          if (statement instanceof VariableTree local) {
            LocalClient.of(sources, path, method, local).ifPresent(proposals::add);
          }
        }
      }
    }
    return proposals;
  }

  /** A declaration, with its value on a line of its own where one line is too narrow. */
  static String declared(String indent, String head, String value) {
    String line = indent + head + " = " + value + ";";
    int first = line.indexOf('\n') < 0 ? line.length() : line.indexOf('\n');
    return first <= WIDEST_LINE
        ? line.substring(indent.length())
        : head + " =\n" + indent + "    " + value + ";";
  }

  /** The blanks at the beginning of the line that holds a position. */
  static String indent(String text, int position) {
    int begin = lineStart(text, position);
    int end = begin;
    while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
      end++;
    }
    return text.substring(begin, end);
  }

  static int lineStart(String text, int position) {
    return text.lastIndexOf('\n', position - 1) + 1;
  }

  /** Behind the line feed, when nothing but blanks and the statement is on these lines. */
  static Optional<int[]> wholeLines(String text, int start, int end) {
    int from = lineStart(text, start);
    int feed = text.indexOf('\n', end);
    int to = feed < 0 ? text.length() : feed + 1;
    return text.substring(from, start).isBlank() && text.substring(end, to).isBlank()
        ? Optional.of(new int[] {from, to})
        : Optional.empty();
  }

  static int line(String text, int position) {
    return (int) text.substring(0, position).chars().filter(c -> c == '\n').count() + 1;
  }

  static boolean hasComment(String text) {
    return text.contains("//") && !text.contains("://") || text.contains("/*");
  }

  /** Whether anything closes an object of this name, in the class or by try-with-resources. */
  static boolean isClosed(JavaSources sources, CompilationUnitTree unit, Element variable) {
    boolean[] closed = new boolean[1];
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        if (tree.getMethodSelect() instanceof MemberSelectTree select
            && select.getIdentifier().toString().matches("close|shutdown\\w*|destroy|stop")
            && variable.equals(
                sources
                    .trees()
                    .getElement(
                        new TreePath(
                            new TreePath(getCurrentPath(), select), select.getExpression())))) {
          closed[0] = true;
        }
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public @Nullable Void visitTry(TryTree tree, @Nullable Void unused) {
        for (Tree resource : tree.getResources()) {
          TreePath path = new TreePath(getCurrentPath(), resource);
          if (resource instanceof VariableTree other && other.getInitializer() != null) {
            path = new TreePath(path, other.getInitializer());
          }
          closed[0] |= variable.equals(sources.trees().getElement(path));
        }
        return super.visitTry(tree, unused);
      }
    }.scan(unit, null);
    return closed[0];
  }

  /** Static fields of the class that a value needs must stand above it. */
  static boolean comesLater(
      JavaSources sources, CompilationUnitTree unit, EventFree value, int position) {
    return value.constants().stream()
        .map(constant -> sources.trees().getPath(constant))
        .filter(path -> path.getCompilationUnit().equals(unit))
        .anyMatch(path -> sources.start(unit, path.getLeaf()) > position);
  }
}
