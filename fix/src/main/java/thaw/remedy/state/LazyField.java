package thaw.remedy.state;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SourceText;
import thaw.remedy.edit.TextEdit;

/**
 * A private field that is null until {@code if (field == null) field = value;}, which is its only
 * write: it becomes {@code private static final} with that value.
 */
final class LazyField {
  private LazyField() {}

  static Optional<StaticFields.Proposal> of(
      JavaSources sources, ClassState state, TreePath type, VariableTree field) {
    CompilationUnitTree unit = type.getCompilationUnit();
    Element element = sources.trees().getElement(new TreePath(type, field));
    boolean fits =
        element != null
            && element.asType().getKind() != TypeKind.TYPEVAR
            && field.getModifiers().getAnnotations().isEmpty()
            && field.getModifiers().getFlags().equals(Set.of(Modifier.PRIVATE))
            && (field.getInitializer() == null
                || field.getInitializer().getKind() == Tree.Kind.NULL_LITERAL)
            && !sharesDeclaration(sources, type, field)
            && !state.hasBlockBelow(sources.start(unit, field))
            && !state.isReflected(field.getName().toString());
    if (!fits) {
      return Optional.empty();
    }
    FieldUses uses = FieldUses.of(sources, unit, element);
    if (uses.nullChecks() > 0 && uses.writes().size() > 1) {
      sources.note(unit, field, field.getName() + " is written at several places");
    } else if (uses.nullChecks() > 1) {
      sources.note(unit, field, field.getName() + " is compared with null at several places");
    }
    if (uses.writes().size() != 1 || uses.nullChecks() != 1) {
      return Optional.empty();
    }
    if (ClosedObjects.of(sources, element)) {
      sources.note(unit, field, field.getName() + " is closed");
      return Optional.empty();
    }
    TreePath write = uses.writes().getFirst();
    return guarded(sources, element, write)
        .flatMap(guard -> proposal(sources, type, field, write, guard));
  }

  /** {@code private A a, b;} */
  private static boolean sharesDeclaration(JavaSources sources, TreePath type, VariableTree field) {
    CompilationUnitTree unit = type.getCompilationUnit();
    return ((ClassTree) type.getLeaf())
        .getMembers().stream()
            .filter(member -> member instanceof VariableTree && member != field)
            .map(member -> ((VariableTree) member).getType())
            .anyMatch(other -> sources.start(unit, other) == sources.start(unit, field.getType()));
  }

  private static Optional<StaticFields.Proposal> proposal(
      JavaSources sources, TreePath type, VariableTree field, TreePath write, IfTree guard) {
    CompilationUnitTree unit = type.getCompilationUnit();
    ExpressionTree value = ((AssignmentTree) write.getLeaf()).getExpression();
    EventFree eventFree = new EventFree(sources);
    int fieldStart = sources.start(unit, field);
    Optional<String> obstacle = eventFree.obstacle(new TreePath(write, value));
    if (obstacle.isPresent()) {
      sources.note(unit, value, "makes " + field.getName() + " of more: " + obstacle.get());
      return Optional.empty();
    }
    if (StaticFields.comesLater(sources, unit, eventFree, fieldStart)) {
      sources.note(unit, field, field.getName() + " stands above what it is made of");
      return Optional.empty();
    }
    String text = JavaSources.text(unit);
    int guardStart = sources.start(unit, guard);
    int guardEnd = sources.end(unit, guard);
    Optional<int[]> lines = SourceText.wholeLines(text, guardStart, guardEnd);
    Optional<Integer> comment = lines.flatMap(of -> SourceText.commentAbove(text, of[0]));
    int typeStart = sources.start(unit, field.getType());
    int typeEnd = sources.end(unit, field.getType());
    int fieldEnd = sources.end(unit, field);
    String rest = text.substring(typeEnd, fieldEnd);
    if (lines.isEmpty()
        || comment.isEmpty()
        || SourceText.hasComment(text.substring(guardStart, guardEnd))
        || SourceText.hasComment(text.substring(fieldStart, fieldEnd))
        || !rest.matches("\\s+" + Pattern.quote(field.getName() + "") + "\\s*(=\\s*null\\s*)?;")
        || fieldStart > guardStart) {
      return Optional.empty();
    }
    String made = sources.text(unit, value);
    String indent = SourceText.indent(text, fieldStart);
    String head =
        "private static final " + text.substring(typeStart, typeEnd) + " " + field.getName();
    String words =
        text.substring(comment.get(), lines.get()[0])
            .lines()
            .map(line -> indent + line.strip() + "\n")
            .collect(Collectors.joining());
    int fieldLine = SourceText.lineStart(text, fieldStart);
    String after =
        text.substring(0, fieldLine)
            + words
            + text.substring(fieldLine, fieldStart)
            + StaticFields.declared(indent, head, made)
            + text.substring(fieldEnd, comment.get())
            + text.substring(lines.get()[1]);
    return Optional.of(
        new StaticFields.Proposal(
            field.getName().toString(),
            SourceText.line(text, guardStart),
            SourceText.line(text, lines.get()[1] - 1),
            TextEdit.between(sources.file(unit), text, after)));
  }

  /** The {@code if} whose only statement is the write, and which asks only whether it is due. */
  private static Optional<IfTree> guarded(JavaSources sources, Element field, TreePath write) {
    if (!(write.getLeaf() instanceof AssignmentTree)
        || !(write.getParentPath().getLeaf() instanceof ExpressionStatementTree)) {
      return Optional.empty();
    }
    TreePath statement = write.getParentPath();
    TreePath above = statement.getParentPath();
    if (above.getLeaf() instanceof BlockTree block) {
      if (block.getStatements().size() != 1 || above.getParentPath() == null) {
        return Optional.empty();
      }
      above = above.getParentPath();
    }
    if (!(above.getLeaf() instanceof IfTree guard)
        || guard.getElseStatement() != null
        || !isOfMethod(above.getParentPath(), guard)) {
      return Optional.empty();
    }
    ExpressionTree asked = guard.getCondition();
    TreePath path = new TreePath(above, asked);
    if (asked instanceof ParenthesizedTree parenthesized) {
      asked = parenthesized.getExpression();
      path = new TreePath(path, asked);
    }
    return asked instanceof BinaryTree binary
            && binary.getKind() == Tree.Kind.EQUAL_TO
            && (isNull(binary.getRightOperand())
                    && isField(sources, field, path, binary.getLeftOperand())
                || isNull(binary.getLeftOperand())
                    && isField(sources, field, path, binary.getRightOperand()))
        ? Optional.of(guard)
        : Optional.empty();
  }

  /** Nothing that the event decides stands around it, or ends the method before it. */
  private static boolean isOfMethod(TreePath path, IfTree guard) {
    return path.getLeaf() instanceof BlockTree body
        && path.getParentPath().getLeaf() instanceof MethodTree method
        && method.getReturnType() != null
        && path.getParentPath().getParentPath().getLeaf() instanceof ClassTree
        && !StaticFields.mayEndBefore(body, guard);
  }

  private static boolean isNull(Tree tree) {
    return tree.getKind() == Tree.Kind.NULL_LITERAL;
  }

  private static boolean isField(
      JavaSources sources, Element field, TreePath above, ExpressionTree tree) {
    return field.equals(sources.trees().getElement(new TreePath(above, tree)));
  }
}
