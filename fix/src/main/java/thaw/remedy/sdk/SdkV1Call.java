package thaw.remedy.sdk;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.JavaSources;

/** One call of the AWS SDK 1: whether it is known to be migrated right. */
final class SdkV1Call {
  /**
   * Methods that only look at a collection; collections in responses of version 2 cannot be
   * changed.
   */
  private static final Set<String> LOOKS =
      Set.of(
          "get",
          "getOrDefault",
          "containsKey",
          "contains",
          "isEmpty",
          "size",
          "stream",
          "forEach",
          "entrySet",
          "keySet",
          "values");

  private static final Set<String> OF_SERVICE_EXCEPTIONS =
      Set.of("getErrorCode", "getErrorMessage", "getStatusCode");

  private final JavaSources sources;
  private final CompilationUnitTree unit;
  private final TreePath path;
  private final MethodInvocationTree tree;
  private final ExecutableElement called;
  private final PlainCalls plain;
  private final String name;

  SdkV1Call(
      JavaSources sources,
      CompilationUnitTree unit,
      TreePath path,
      ExecutableElement called,
      PlainCalls plain) {
    this.sources = sources;
    this.unit = unit;
    this.path = path;
    this.tree = (MethodInvocationTree) path.getLeaf();
    this.called = called;
    this.plain = plain;
    this.name = called.getSimpleName().toString();
  }

  /** Returns the part that a person has to look at; empty when there is none. */
  Optional<String> gap() {
    TypeElement owner = SdkV1Library.owner(called);
    boolean known;
    if (SdkV1Library.isClient(owner)) {
      known = isKnownOfClient();
    } else if (SdkV1Library.isBuilder(owner)
        || receiver().filter(SdkV1Library::isBuilder).isPresent()) {
      known = isKnownOfBuilder();
    } else if (owner.getQualifiedName().contentEquals(SdkV1Library.DEFAULT_CREDENTIALS)) {
      known = name.equals("getInstance");
    } else if (SdkV1Library.isException(owner)) {
      known =
          owner.getQualifiedName().contentEquals("com.amazonaws.AmazonServiceException")
              && OF_SERVICE_EXCEPTIONS.contains(name);
    } else {
      return SdkV1Library.isModel(owner) ? ofModel(owner) : unknown(owner);
    }
    return known ? Optional.empty() : unknown(owner);
  }

  private Optional<String> unknown(TypeElement owner) {
    return Optional.of("the call " + owner.getSimpleName() + "." + name);
  }

  private Optional<TypeElement> receiver() {
    return tree.getMethodSelect() instanceof MemberSelectTree select
            && sources.trees().getTypeMirror(receiverPath(select)) instanceof DeclaredType type
        ? Optional.of((TypeElement) type.asElement())
        : Optional.empty();
  }

  private TreePath receiverPath(MemberSelectTree select) {
    return new TreePath(new TreePath(path, select), select.getExpression());
  }

  /** Each operation takes one request, which has its name. */
  private boolean isKnownOfClient() {
    List<? extends VariableElement> parameters = called.getParameters();
    String request = Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Request";
    if (parameters.size() == 1
        && parameters.getFirst().asType() instanceof DeclaredType type
        && type.asElement().getSimpleName().contentEquals(request)) {
      return true;
    }
    Optional<SdkV1Shorthand.Form> form = SdkV1Shorthand.of(called, sources.typeUtilities());
    if (form.isEmpty() || !plain.isWritable(tree.getArguments())) {
      return false;
    }
    String home = SdkV1Library.owner(called).getQualifiedName().toString();
    plain.call(
        tree,
        form.get(),
        home.substring(0, home.lastIndexOf('.')) + ".model." + form.get().request().orElseThrow());
    return true;
  }

  private boolean isKnownOfBuilder() {
    return switch (name) {
      case "defaultClient" -> true;
      case "standard" -> path.getParentPath().getLeaf() instanceof MemberSelectTree;
      case "build" -> isChained();
      case "withRegion" -> isChained() && isKnownRegion(tree.getArguments().getFirst());
      case "withCredentials" -> isChained() && isKnownCredentials(tree.getArguments().getFirst());
      default -> false;
    };
  }

  private boolean isChained() {
    return tree.getMethodSelect() instanceof MemberSelectTree select
        && select.getExpression() instanceof MethodInvocationTree;
  }

  /**
   * Returns whether the region is known and so never null: version 2 refuses null, and version 1
   * took it for no region.
   */
  private boolean isKnownRegion(ExpressionTree region) {
    Element constant = sources.trees().getElement(new TreePath(path, region));
    return region instanceof LiteralTree
        || region.toString().equals("System.getenv(\"AWS_REGION\")")
        || (constant != null && SdkV1Library.isRegion(constant));
  }

  private static boolean isKnownCredentials(ExpressionTree provider) {
    return provider instanceof NewClassTree
        || provider.toString().endsWith("DefaultAWSCredentialsProviderChain.getInstance()");
  }

  private Optional<String> ofModel(TypeElement owner) {
    String place = owner.getSimpleName() + "." + name;
    List<? extends VariableElement> parameters = called.getParameters();
    if (name.matches("with[A-Z].*") && parameters.size() == 1) {
      return isKeptMember(owner, parameters.getFirst().asType()) && isFreshChain()
          ? Optional.empty()
          : Optional.of("the call " + place);
    }
    if (name.matches("set[A-Z].*") && parameters.size() == 1) {
      return isKeptMember(owner, parameters.getFirst().asType()) && isSetAtOnce()
          ? Optional.empty()
          : Optional.of("the call " + place + ": in version 2 nobody can change an object");
    }
    if (name.matches("get[A-Z].*") && parameters.isEmpty()) {
      TypeMirror type = called.getReturnType();
      if (!SdkV1Library.isKeptType(type) || isOfEnum(owner) || isMapOfTexts(owner, type)) {
        return Optional.of("the call " + place + ", which has another type in version 2");
      }
      return !SdkV1Library.isCollection(type) || isOnlyLookedAt(path)
          ? Optional.empty()
          : Optional.of(place + "() where null or a change may matter: version 2 has neither");
    }
    return unknown(owner);
  }

