package thaw.remedy.state;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.TextEdit;

/** Objects that a handler makes at its first event, and could as well have from init. */
public final class StaticFields {
  private static final int WIDEST_LINE = 100;

  private StaticFields() {}

  /**
   * @param name of the field
   * @param line where the object was made
   * @param lastLine of the statement
   */
  public record Proposal(String name, int line, int lastLine, TextEdit edit) {
    /**
     * @param place of a finding: {@code example.Handler.handle(Handler.java:42)}
     */
    boolean isAt(String place) {
      String at = "(" + edit.file().getFileName() + ":";
      int begin = place.indexOf(at);
      return begin >= 0
          && IntStream.rangeClosed(line, lastLine)
              .anyMatch(each -> place.startsWith(each + ")", begin + at.length()));
    }
  }

  /**
   * @param handler a class, by binary name
   */
  public static List<Proposal> of(JavaSources sources, String handler) {
    Optional<TypeElement> type = sources.type(handler);
    if (type.isEmpty()) {
      sources.note(handler + " is no class of the module's Java sources");
      return List.of();
    }
    TreePath path = sources.trees().getPath(type.get());
    ClassState state = new ClassState(sources, path);
    Optional<String> obstacle = state.obstacle();
    if (obstacle.isPresent()) {
      sources.note(
          path.getCompilationUnit(), path.getLeaf(), "gets no static field: " + obstacle.get());
      return List.of();
    }
    ClassTree handlerClass = (ClassTree) path.getLeaf();
    List<Proposal> proposals = new ArrayList<>();
    for (Tree member : handlerClass.getMembers()) {
      if (member instanceof VariableTree field) {
        LazyField.of(sources, state, path, field).ifPresent(proposals::add);
      } else if (member instanceof MethodTree method && method.getBody() != null) {
        for (Tree statement : method.getBody().getStatements()) {
          if (statement instanceof VariableTree local) {
            LocalClient.of(sources, state, path, method, local).ifPresent(proposals::add);
          }
        }
      }
    }
    if (proposals.isEmpty()) {
      sources.note(
          path.getCompilationUnit(),
          handlerClass,
          "has no field that only `if (x == null) x = ...` makes, and no client or injector as a local,"
              + " that could be made without the event");
    }
    return proposals;
  }

  /** A declaration, with its value on a line of its own where one line is too narrow. */
  static String declared(String indent, String head, String value) {
    String line = indent + head + " = " + value + ";";
    int first = line.indexOf('\n') < 0 ? line.length() : line.indexOf('\n');
    return first <= WIDEST_LINE
        ? line.substring(indent.length())
        : head + " =\n" + indent + (indent.contains("\t") ? "\t\t" : "    ") + value + ";";
  }

  /** Returns whether a method may be over before a statement of its body. */
  static boolean mayEndBefore(BlockTree body, StatementTree statement) {
    boolean[] ends = new boolean[1];
    for (StatementTree before : body.getStatements()) {
      if (before.equals(statement)) {
        return ends[0];
      }
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void unused) {
          ends[0] = true;
          return null;
        }

        @Override
        public @Nullable Void visitThrow(ThrowTree tree, @Nullable Void unused) {
          ends[0] = true;
          return null;
        }

        @Override
        public @Nullable Void visitLambdaExpression(
            LambdaExpressionTree tree, @Nullable Void unused) {
          return null;
        }

        @Override
        public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
          return null;
        }
      }.scan(before, null);
    }
    return true; // it is deeper within
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
