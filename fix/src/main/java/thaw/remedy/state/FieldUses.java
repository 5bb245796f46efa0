package thaw.remedy.state;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;

/**
 * The places where a private variable is written, and where code asks whether it was.
 *
 * @param nullChecks comparisons with null, and calls that take it and accept null
 */
record FieldUses(List<TreePath> writes, int nullChecks) {
  private static final String ACCEPTS_NULL = "ofNullable|requireNonNull\\w*|isNull|nonNull";

  static FieldUses of(JavaSources sources, CompilationUnitTree unit, Element variable) {
    Scan scan = new Scan(sources, variable);
    scan.scan(unit, null);
    return new FieldUses(List.copyOf(scan.writes), scan.nullChecks);
  }

  private static final class Scan extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final JavaSources sources;
    private final Element variable;
    private final List<TreePath> writes = new ArrayList<>();
    private int nullChecks;

    Scan(JavaSources sources, Element variable) {
      this.sources = sources;
      this.variable = variable;
    }

    @Override
    public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
      write(tree.getVariable());
      return super.visitAssignment(tree, unused);
    }

    @Override
    public @Nullable Void visitCompoundAssignment(
        CompoundAssignmentTree tree, @Nullable Void unused) {
      write(tree.getVariable());
      return super.visitCompoundAssignment(tree, unused);
    }

    @Override
    public @Nullable Void visitUnary(UnaryTree tree, @Nullable Void unused) {
      switch (tree.getKind()) {
        case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
            write(tree.getExpression());
        default -> {}
      }
      return super.visitUnary(tree, unused);
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void unused) {
      boolean compares =
          tree.getKind() == Tree.Kind.EQUAL_TO || tree.getKind() == Tree.Kind.NOT_EQUAL_TO;
      if (compares && (is(tree.getLeftOperand()) || is(tree.getRightOperand()))) {
        nullChecks++;
      }
      return super.visitBinary(tree, unused);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      Element method = sources.trees().getElement(getCurrentPath());
      if (method != null
          && method.getSimpleName().toString().matches(ACCEPTS_NULL)
          && tree.getArguments().stream().anyMatch(this::is)) {
        nullChecks++;
      }
      return super.visitMethodInvocation(tree, unused);
    }

    private void write(ExpressionTree written) {
      if (is(written)) {
        writes.add(getCurrentPath());
      }
    }

    private boolean is(Tree tree) {
      return variable.equals(sources.trees().getElement(new TreePath(getCurrentPath(), tree)));
    }
  }
}
