package thaw.remedy.database;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
 * An expression that init can evaluate as a request does, and that does nothing but open a
 * connection: it names fields, variables of the function and constants; locals are put in.
 *
 * @param text with what locals stand for
 * @param isOfObject whether it reads fields of the object
 * @param obstacle what else it is made of
 */
record RepeatedExpression(String text, boolean isOfObject, Optional<String> obstacle) {
  private static final int DEEPEST = 4;

  /** What reads, and changes nothing. */
  private static final Set<String> READING =
      Set.of(
          "java.lang.System.getenv",
          "java.lang.System.getProperty",
          "java.lang.String.format",
          "java.lang.String.formatted",
          "java.lang.String.valueOf",
          "java.lang.String.concat",
          "java.lang.String.trim",
          "java.lang.String.strip",
          "java.lang.Integer.parseInt",
          "java.util.Objects.requireNonNull",
          "java.util.Objects.requireNonNullElse",
          "java.util.Map.get",
          "java.util.Map.getOrDefault");

  private static final class Scan extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final SettingsInCode code;
    private final ExpressionTree opening;
    private final boolean ofObject;
    private final int depth;
    private final List<Part> parts = new ArrayList<>();
    private boolean readsObject;
    private @Nullable String obstacle;

    Scan(SettingsInCode code, ExpressionTree opening, boolean ofObject, int depth) {
      this.code = code;
      this.opening = opening;
      this.ofObject = ofObject;
      this.depth = depth;
    }

    private void refuse(String why) {
      obstacle = obstacle == null ? why : obstacle;
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      named(code.sources().trees().getElement(getCurrentPath()), tree);
      return null;
    }

    private void named(@Nullable Element element, Tree tree) {
      if (element == null) {
        refuse("a name is unknown to the compiler");
        return;
      }
      ElementKind kind = element.getKind();
      if (kind == ElementKind.LOCAL_VARIABLE) {
        local(element, tree);
      } else if (kind == ElementKind.FIELD && !element.getModifiers().contains(Modifier.STATIC)) {
        readsObject = true;
        if (!ofObject || tree.toString().equals("this")) {
          refuse("it reads " + element.getSimpleName() + " of an object");
        }
      } else if (kind == ElementKind.PARAMETER
          || kind == ElementKind.EXCEPTION_PARAMETER
          || kind == ElementKind.RESOURCE_VARIABLE
          || kind == ElementKind.BINDING_VARIABLE) {
        refuse("it uses " + element.getSimpleName() + " of the invocation");
      }
    }

    private void local(Element element, Tree tree) {
      TreePath declared = code.sources().trees().getPath(element);
      CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
      boolean isPlain =
          declared != null
              && declared.getLeaf() instanceof VariableTree variable
              && variable.getInitializer() != null
              && depth < DEEPEST
              && !isWritten(unit, element);
      if (!isPlain) {
        refuse("it uses " + element.getSimpleName() + ", which more than one line makes");
        return;
      }
      ExpressionTree value = ((VariableTree) declared.getLeaf()).getInitializer();
      Scan inner = new Scan(code, opening, ofObject, depth + 1);
      inner.scan(new TreePath(declared, value), null);
      readsObject |= inner.readsObject;
      if (inner.obstacle != null) {
        refuse(inner.obstacle);
      }
      String text = inner.text(unit, value);
      boolean isClosed =
          value instanceof MethodInvocationTree || value.getKind().name().endsWith("LITERAL");
      parts.add(
          new Part(
              code.sources().start(unit, tree),
              code.sources().end(unit, tree),
              isClosed ? text : "(" + text + ")"));
    }

    /** Fields too are locals to who asks by name: this asks of the variable itself. */
    private boolean isWritten(CompilationUnitTree unit, Element variable) {
      boolean[] written = new boolean[1];
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
          TreePath target = new TreePath(getCurrentPath(), tree.getVariable());
          written[0] |= variable.equals(code.sources().trees().getElement(target));
          return super.visitAssignment(tree, unused);
        }

        @Override
        public @Nullable Void visitCompoundAssignment(
            CompoundAssignmentTree tree, @Nullable Void unused) {
          TreePath target = new TreePath(getCurrentPath(), tree.getVariable());
          written[0] |= variable.equals(code.sources().trees().getElement(target));
          return super.visitCompoundAssignment(tree, unused);
        }
      }.scan(unit, null);
      return written[0];
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      boolean isReading =
          code.sources().trees().getElement(getCurrentPath()) instanceof ExecutableElement called
              && called.getEnclosingElement() instanceof TypeElement owner
              && READING.contains(owner.getQualifiedName() + "." + called.getSimpleName());
      if (code.sources().trees().getElement(getCurrentPath()) instanceof ExecutableElement called
          && KeptPool.isBy(code, called)) {
        return null;
      }
      if (!tree.equals(opening) && !isReading) {
        refuse("it calls " + tree.getMethodSelect());
        return null;
      }
      if (tree.getMethodSelect() instanceof MemberSelectTree select) {
        scan(select.getExpression(), unused);
      } else {
        refuse("it calls " + tree.getMethodSelect());
      }
      scan(tree.getArguments(), unused);
      return null;
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void unused) {
      Element element = code.sources().trees().getElement(getCurrentPath());
      boolean isStatic = element != null && element.getModifiers().contains(Modifier.STATIC);
      boolean isOwn = tree.getExpression().toString().equals("this");
      if (element != null && element.getKind() == ElementKind.FIELD && (isStatic || isOwn)) {
        readsObject |= !isStatic;
        if (!isStatic && !ofObject) {
          refuse("it reads " + element.getSimpleName() + " of an object");
        }
        return null;
      }
      return super.visitMemberSelect(tree, unused);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
      refuse("it makes a " + tree.getIdentifier());
      return null;
    }

    /** Returns the source of an expression, with what its locals stand for. */
    String text(CompilationUnitTree unit, ExpressionTree tree) {
      int start = code.sources().start(unit, tree);
      String text = JavaSources.text(unit).substring(start, code.sources().end(unit, tree));
      for (Part each :
          parts.stream().sorted(Comparator.comparingInt(Part::start).reversed()).toList()) {
        text =
            text.substring(0, each.start() - start)
                + each.text()
                + text.substring(each.end() - start);
      }
      return text;
    }
  }

  /** What takes the place of a local. */
  private record Part(int start, int end, String text) {}

  /**
   * @param isObject whether there is an object of the class in init, whose fields it may read
   */
  static RepeatedExpression of(SettingsInCode code, TreePath path, boolean isObject) {
    ExpressionTree opening = (ExpressionTree) path.getLeaf();
    Scan scan = new Scan(code, opening, isObject, 0);
    scan.scan(path, null);
    return new RepeatedExpression(
        scan.text(path.getCompilationUnit(), opening).replaceAll("\\s*\\n\\s*", " "),
        scan.readsObject,
        Optional.ofNullable(scan.obstacle));
  }
}
