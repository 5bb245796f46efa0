package thaw.remedy.state;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
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
import thaw.remedy.edit.JavaSources;

/**
 * Tells whether an expression has the same value in init as in the handler: it names only types,
 * constants, and static methods; nothing of the event, of the object, of static state that somebody
 * may write, of the time or of chance. Calls of the project's own methods are followed.
 */
final class EventFree extends TreePathScanner<@Nullable Void, Integer> {
  private final JavaSources sources;
  private final OwnTypes types;
  private final Set<Element> own = new HashSet<>();
  private final Set<Element> followed = new HashSet<>();
  private final Deque<TreePath> toFollow = new ArrayDeque<>();
  private final Set<Element> ownConstants = new HashSet<>();
  private final Set<Element> constants = new HashSet<>();
  private final Set<Element> around = new HashSet<>();
  private Optional<String> obstacle = Optional.empty();

  EventFree(JavaSources sources) {
    this.sources = sources;
    this.types = new OwnTypes(sources);
  }

  /** Returns why the expression may have another value in init; empty when it has the same. */
  Optional<String> obstacle(TreePath expression) {
    for (TreePath up = expression; up != null; up = up.getParentPath()) {
      if (up.getLeaf() instanceof ClassTree) {
        around.add(sources.trees().getElement(up)); // initialised by init in any case
      }
    }
    scan(expression, 0);
    while (!toFollow.isEmpty()) { // not within a scan: the scanner has one path
      scan(toFollow.poll(), 1);
    }
    if (obstacle.isEmpty()) {
      obstacle = new SharedConstants(sources, expression, followed).obstacle(constants);
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
    if (tree.getIdentifier().contentEquals("class")) {
      made(sources.trees().getElement(new TreePath(getCurrentPath(), tree.getExpression())));
      return null; // a container may make one of it
    }
    named(sources.trees().getElement(getCurrentPath()), false, depth);
    return super.visitMemberSelect(tree, depth);
  }

  @Override
  public @Nullable Void visitMemberReference(MemberReferenceTree tree, Integer depth) {
    called(sources.trees().getElement(getCurrentPath()), depth);
    return super.visitMemberReference(tree, depth);
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
        if (isStatic && !isFinal) {
          refuse("it reads " + name + ", which can be written");
        } else if (bare && !isStatic && depth == 0 && !own.contains(element)) {
          refuse("it reads " + name + " of the handler's object");
        } else if (isStatic) {
          constant(element);
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
      case TYPE_PARAMETER -> {
        if (depth == 0) {
          refuse("it names the type parameter " + name);
        }
      }
      case ENUM_CONSTANT -> constants.add(element);
      default -> {}
    }
  }

  private void constant(Element element) {
    constants.add(element);
    TreePath declared = sources.trees().getPath(element);
    if (declared != null) {
      ownConstants.add(element);
      type(element.getEnclosingElement());
      if (around.contains(element.getEnclosingElement())
          && ((VariableTree) declared.getLeaf()).getInitializer() == null) {
        refuse("it reads " + element.getSimpleName() + ", which a static block sets");
      }
    }
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, Integer depth) {
    Element method = sources.trees().getElement(getCurrentPath());
    called(method, depth);
    if (method instanceof ExecutableElement executable
        && tree.getArguments().size() == 1
        && tree.getArguments().getFirst() instanceof LiteralTree literal) {
      Momentary.ofSetting(executable, String.valueOf(literal.getValue())).ifPresent(this::refuse);
    }
    return super.visitMethodInvocation(tree, depth);
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree tree, Integer depth) {
    Element constructor = sources.trees().getElement(getCurrentPath());
    called(constructor, depth);
    if (constructor != null && depth == 0 && tree.getEnclosingExpression() == null) {
      Element type = constructor.getEnclosingElement();
      boolean isInner =
          type != null
              && type.getEnclosingElement() instanceof TypeElement
              && !type.getModifiers().contains(Modifier.STATIC)
              && type.getKind() == ElementKind.CLASS;
      if (isInner) {
        refuse("it makes an inner object of the handler's");
      }
    }
    if (constructor != null) {
      made(constructor.getEnclosingElement());
    }
    return super.visitNewClass(tree, depth);
  }

  private void called(@Nullable Element called, int depth) {
    if (!(called instanceof ExecutableElement executable)) {
      refuse("a call in it is unknown to the compiler");
      return;
    }
    Momentary.of(executable).ifPresent(this::refuse);
    if (depth == 0 && types.throwsChecked(executable)) {
      refuse(executable.getSimpleName() + " may throw a checked exception");
    }
    follow(executable);
    types.overriding(executable).forEach(this::follow);
    type(executable.getEnclosingElement());
  }

  /** A container calls what it likes of a class that is given to it. */
  private void made(@Nullable Element made) {
    if (!(made instanceof TypeElement type) || sources.trees().getPath(type) == null) {
      return;
    }
    for (TypeElement each : types.withSubtypes(type)) {
      type(each);
      each.getEnclosedElements().stream()
          .filter(member ->
              member.getKind() == ElementKind.CONSTRUCTOR
                  || member.getKind() == ElementKind.METHOD
                      && !member.getAnnotationMirrors().isEmpty())
          .forEach(this::follow);
    }
  }

  /**
   * Follows the code that runs because a class is used or made: its initialisers, and those of what
   * it extends.
   */
  private void type(@Nullable Element element) {
    if (!(element instanceof TypeElement type) || around.contains(type) || !followed.add(type)) {
      return;
    }
    TreePath declared = sources.trees().getPath(type);
    if (declared == null) {
      return; // of a library
    }
    for (Tree member : OwnTypes.members(declared)) {
      if (OwnTypes.isInitialiser(member)) {
        toFollow.add(new TreePath(declared, member));
      }
    }
    types
        .superclass(type)
        .ifPresent(above -> {
          type(above);
          above.getEnclosedElements().stream()
              .filter(member -> member.getKind() == ElementKind.CONSTRUCTOR)
              .forEach(this::follow);
        });
  }

  private void follow(Element called) {
    if (!followed.add(called)) {
      return;
    }
    TreePath declared = sources.trees().getPath(called);
    if (declared != null) {
      toFollow.add(declared);
    }
  }
}
