package thaw.remedy.state;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;

/**
 * Constants that a value reads, and that hold something that can change: a map, an own object with
 * fields that are written. When anything but the value and static initialisers gets at it, an
 * invocation may have changed it before.
 */
final class SharedConstants extends TreePathScanner<@Nullable Void, Element> {
  private static final String IMMUTABLE =
      "java\\.lang\\.(String|Boolean|Byte|Character|Short|Integer|Long|Float|Double|Class)"
          + "|java\\.math\\.\\w+|java\\.time\\..*|java\\.net\\.UR[IL]|java\\.util\\.regex\\.Pattern"
          + "|java\\.nio\\.charset\\.Charset|java\\.util\\.(Locale|UUID|logging\\.Logger)"
          + "|java\\.nio\\.file\\.Path|java\\.util\\.concurrent\\.TimeUnit";

  /** Names of methods that change a library's object. */
  private static final String CHANGES =
      "(set|put|add|remove|clear|register|enable|disable|configure|with|init|load|update|change"
          + "|replace|increment|decrement|compareAnd|getAnd)([A-Z].*)?";

  private final JavaSources sources;
  private final TreePath value;
  private final Set<Element> followed;
  private final Set<Tree> bodies = new HashSet<>();
  private boolean found;

  /**
   * @param followed what the value calls
   */
  SharedConstants(JavaSources sources, TreePath value, Set<Element> followed) {
    this.sources = sources;
    this.value = value;
    this.followed = followed;
    for (Element each : followed) {
      TreePath path = sources.trees().getPath(each);
      if (path != null && each.getKind() != ElementKind.CLASS) {
        bodies.add(path.getLeaf());
      }
    }
  }

  Optional<String> obstacle(Set<Element> constants) {
    for (Element constant : constants) {
      if (isImmutable(constant.asType())) {
        continue;
      }
      sources.units().forEach(unit -> scan(new TreePath(unit), constant));
      if (found) {
        return Optional.of(
            "it reads " + constant.getSimpleName() + ", whose content others may change");
      }
    }
    return Optional.empty();
  }

  private boolean isImmutable(TypeMirror type) {
    if (type.getKind().isPrimitive()) {
      return true;
    }
    if (type instanceof ArrayType || !(type instanceof DeclaredType declared)) {
      return false;
    }
    TypeElement element = (TypeElement) declared.asElement();
    if (element.getKind() == ElementKind.ENUM) {
      return element.getEnclosedElements().stream()
          .filter(member -> member.getKind() == ElementKind.FIELD)
          .filter(member -> !member.getModifiers().contains(Modifier.STATIC))
          .allMatch(member ->
              member.getModifiers().contains(Modifier.FINAL) && isImmutable(member.asType()));
    }
    return element.getQualifiedName().toString().matches(IMMUTABLE);
  }

  /** One that is neither the JDK's nor the project's. */
  private boolean isOfLibrary(TypeMirror type) {
    return type instanceof DeclaredType declared
        && !declared.asElement().toString().startsWith("java.")
        && sources.trees().getPath(declared.asElement()) == null;
  }

  @Override
  public @Nullable Void scan(@Nullable Tree tree, Element constant) {
    return tree == value.getLeaf() ? null : super.scan(tree, constant);
  }

  @Override
  public @Nullable Void visitVariable(VariableTree tree, Element constant) {
    return tree.getModifiers().getFlags().contains(Modifier.STATIC)
        ? null
        : super.visitVariable(tree, constant);
  }

  @Override
  public @Nullable Void visitBlock(BlockTree tree, Element constant) {
    return tree.isStatic() ? null : super.visitBlock(tree, constant);
  }

  @Override
  public @Nullable Void visitIdentifier(IdentifierTree tree, Element constant) {
    use(constant);
    return super.visitIdentifier(tree, constant);
  }

  @Override
  public @Nullable Void visitMemberSelect(MemberSelectTree tree, Element constant) {
    use(constant);
    return super.visitMemberSelect(tree, constant);
  }

  @Override
  public @Nullable Void visitMemberReference(MemberReferenceTree tree, Element constant) {
    use(constant);
    return super.visitMemberReference(tree, constant);
  }

  private void use(Element constant) {
    Element used = sources.trees().getElement(getCurrentPath());
    if (used == null || isInside()) {
      return;
    }
    if (used.equals(constant)) {
      found |= !isOfLibrary(constant.asType()) || isChange();
    } else if (used.getKind() == ElementKind.METHOD
        && followed.contains(used)
        && !isOfLibrary(constant.asType())) {
      found = true; // it may hand the constant out
    }
  }

  private boolean isInside() {
    for (TreePath up = getCurrentPath(); up != null; up = up.getParentPath()) {
      if (bodies.contains(up.getLeaf())) {
        return true;
      }
    }
    return false;
  }

  private boolean isChange() {
    TreePath above = getCurrentPath().getParentPath();
    return above.getLeaf() instanceof MemberSelectTree select
        && above.getParentPath().getLeaf() instanceof MethodInvocationTree
        && select.getIdentifier().toString().matches(CHANGES);
  }
}
