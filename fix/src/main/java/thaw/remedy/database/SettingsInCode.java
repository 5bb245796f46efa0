package thaw.remedy.database;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.Setting;
import thaw.remedy.edit.SourceText;

/** Looks for what a module's sources say about its database. */
record SettingsInCode(JavaSources sources) {
  /** A call of a method by an object of a name, such as {@code config.setJdbcUrl(url)}. */
  record Call(TreePath path, MethodInvocationTree tree, String method) {
    CompilationUnitTree unit() {
      return path.getCompilationUnit();
    }
  }

  boolean knows(String type) {
    return sources.elements().getTypeElement(type) != null;
  }

  /** Returns whether a library has a constant of that value. */
  boolean hasConstant(String type, String value) {
    TypeElement found = sources.elements().getTypeElement(type);
    return found != null
        && sources.elements().getAllMembers(found).stream()
            .anyMatch(each ->
                each instanceof VariableElement field && value.equals(field.getConstantValue()));
  }

  /** Returns the first place that names a setting, as a literal or by a library's constant. */
  Optional<String> names(String key) {
    return uses(key).stream().findFirst().map(use -> place(use) + " sets " + key);
  }

  /** Returns all places that name a setting. */
  List<TreePath> uses(String key) {
    String canonical = Setting.canonical(key);
    return paths(tree -> {
      if (tree.getLeaf() instanceof LiteralTree literal) {
        return literal.getValue() instanceof String text
            && Setting.canonical(text.replaceFirst("\\s*[=:].*", "")).equals(canonical);
      }
      return (tree.getLeaf() instanceof MemberSelectTree
              || tree.getLeaf() instanceof IdentifierTree)
          && sources.trees().getElement(tree) instanceof VariableElement constant
          && constant.getConstantValue() instanceof String text
          && Setting.canonical(text).equals(canonical)
          && sources.trees().getPath(constant) == null;
    });
  }

  /** Returns the calls of methods by objects of a type. */
  List<Call> calls(String type, Predicate<String> method) {
    List<Call> calls = new ArrayList<>();
    sources.calls((tree, path) -> {
      if (sources.trees().getElement(path) instanceof ExecutableElement called
          && method.test(called.getSimpleName().toString())
          && tree.getMethodSelect() instanceof MemberSelectTree select
          && is(typeOf(path, select.getExpression()), type)) {
        calls.add(new Call(path, tree, called.getSimpleName().toString()));
      }
    });
    return calls;
  }

  /** Returns the places that make an object of a type. */
  List<TreePath> made(String type) {
    return paths(tree ->
        tree.getLeaf() instanceof NewClassTree && is(sources.trees().getTypeMirror(tree), type));
  }

  /** Returns the first method of the module that Spring calls for a bean of a type. */
  Optional<String> bean(String type) {
    for (TypeElement each : sources.types()) {
      for (Element member : each.getEnclosedElements()) {
        if (member instanceof ExecutableElement method
            && is(method.getReturnType(), type)
            && annotation(member, "org.springframework.context.annotation.Bean").isPresent()) {
          return Optional.of(place(sources.trees().getPath(member)));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the first class that has an annotation. */
  Optional<String> annotated(String annotation) {
    return sources.types().stream()
        .filter(each -> annotation(each, annotation).isPresent())
        .findFirst()
        .map(each -> place(sources.trees().getPath(each)));
  }

  static Optional<? extends AnnotationMirror> annotation(Element element, String name) {
    return element.getAnnotationMirrors().stream()
        .filter(each -> each.getAnnotationType().toString().equals(name))
        .findFirst();
  }

  /** Returns file and line. */
  String place(TreePath path) {
    CompilationUnitTree unit = path.getCompilationUnit();
    int start = Math.max(0, sources.start(unit, path.getLeaf()));
    return sources.file(unit) + ":" + SourceText.line(JavaSources.text(unit), start);
  }

  boolean is(@Nullable TypeMirror type, String name) {
    TypeElement known = sources.elements().getTypeElement(name);
    return known != null
        && type != null
        && sources
            .typeUtilities()
            .isSubtype(
                sources.typeUtilities().erasure(type),
                sources.typeUtilities().erasure(known.asType()));
  }

  private @Nullable TypeMirror typeOf(TreePath path, ExpressionTree part) {
    return sources.trees().getTypeMirror(TreePath.getPath(path.getCompilationUnit(), part));
  }

  private List<TreePath> paths(Predicate<TreePath> which) {
    List<TreePath> found = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
          if (tree != null && getCurrentPath() != null) {
            TreePath path = new TreePath(getCurrentPath(), tree);
            if (which.test(path)) {
              found.add(path);
            }
          }
          return super.scan(tree, unused);
        }
      }.scan(unit, null);
    }
    return found;
  }
}
