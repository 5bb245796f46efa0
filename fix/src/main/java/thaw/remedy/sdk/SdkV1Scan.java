package thaw.remedy.sdk;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SourceText;

/** Goes through one source for all that is of the AWS SDK 1, and notes what is not known. */
final class SdkV1Scan extends TreePathScanner<@Nullable Void, @Nullable Void> {
  private static final Pattern NAME =
      Pattern.compile("com\\.amazonaws\\.(?:services\\.(?!lambda\\.runtime)|auth\\.|regions\\.)");

  private final JavaSources sources;
  private final CompilationUnitTree unit;
  private final String text;
  private final String handler;
  private final PlainCalls plain;
  private final List<SdkV1Use.Gap> gaps = new ArrayList<>();
  private final Set<SdkV1Library.Service> services = new LinkedHashSet<>();
  private boolean used;

  SdkV1Scan(JavaSources sources, CompilationUnitTree unit, String handler) {
    this.sources = sources;
    this.unit = unit;
    this.text = JavaSources.text(unit);
    this.handler = handler;
    this.plain = new PlainCalls(sources, unit);
  }

  List<SdkV1Use.Gap> gaps() {
    return gaps;
  }

  Set<SdkV1Library.Service> services() {
    return services;
  }

  PlainCalls plain() {
    return plain;
  }

  private void gap(Tree at, String what) {
    int line = SourceText.line(text, sources.start(unit, at));
    if (gaps.stream().noneMatch(each -> each.line() == line && each.what().equals(what))) {
      gaps.add(new SdkV1Use.Gap(sources.file(unit), line, what));
    }
  }

  private @Nullable TypeMirror type(Tree tree) {
    return sources.trees().getTypeMirror(new TreePath(getCurrentPath(), tree));
  }

  private boolean isOfSdk(Tree tree) {
    return SdkV1Library.isOf(type(tree));
  }

  @Override
  public @Nullable Void visitImport(ImportTree tree, @Nullable Void unused) {
    String name = tree.getQualifiedIdentifier().toString();
    if (SdkV1Library.isPart(name)) {
      used = true;
      if (tree.isStatic()) {
        gap(tree, "a static import of " + name);
      }
    }
    return null;
  }

