package thaw.remedy.state;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
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
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;

/**
 * Finds what of a handler's class, of the project around it and of its tests forbids that the class
 * has further static state. There is one object of a handler in a JVM, and only as long as that is
 * so it makes no difference whose the state is.
 */
final class ClassState {
  /** Lombok's loggers are a static field of their own. */
  private static final String HARMLESS_ANNOTATION =
      "java\\.lang\\.\\w+|org\\.jspecify\\..*|lombok\\.extern\\..*|lombok\\.CustomLog";

  private static final String REFLECTIVE =
      "getDeclaredField|getField|findField|findVarHandle|findGetter|findSetter|newUpdater|setField"
          + "|writeField|readField";

  /** Methods of a checkpoint that keep the object and do not look into it. */
  private static final String HARMLESS_TAKER = "register|println|equals|requireNonNull";

  /** The ways in which tests replace an object, or prepare what it reads. */
  private static final Pattern REPLACED =
      Pattern.compile(
          "InjectMock|mockStatic|MockedStatic|mockConstruction|MockBean|MockitoBean|setAccessible"
              + "|getDeclaredField|ReflectionTestUtils|Whitebox|FieldSetter|FieldUtils|PowerMock"
              + "|setInternalState|setProperty|EnvironmentVariable|SystemStubs");

  private final JavaSources sources;
  private final TreePath type;
  private final TypeElement element;
  private Optional<String> obstacle = Optional.empty();

  ClassState(JavaSources sources, TreePath type) {
    this.sources = sources;
    this.type = type;
    this.element = (TypeElement) sources.trees().getElement(type);
  }

  /** Returns why the class must have no further static state; empty when it may. */
  Optional<String> obstacle() {
    CompilationUnitTree unit = type.getCompilationUnit();
    if (!sources.isEditable(unit)) {
      return Optional.of("its file cannot be changed safely");
    }
    for (AnnotationTree annotation : ((ClassTree) type.getLeaf()).getModifiers().getAnnotations()) {
      if (!name(annotation).matches(HARMLESS_ANNOTATION)) {
        return Optional.of("@" + name(annotation) + " may generate code for it, or manage it");
      }
    }
    if (new OwnTypes(sources).withSubtypes(element).size() > 1) {
      return Optional.of("another class extends it");
    }
    sources.units().forEach(each -> new Uses().scan(each, null));
    return obstacle.or(this::ofTests);
  }

  private String name(AnnotationTree annotation) {
    TreePath path = new TreePath(new TreePath(type, annotation), annotation.getAnnotationType());
    Element found = sources.trees().getElement(path);
    return found == null ? annotation.getAnnotationType().toString() : found.toString();
  }

  private Optional<String> ofTests() {
    Pattern named = Pattern.compile("\\b" + Pattern.quote(element.getSimpleName() + "") + "\\b");
    return sources.tests().stream()
            .anyMatch(test -> named.matcher(test).find() && REPLACED.matcher(test).find())
        ? Optional.of("a test replaces a part of it, or what it reads")
        : Optional.empty();
  }

  /** Returns whether a static block below came before the value was made until now. */
  boolean hasBlockBelow(int position) {
    return ((ClassTree) type.getLeaf())
        .getMembers().stream()
            .filter(member -> member instanceof BlockTree block && block.isStatic())
            .anyMatch(member -> sources.start(type.getCompilationUnit(), member) > position);
  }

  /** Returns whether the main sources name a field to reflection. */
  boolean isReflected(String field) {
    boolean[] found = new boolean[1];
    sources.calls((tree, _) -> {
      if (called(tree).matches(REFLECTIVE)) {
        boolean named = false;
        for (ExpressionTree each : tree.getArguments()) {
          if (each instanceof LiteralTree literal) {
            named |= literal.getValue() instanceof String;
            found[0] |= field.equals(literal.getValue());
          }
        }
        found[0] |= !named; // nobody knows which
      }
    });
    return found[0];
  }