  private boolean isKeptMember(TypeElement owner, TypeMirror type) {
    boolean several = SdkV1Library.isCollection(type) || type instanceof ArrayType;
    boolean ofEnums = type instanceof ArrayType array && isEnum(array.getComponentType());
    return SdkV1Library.isKeptType(type)
        && !(several && !ofEnums && isOfEnum(owner))
        && !isMapOfTexts(owner, type);
  }

  /** Version 1 has texts where version 2 has constants; it takes both. */
  private boolean isOfEnum(TypeElement owner) {
    String member = name.replaceFirst("^(?:with|get|set)", "");
    return ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
        .filter(each -> each.getSimpleName().contentEquals("with" + member))
        .flatMap(each -> each.getParameters().stream())
        .map(VariableElement::asType)
        .anyMatch(type -> isEnum(type instanceof ArrayType of ? of.getComponentType() : type));
  }

  private static boolean isEnum(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement().getKind() == ElementKind.ENUM;
  }

  /** Those of SQS have constants for keys in version 2. */
  private static boolean isMapOfTexts(TypeElement owner, TypeMirror type) {
    return type.toString().equals("java.util.Map<java.lang.String,java.lang.String>")
        && owner.getQualifiedName().toString().contains(".sqs.");
  }

  /** {@code new X().withA(..).withB(..)}, each once: a second one adds to a list in version 1. */
  private boolean isFreshChain() {
    Set<String> seen = new HashSet<>(Set.of(name));
    Tree at = tree;
    while (at instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof MemberSelectTree select) {
      at = select.getExpression();
      if (at instanceof MethodInvocationTree inner
          && inner.getMethodSelect() instanceof MemberSelectTree innerSelect
          && !seen.add(innerSelect.getIdentifier().toString())) {
        return false;
      }
    }
    return at instanceof NewClassTree;
  }

  /** A statement behind the declaration of a new object, which nobody has seen in between. */
  private boolean isSetAtOnce() {
    if (!(tree.getMethodSelect() instanceof MemberSelectTree select
        && select.getExpression() instanceof IdentifierTree
        && path.getParentPath().getLeaf() instanceof ExpressionStatementTree statement
        && path.getParentPath().getParentPath().getLeaf() instanceof BlockTree block)) {
      return false;
    }
    Element variable = sources.trees().getElement(receiverPath(select));
    int position = block.getStatements().indexOf(statement) - 1;
    while (position >= 0 && isSetter(block.getStatements().get(position), variable)) {
      position--;
    }
    return position >= 0
        && block.getStatements().get(position) instanceof VariableTree declared
        && declared.getInitializer() != null
        && variable != null
        && !variable.getModifiers().contains(Modifier.FINAL)
        && declared.equals(sources.trees().getTree(variable))
        && rootOf(declared.getInitializer()) instanceof NewClassTree
        && uses(variable).stream().noneMatch(SdkV1Call::isInLambda);
  }

  private boolean isSetter(Tree statement, @Nullable Element variable) {
    return statement instanceof ExpressionStatementTree of
        && of.getExpression() instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof MemberSelectTree select
        && select.getIdentifier().toString().startsWith("set")
        && select.getExpression() instanceof IdentifierTree name
        && variable != null
        && name.getName().contentEquals(variable.getSimpleName())
        && call.getArguments().stream()
            .noneMatch(argument ->
                argument.toString().matches(".*\\b" + variable.getSimpleName() + "\\b.*"));
  }

  private static Tree rootOf(Tree expression) {
    Tree at = expression;
    while (at instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof MemberSelectTree select) {
      at = select.getExpression();
    }
    return at;
  }

  private static boolean isInLambda(TreePath use) {
    for (TreePath at = use; at != null; at = at.getParentPath()) {
      Tree.Kind kind = at.getLeaf().getKind();
      if (kind == Tree.Kind.LAMBDA_EXPRESSION || kind == Tree.Kind.NEW_CLASS) {
        return kind == Tree.Kind.LAMBDA_EXPRESSION
            || ((NewClassTree) at.getLeaf()).getClassBody() != null;
      }
    }
    return false;
  }

  /** Directly, or by way of a local variable. */
  private boolean isOnlyLookedAt(TreePath value) {
    Tree parent = value.getParentPath().getLeaf();
    if (parent instanceof VariableTree local && value.getLeaf().equals(local.getInitializer())) {
      Element variable = sources.trees().getElement(value.getParentPath());
      return variable != null
          && variable.getKind() == ElementKind.LOCAL_VARIABLE
          && uses(variable).stream().allMatch(SdkV1Call::isLook);
    }
    return isLook(value);
  }

  private static boolean isLook(TreePath value) {
    Tree parent = value.getParentPath().getLeaf();
    return (parent instanceof MemberSelectTree select
            && LOOKS.contains(select.getIdentifier().toString()))
        || (parent instanceof EnhancedForLoopTree loop
            && value.getLeaf().equals(loop.getExpression()));
  }

  private List<TreePath> uses(Element variable) {
    List<TreePath> uses = new ArrayList<>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void unused) {
        if (variable.equals(sources.trees().getElement(getCurrentPath()))) {
          uses.add(getCurrentPath());
        }
        return super.visitIdentifier(identifier, unused);
      }
    }.scan(unit, null);
    return uses;
  }
}
