package thaw.remedy.edit;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * A private field that is null until {@code if (field == null) field = value;}, which is its only
 * write: it becomes {@code private static final} with that value.
 */
final class LazyField {
  private LazyField() {}

  static Optional<StaticFields.Proposal> of(
      JavaSources sources, TreePath type, VariableTree field) {
    CompilationUnitTree unit = type.getCompilationUnit();
    Element element = sources.trees().getElement(new TreePath(type, field));
    boolean fits =
        element != null
            && field.getModifiers().getAnnotations().isEmpty()
            && field.getModifiers().getFlags().equals(Set.of(Modifier.PRIVATE))
            && (field.getInitializer() == null
                || field.getInitializer().getKind() == Tree.Kind.NULL_LITERAL);
    if (!fits) {
      return Optional.empty();
    }
    List<TreePath> writes = writes(sources, unit, element);
    if (writes.size() != 1 || StaticFields.isClosed(sources, unit, element)) {
      return Optional.empty();
    }
    return guarded(sources, element, writes.getFirst())
        .flatMap(guard -> proposal(sources, unit, field, writes.getFirst(), guard));
  }

  private static Optional<StaticFields.Proposal> proposal(
      JavaSources sources,
      CompilationUnitTree unit,
      VariableTree field,
      TreePath write,
      IfTree guard) {
    ExpressionTree value = ((AssignmentTree) write.getLeaf()).getExpression();
    EventFree eventFree = new EventFree(sources);
    int fieldStart = sources.start(unit, field);
    if (eventFree.obstacle(new TreePath(write, value)).isPresent()
        || StaticFields.comesLater(sources, unit, eventFree, fieldStart)) {
      return Optional.empty();
    }
    String text = JavaSources.text(unit);
    String made = text.substring(sources.start(unit, value), sources.end(unit, value));
    int guardStart = sources.start(unit, guard);
    int guardEnd = sources.end(unit, guard);
    Optional<int[]> lines = StaticFields.wholeLines(text, guardStart, guardEnd);
    if (lines.isEmpty()
        || StaticFields.hasComment(text.substring(guardStart, guardEnd))
        || fieldStart > guardStart) {
      return Optional.empty();
    }
    int typeStart = sources.start(unit, field.getType());
    int nameEnd =
        text.indexOf(field.getName().toString(), sources.end(unit, field.getType()))
            + field.getName().length();
    String head = "private static final " + text.substring(typeStart, nameEnd);
    String after =
        text.substring(0, fieldStart)
            + StaticFields.declared(StaticFields.indent(text, fieldStart), head, made)
            + text.substring(sources.end(unit, field), lines.get()[0])
            + text.substring(lines.get()[1]);
    return Optional.of(
        new StaticFields.Proposal(
            field.getName().toString(),
            StaticFields.line(text, guardStart),
            TextEdit.between(sources.file(unit), text, after)));
  }

  private static List<TreePath> writes(
      JavaSources sources, CompilationUnitTree unit, Element field) {
    List<TreePath> writes = new ArrayList<>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
        note(tree.getVariable());
        return super.visitAssignment(tree, unused);
      }

      @Override
      public @Nullable Void visitCompoundAssignment(
          CompoundAssignmentTree tree, @Nullable Void unused) {
        note(tree.getVariable());
        return super.visitCompoundAssignment(tree, unused);
      }

      private void note(ExpressionTree written) {
        if (field.equals(sources.trees().getElement(new TreePath(getCurrentPath(), written)))) {
          writes.add(getCurrentPath());
        }
      }
    }.scan(unit, null);
    return writes;
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
        || !isBlock(above.getParentPath())) {
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

  /** Of a method: nothing that the event decides stands around it. */
  private static boolean isBlock(TreePath path) {
    return path.getLeaf() instanceof BlockTree
        && !(path.getParentPath().getLeaf() instanceof StatementTree);
  }

  private static boolean isNull(Tree tree) {
    return tree.getKind() == Tree.Kind.NULL_LITERAL;
  }

  private static boolean isField(
      JavaSources sources, Element field, TreePath above, ExpressionTree tree) {
    return field.equals(sources.trees().getElement(new TreePath(above, tree)));
  }
}
