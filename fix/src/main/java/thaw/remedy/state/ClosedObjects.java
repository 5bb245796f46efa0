package thaw.remedy.state;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;

/**
 * Whether anything closes an object: under its own name, or under any other one in the project that
 * has a type which the object may have, or by a method that is called so.
 */
final class ClosedObjects extends TreePathScanner<@Nullable Void, @Nullable Void> {
  private static final String CLOSES = "close|shutdown\\w*|destroy|stop|release|terminate";
  private static final String CLOSES_OTHERS = "(?i)\\w*(close|shutdown|dispose|release)\\w*";

  private final JavaSources sources;
  private final Element variable;
  private final boolean isCloseable;
  private boolean found;

  private ClosedObjects(JavaSources sources, Element variable) {
    this.sources = sources;
    this.variable = variable;
    this.isCloseable = new OwnTypes(sources).is(variable.asType(), "java.lang.AutoCloseable");
  }

  static boolean of(JavaSources sources, Element variable) {
    ClosedObjects closing = new ClosedObjects(sources, variable);
    sources.units().forEach(unit -> closing.scan(unit, null));
    return closing.found;
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
    String name = "";
    if (tree.getMethodSelect() instanceof MemberSelectTree select) {
      name = select.getIdentifier().toString();
      if (name.matches(CLOSES)) {
        note(new TreePath(new TreePath(getCurrentPath(), select), select.getExpression()));
      }
    } else if (tree.getMethodSelect() instanceof IdentifierTree identifier) {
      name = identifier.getName().toString();
    }
    if (name.matches(CLOSES_OTHERS)) {
      for (ExpressionTree argument : tree.getArguments()) {
        note(new TreePath(getCurrentPath(), argument));
      }
    }
    return super.visitMethodInvocation(tree, unused);
  }

  @Override
  public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
    if (tree.getName().toString().matches(CLOSES)) {
      note(new TreePath(getCurrentPath(), tree.getQualifierExpression()));
    }
    return super.visitMemberReference(tree, unused);
  }

  @Override
  public @Nullable Void visitTry(TryTree tree, @Nullable Void unused) {
    for (Tree resource : tree.getResources()) {
      note(new TreePath(getCurrentPath(), resource));
    }
    return super.visitTry(tree, unused);
  }

  private void note(TreePath closed) {
    Element element = sources.trees().getElement(closed);
    found |= variable.equals(element);
    TypeMirror type =
        closed.getLeaf() instanceof ExpressionTree
            ? sources.trees().getTypeMirror(closed)
            : element == null ? null : element.asType();
    found |= isCloseable && type != null && mayBe(type);
  }

  private boolean mayBe(TypeMirror type) {
    Types types = sources.typeUtilities();
    if (type.getKind() != TypeKind.DECLARED) {
      return type.getKind() == TypeKind.ERROR || type.getKind() == TypeKind.TYPEVAR;
    }
    TypeMirror closed = types.erasure(type);
    TypeMirror own = types.erasure(variable.asType());
    return types.isSubtype(closed, own) || types.isSubtype(own, closed);
  }
}
