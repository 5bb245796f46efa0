package thaw.remedy.edit;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Whether an expression has the same value in init as in the handler: it names only types,
 * constants, and static methods; nothing of the event, of the object, or of static state that
 * somebody may write. Calls of the project's own methods are followed.
 */
final class EventFree extends TreePathScanner<@Nullable Void, Integer> {
  private final JavaSources sources;
  private final Set<Element> own = new HashSet<>();
  private final Set<Element> followed = new HashSet<>();
  private final Deque<TreePath> toFollow = new ArrayDeque<>();
  private final Set<Element> ownConstants = new HashSet<>();
  private Optional<String> obstacle = Optional.empty();

  EventFree(JavaSources sources) {
    this.sources = sources;
  }

  /** Why it is not; empty when it is. */
  Optional<String> obstacle(TreePath expression) {
    scan(expression, 0);
    while (!toFollow.isEmpty()) { // not within a scan: the scanner has one path
      scan(toFollow.poll(), 1);
    }
    return obstacle;
  }

  /** Static fields of the project that it reads, which must have been initialised before. */
  Set<Element> constants() {
    return ownConstants;
  }

  private void refuse(String why) {
    if (obstacle.isEmpty()) {
      obstacle = Optional.of(why);
    }
  }

  @Override
  public @Nullable Void visitVariable(VariableTree tree, Integer depth) {
    own.add(sources.trees().getElement(getCurrentPath())); // a lambda's, or an inner class's
    return super.visitVariable(tree, depth);
  }

  @Override
  public @Nullable Void visitIdentifier(IdentifierTree tree, Integer depth) {
    named(sources.trees().getElement(getCurrentPath()), true, depth);
    return super.visitIdentifier(tree, depth);
  }

  @Override
  public @Nullable Void visitMemberSelect(MemberSelectTree tree, Integer depth) {
    named(sources.trees().getElement(getCurrentPath()), false, depth);
    return super.visitMemberSelect(tree, depth);
  }

  private void named(@Nullable Element element, boolean bare, int depth) {
    if (element == null) {
      refuse("a name in it is unknown to the compiler");
      return;
    }
    boolean isStatic = element.getModifiers().contains(Modifier.STATIC);
    boolean isFinal = element.getModifiers().contains(Modifier.FINAL);
    String name = element.getSimpleName().toString();
    switch (element.getKind()) {
      case FIELD -> {
        boolean declaredHere = sources.trees().getPath(element) != null;
        if (isStatic && !isFinal) {
          refuse("it reads " + name + ", which can be written");
        } else if (bare && !isStatic && depth == 0 && !own.contains(element)) {
          refuse("it reads " + name + " of the handler's object");
        } else if (isStatic && declaredHere) {
          ownConstants.add(element);
        }
      }
      case LOCAL_VARIABLE, PARAMETER, EXCEPTION_PARAMETER, RESOURCE_VARIABLE, BINDING_VARIABLE -> {
        if (depth == 0 && !own.contains(element)) {
          refuse("it uses " + name + " of the invocation");
        }
      }
      case METHOD -> {
        if (bare && !isStatic && depth == 0) {
          refuse("it calls " + name + " of the handler's object");
        }
      }
      default -> {}
    }
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, Integer depth) {
    follow(sources.trees().getElement(getCurrentPath()));
    return super.visitMethodInvocation(tree, depth);
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree tree, Integer depth) {
    Element made = sources.trees().getElement(getCurrentPath());
    follow(made);
    if (made instanceof ExecutableElement
        && made.getEnclosingElement() instanceof TypeElement type) {
      // A container calls what it likes of a module that is given to it.
      type.getEnclosedElements().stream()
          .filter(member -> member.getKind() == ElementKind.METHOD)
          .filter(member -> !member.getAnnotationMirrors().isEmpty())
          .forEach(this::follow);
    }
    return super.visitNewClass(tree, depth);
  }

  private void follow(@Nullable Element called) {
    if (called == null || !followed.add(called)) {
      return;
    }
    TreePath declared = sources.trees().getPath(called);
    if (declared != null) {
      toFollow.add(declared);
    }
  }
}
