package thaw.remedy.database;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * A static method that returns a data source which a static field keeps, and makes it at the first
 * call, of constants and libraries alone: whoever calls it first gets the same.
 */
final class KeptPool extends TreePathScanner<@Nullable Void, @Nullable Void> {
  private final SettingsInCode code;
  private final Set<Element> returned = new HashSet<>();
  private final Set<Element> read = new HashSet<>();
  private boolean doesMore;

  private KeptPool(SettingsInCode code) {
    this.code = code;
  }

  static boolean isBy(SettingsInCode code, ExecutableElement method) {
    TreePath declared = code.sources().trees().getPath(method);
    if (declared == null
        || !(declared.getLeaf() instanceof MethodTree tree)
        || tree.getBody() == null
        || !method.getModifiers().contains(Modifier.STATIC)
        || !method.getParameters().isEmpty()
        || !code.is(method.getReturnType(), DatabaseRemedies.DATA_SOURCE)) {
      return false;
    }
    KeptPool pool = new KeptPool(code);
    pool.scan(new TreePath(declared, tree.getBody()), null);
    return !pool.doesMore && pool.returned.size() == 1 && pool.returned.containsAll(pool.read);
  }

  private boolean isOwn(@Nullable Element element) {
    return element == null || code.sources().trees().getPath(element) != null;
  }

  @Override
  public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void unused) {
    Tree value = tree.getExpression();
    Element element =
        value instanceof IdentifierTree
            ? code.sources().trees().getElement(new TreePath(getCurrentPath(), value))
            : null;
    if (element == null || element.getKind() != ElementKind.FIELD) {
      doesMore = true;
      return null;
    }
    returned.add(element);
    return super.visitReturn(tree, unused);
  }

  @Override
  public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
    Element element = code.sources().trees().getElement(getCurrentPath());
    if (element != null
        && element.getKind() == ElementKind.FIELD
        && !element.getModifiers().contains(Modifier.FINAL)) {
      read.add(element);
    }
    return null;
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
    doesMore |= isOwn(code.sources().trees().getElement(getCurrentPath()));
    return super.visitMethodInvocation(tree, unused);
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
    doesMore |= isOwn(code.sources().trees().getElement(getCurrentPath()));
    return super.visitNewClass(tree, unused);
  }
}