  @Override
  public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
    List<Tree> above = new ArrayList<>(tree.getImplementsClause());
    if (tree.getExtendsClause() != null) {
      above.add(tree.getExtendsClause());
    }
    for (Tree each : above) {
      if (isOfSdk(each)) {
        gap(each, "a class of its own: " + each);
      }
    }
    return super.visitClass(tree, unused);
  }

  @Override
  public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
    ExecutableElement method = (ExecutableElement) sources.trees().getElement(getCurrentPath());
    if (method != null
        && method.getKind() == ElementKind.METHOD
        && method.getModifiers().contains(Modifier.PUBLIC)
        && SdkV1Library.owner(method).getQualifiedName().contentEquals(handler)
        && mentions(method)) {
      gap(tree, "its objects are the handler's event or response: " + tree.getName());
    }
    return super.visitMethod(tree, unused);
  }

  private static boolean mentions(Element element) {
    return element.asType() instanceof ExecutableType method
        ? SdkV1Library.isOf(method.getReturnType())
            || method.getParameterTypes().stream().anyMatch(SdkV1Library::isOf)
        : SdkV1Library.isOf(element.asType());
  }

  @Override
  public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
    name(tree, sources.trees().getElement(getCurrentPath()));
    return super.visitIdentifier(tree, unused);
  }

  @Override
  public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void unused) {
    name(tree, sources.trees().getElement(getCurrentPath()));
    return super.visitMemberSelect(tree, unused);
  }

  private void name(Tree tree, @Nullable Element element) {
    switch (element) {
      case TypeElement type when SdkV1Library.isPart(type) -> {
        used = true;
        SdkV1Library.serviceOf(type).ifPresent(services::add);
        if (!SdkV1Library.isKnown(type)) {
          gap(tree, type.getQualifiedName().toString());
        }
      }
      case Element field when field.getKind().isField() && SdkV1Library.isPart(field) -> {
        boolean known =
            field.getKind() == ElementKind.ENUM_CONSTANT
                && isArgumentOfSdk()
                && (SdkV1Library.isRegion(field)
                    || field.getSimpleName().toString().matches("[A-Z][A-Z0-9_]*"));
        if (!known && !tree.toString().endsWith(".class")) {
          gap(tree, "the constant " + tree);
        }
      }
      case Element field
          when field.getKind().isField()
              && sources.trees().getPath(field) == null
              && mentions(field) ->
          gap(tree, "its objects are in another library: " + tree);
      case null, default -> {}
    }
  }

  private boolean isArgumentOfSdk() {
    TreePath parent = getCurrentPath().getParentPath();
    return parent.getLeaf() instanceof MethodInvocationTree call
        && call.getArguments().contains(getCurrentPath().getLeaf())
        && SdkV1Library.isPart(sources.trees().getElement(parent));
  }

  @Override
  public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
    if (SdkV1Library.isPart(sources.trees().getElement(getCurrentPath()))
        || isOfSdk(tree.getQualifierExpression())) {
      gap(tree, "the method reference " + tree);
    }
    return super.visitMemberReference(tree, unused);
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
    Element made = sources.trees().getElement(getCurrentPath());
    if (made instanceof ExecutableElement constructor && SdkV1Library.isPart(made)) {
      TypeElement type = SdkV1Library.owner(constructor);
      Optional<SdkV1Shorthand.Form> form = SdkV1Shorthand.of(constructor, sources.typeUtilities());
      boolean plainly =
          tree.getArguments().isEmpty()
              && SdkV1Library.isModel(type)
              && !SdkV1Library.isException(type);
      if (form.isPresent()
          && tree.getClassBody() == null
          && plain.isWritable(tree.getArguments())) {
        plain.constructor(tree, form.get());
      } else if (tree.getClassBody() != null
          || (!plainly
              && !type.getQualifiedName().contentEquals(SdkV1Library.ENVIRONMENT_CREDENTIALS))
          || !tree.getArguments().isEmpty()) {
        gap(tree, "new " + type.getSimpleName() + " with arguments, or of a kind of its own");
      }
    } else {
      arguments(tree, made, tree.getArguments());
    }
    return super.visitNewClass(tree, unused);
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
    Element element = sources.trees().getElement(getCurrentPath());
    if (!(element instanceof ExecutableElement called)) {
      if (used) {
        gap(tree, "a call that could not be understood: " + tree.getMethodSelect());
      }
    } else if (SdkV1Library.isPart(called)) {
      new SdkV1Call(sources, unit, getCurrentPath(), called, plain)
          .gap()
          .ifPresent(what -> gap(tree, what));
    } else {
      if (isTextOfSdk(tree, called)) {
        gap(tree, "the text of its objects: " + tree.getMethodSelect());
      }
      arguments(tree, called, tree.getArguments());
    }
    return super.visitMethodInvocation(tree, unused);
  }

  private boolean isTextOfSdk(MethodInvocationTree tree, ExecutableElement called) {
    return tree.getMethodSelect() instanceof MemberSelectTree select
        && SdkV1Library.isOf(
            sources
                .trees()
                .getTypeMirror(
                    new TreePath(new TreePath(getCurrentPath(), select), select.getExpression())))
        && called.getSimpleName().toString().matches("toString|getMessage|getLocalizedMessage");
  }

  /** Notes arguments by which objects of the SDK leave the code that is seen here. */
  private void arguments(
      Tree call, @Nullable Element called, List<? extends ExpressionTree> arguments) {
    if (!(called instanceof ExecutableElement method)) {
      return;
    }
    String owner = SdkV1Library.owner(method).getQualifiedName().toString();
    if (sources.trees().getPath(method) == null && mentions(method)) {
      gap(call, "its objects are in another library: " + owner);
    }
    if (owner.startsWith("java.util.")) {
      return; // keys and elements
    }
    int parameters = method.getParameters().size();
    for (int i = 0; i < arguments.size() && parameters > 0; i++) {
      TypeMirror parameter = method.getParameters().get(Math.min(i, parameters - 1)).asType();
      boolean anything = parameter.toString().matches("java\\.lang\\.Object(?:\\[\\]|\\.\\.\\.)?");
      if (anything && isOfSdk(arguments.get(i))) {
        gap(arguments.get(i), "its objects as any object, for " + method.getSimpleName());
      }
    }
  }

  @Override
  public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void unused) {
    if (tree.getKind() == Tree.Kind.PLUS
        && (isOfSdk(tree.getLeftOperand()) || isOfSdk(tree.getRightOperand()))) {
      gap(tree, "the text of its objects: " + tree);
    }
    return super.visitBinary(tree, unused);
  }

  @Override
  public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void unused) {
    TreePath path = getCurrentPath();
    while (path != null && !(path.getLeaf() instanceof MethodTree)) {
      path = path.getParentPath();
    }
    if (path != null
        && tree.getExpression() != null
        && isOfSdk(tree.getExpression())
        && isObject(((MethodTree) path.getLeaf()).getReturnType())) {
      gap(tree, "its objects as any object");
    }
    return super.visitReturn(tree, unused);
  }

  @Override
  public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
    if (tree.getInitializer() != null
        && isOfSdk(tree.getInitializer())
        && isObject(tree.getType())) {
      gap(tree, "its objects as any object");
    }
    return super.visitVariable(tree, unused);
  }

  private static boolean isObject(@Nullable Tree type) {
    return type != null && type.toString().matches("(?:java\\.lang\\.)?Object");
  }

  @Override
  public @Nullable Void visitLiteral(LiteralTree tree, @Nullable Void unused) {
    if (tree.getValue() instanceof String value && NAME.matcher(value).find()) {
      gap(tree, "a name in a text: " + value);
    }
    return super.visitLiteral(tree, unused);
  }
}