  private static String called(MethodInvocationTree tree) {
    return switch (tree.getMethodSelect()) {
      case MemberSelectTree select -> select.getIdentifier().toString();
      case IdentifierTree identifier -> identifier.getName().toString();
      default -> "";
    };
  }

  /** Looks in all of the project for uses of the class, and of settings of the whole JVM. */
  private final class Uses extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private void refuse(String why) {
      if (obstacle.isEmpty()) {
        obstacle = Optional.of(why);
      }
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
      Element made =
          sources.trees().getElement(new TreePath(getCurrentPath(), tree.getIdentifier()));
      if (element.equals(made)) {
        refuse("the project makes objects of it");
      }
      return super.visitNewClass(tree, unused);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      member(sources.trees().getElement(getCurrentPath()));
      return super.visitIdentifier(tree, unused);
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void unused) {
      member(sources.trees().getElement(getCurrentPath()));
      return super.visitMemberSelect(tree, unused);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
      Element named = sources.trees().getElement(getCurrentPath());
      if (named != null
          && named.getKind() == ElementKind.CONSTRUCTOR
          && element.equals(named.getEnclosingElement())) {
        refuse("the project makes objects of it");
      }
      member(named);
      return super.visitMemberReference(tree, unused);
    }

    /**
     * Refuses a use of a static member, which initialises the class, perhaps in another function.
     */
    private void member(@Nullable Element used) {
      if (used != null
          && (used.getKind() == ElementKind.METHOD || used.getKind() == ElementKind.FIELD)
          && used.getModifiers().contains(Modifier.STATIC)
          && element.equals(used.getEnclosingElement())
          && !(used instanceof javax.lang.model.element.VariableElement field
              && field.getConstantValue() != null)
          && !getCurrentPath().getCompilationUnit().equals(type.getCompilationUnit())) {
        refuse("another class uses its static members");
      }
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      Element method = sources.trees().getElement(getCurrentPath());
      String name = called(tree);
      if (method != null
          && method.getModifiers().contains(Modifier.STATIC)
          && !isOfAnObject(tree)
          && sources.trees().getPath(method) == null
          && name.matches("set([A-Z].*)?|(add|insert)Provider.*|getProperties")
          && !isOfInit()) {
        refuse("settings of the whole JVM are made by " + name + ", which would come too late");
      }
      if (!name.matches(HARMLESS_TAKER) && isGivenAway(tree)) {
        refuse("its object is given to " + name + ", which may look into it");
      }
      return super.visitMethodInvocation(tree, unused);
    }

    /**
     * Returns whether a variable's object is asked. What an annotation processor makes is not known
     * here, such as setters, and javac's place holder for it counts as static.
     */
    private boolean isOfAnObject(MethodInvocationTree tree) {
      return tree.getMethodSelect() instanceof MemberSelectTree select
          && sources
                  .trees()
                  .getElement(
                      new TreePath(new TreePath(getCurrentPath(), select), select.getExpression()))
              instanceof javax.lang.model.element.VariableElement;
    }

    /** Returns whether the place is in a static initialiser of the class itself. */
    private boolean isOfInit() {
      for (TreePath up = getCurrentPath(); up != null; up = up.getParentPath()) {
        Tree tree = up.getLeaf();
        boolean isStatic =
            tree instanceof BlockTree block && block.isStatic()
                || tree instanceof VariableTree field
                    && field.getModifiers().getFlags().contains(Modifier.STATIC);
        if (isStatic) {
          return up.getParentPath().getLeaf().equals(type.getLeaf());
        }
      }
      return false;
    }

    private boolean isGivenAway(MethodInvocationTree tree) {
      return tree.getArguments().stream()
          .map(argument -> new TreePath(getCurrentPath(), argument))
          .filter(path ->
              path.getLeaf() instanceof IdentifierTree identifier
                  && identifier.getName().contentEquals("this"))
          .map(path -> sources.trees().getTypeMirror(path))
          .anyMatch(given ->
              given != null
                  && sources
                      .typeUtilities()
                      .isSameType(
                          sources.typeUtilities().erasure(given),
                          sources.typeUtilities().erasure(element.asType())));
    }
  }
}
