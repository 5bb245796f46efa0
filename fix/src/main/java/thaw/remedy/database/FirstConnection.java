package thaw.remedy.database;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.remedy.Change;
import thaw.remedy.Family;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.WhyNot;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.PrimedHandler;
import thaw.remedy.edit.SourceText;

/**
 * Opens a connection in init as the first request would, and closes it: the driver, its encryption
 * and a pool have run once by then. The connection itself is no request's, so that nothing depends
 * on what it was opened with.
 */
public final class FirstConnection {
  private static final String CONNECTION = "java.sql.Connection";
  private static final String MANAGER = "java.sql.DriverManager";

  private final Finding finding;
  private final Explanation explanation;
  private final SettingsInCode code;
  private final DatabaseModule module;
  private final String handler;
  private final WhyNot whyNot;

  /** A call that opens a connection. */
  private record Opening(TreePath path, MethodInvocationTree tree) {
    CompilationUnitTree unit() {
      return path.getCompilationUnit();
    }
  }

  private FirstConnection(
      Finding finding,
      Explanation explanation,
      SettingsInCode code,
      DatabaseModule module,
      String handler,
      WhyNot whyNot) {
    this.finding = finding;
    this.explanation = explanation;
    this.code = code;
    this.module = module;
    this.handler = handler;
    this.whyNot = whyNot;
  }

  /**
   * @param sources of the handler's module, as the draft has them
   * @param handler its class, by binary name
   * @param whyNot gets what stands in the way
   */
  public static Optional<Remedy> of(
      Explanation explanation,
      JavaSources sources,
      DatabaseModule module,
      String handler,
      WhyNot whyNot) {
    return explanation.findings().stream()
        .filter(each -> Family.CONNECTION.answers(each.id()))
        .findFirst()
        .flatMap(finding ->
            new FirstConnection(
                    finding, explanation, new SettingsInCode(sources), module, handler, whyNot)
                .remedy());
  }

  private Optional<Remedy> remedy() {
    List<Opening> openings = openings();
    List<Opening> seen = openings.stream().filter(this::isAtPlace).toList();
    List<Opening> likely = distinct(seen.isEmpty() ? openings : seen);
    if (likely.size() != 1) {
      refuse(
          likely.isEmpty()
              ? "no source of the module opens the connection: a library does"
              : code.place(likely.get(1).path()) + " opens a connection, too");
      return Optional.empty();
    }
    Opening opening = likely.getFirst();
    boolean isPooled = !isDriverManager(opening);
    if (isPooled && !module.restored().isEmpty()) {
      refuse(
          "with SnapStart, which %s has, a connection does not outlive the snapshot"
              .formatted(module.restored().getFirst()));
      return Optional.empty();
    }
    Optional<TypeElement> owner = owner(opening.path());
    boolean isHandler =
        owner
            .filter(type -> code.sources().elements().getBinaryName(type).contentEquals(handler))
            .isPresent();
    RepeatedExpression repeated = RepeatedExpression.of(code, opening.path(), isHandler);
    if (repeated.obstacle().isPresent()) {
      refuse(code.place(opening.path()) + " opens it with more: " + repeated.obstacle().get());
      return Optional.empty();
    }
    if (isHandler) {
      return inHandler(
          opening, new OpenedOnce(repeated.text(), repeated.isOfObject(), throwsOthers(opening)));
    }
    Optional<ExecutableElement> factory = factory(opening);
    if (factory.isPresent()) {
      return inHandler(opening, OpenedOnce.by(factory.get()));
    }
    return owner.flatMap(type -> inClass(opening, type, repeated.text()));
  }

  /** Leaves out those that open it as another one of their class does. */
  private List<Opening> distinct(List<Opening> openings) {
    Map<String, Opening> byCode = new LinkedHashMap<>();
    for (Opening each : openings) {
      String call = code.sources().text(each.unit(), each.tree());
      byCode.putIfAbsent(owner(each.path()).map(TypeElement::toString) + ":" + call, each);
    }
    return List.copyOf(byCode.values());
  }

  private void refuse(String fact) {
    whyNot.add(Family.CONNECTION, fact);
  }

  private List<Opening> openings() {
    List<Opening> openings = new ArrayList<>();
    code.sources()
        .calls((tree, path) -> {
          if (code.sources().trees().getElement(path) instanceof ExecutableElement called
              && called.getSimpleName().contentEquals("getConnection")
              && called.getEnclosingElement() instanceof TypeElement owner
              && (owner.getQualifiedName().contentEquals(MANAGER)
                  || code.is(owner.asType(), DatabaseRemedies.DATA_SOURCE))
              && code.sources().trees().getPath(called) == null) {
            openings.add(new Opening(path, tree));
          }
        });
    return openings;
  }

  private boolean isDriverManager(Opening opening) {
    return code.sources().trees().getElement(opening.path()) instanceof ExecutableElement called
        && called.getEnclosingElement() instanceof TypeElement owner
        && owner.getQualifiedName().contentEquals(MANAGER);
  }

  /** Returns whether the finding names one of its lines. */
  private boolean isAtPlace(Opening opening) {
    String text = JavaSources.text(opening.unit());
    int first = SourceText.line(text, code.sources().start(opening.unit(), opening.tree()));
    int last = SourceText.line(text, code.sources().end(opening.unit(), opening.tree()));
    String file = "(" + code.sources().file(opening.unit()).getFileName() + ":";
    int at = finding.place().indexOf(file);
    if (at < 0) {
      return false;
    }
    String line = finding.place().substring(at + file.length()).replaceAll("\\D.*", "");
    return !line.isEmpty() && Integer.parseInt(line) >= first && Integer.parseInt(line) <= last;
  }

  private Optional<TypeElement> owner(TreePath path) {
    for (TreePath up = path; up != null; up = up.getParentPath()) {
      if (up.getLeaf() instanceof ClassTree
          && code.sources().trees().getElement(up) instanceof TypeElement type) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** Returns whether it may throw what is no SQLException. */
  private boolean throwsOthers(Opening opening) {
    return code.sources().trees().getElement(opening.path()) instanceof ExecutableElement called
        && OpenedOnce.throwsOthers(called);
  }

  /** Returns the method that does nothing but open it, and that the handler may call. */
  private Optional<ExecutableElement> factory(Opening opening) {
    for (TreePath up = opening.path(); up != null; up = up.getParentPath()) {
      if (up.getLeaf() instanceof MethodTree method
          && code.sources().trees().getElement(up) instanceof ExecutableElement declared) {
        boolean isOpen =
            isOnlyReturned(method, opening)
                && method.getParameters().isEmpty()
                && declared.getModifiers().contains(Modifier.STATIC)
                && code.is(declared.getReturnType(), CONNECTION)
                && isAccessible(declared)
                && declared.getEnclosingElement() instanceof TypeElement owner
                && isAccessible(owner);
        return isOpen ? Optional.of(declared) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Locals may come before. */
  private static boolean isOnlyReturned(MethodTree method, Opening opening) {
    List<? extends StatementTree> statements =
        method.getBody() == null ? List.of() : method.getBody().getStatements();
    return !statements.isEmpty()
        && statements.getLast() instanceof ReturnTree returned
        && opening.tree().equals(returned.getExpression())
        && statements.subList(0, statements.size() - 1).stream()
            .allMatch(VariableTree.class::isInstance);
  }

  private boolean isAccessible(Element element) {
    Set<Modifier> modifiers = element.getModifiers();
    Optional<TypeElement> own = code.sources().type(handler);
    return modifiers.contains(Modifier.PUBLIC)
        || !modifiers.contains(Modifier.PRIVATE)
            && own.isPresent()
            && code.sources()
                .elements()
                .getPackageOf(element)
                .equals(code.sources().elements().getPackageOf(own.get()));
  }

  private Optional<Remedy> inHandler(Opening opening, OpenedOnce call) {
    code.sources().takeNotes();
    Optional<Remedy> remedy =
        PrimedHandler.of(code.sources(), handler, call)
            .map(proposal ->
                remedy(opening, new Change.Sources(proposal.edits(), proposal.handler())));
    whyNot.addAll(Family.CONNECTION, code.sources().takeNotes());
    return remedy;
  }

  /** By a static block of the class, which init must have loaded. */
  private Optional<Remedy> inClass(Opening opening, TypeElement owner, String expression) {
    String name = code.sources().elements().getBinaryName(owner).toString();
    boolean isOfInit =
        explanation.classes().list().stream()
            .anyMatch(each -> each.name().equals(name) && each.phase() == PhaseName.HANDLER_INIT);
    boolean isPrimed =
        JavaSources.text(opening.unit()).contains(OpenedOnce.ASKED)
            && openings().stream().filter(each -> each.unit().equals(opening.unit())).count() > 1;
    if (isPrimed) {
      refuse(code.place(opening.path()) + " has been opened by init already");
      return Optional.empty();
    }
    if (!isOfInit) {
      refuse(
          "%s opens it in %s, which init was not seen to load"
              .formatted(code.place(opening.path()), name));
      return Optional.empty();
    }
    return OpenedOnce.block(code.sources(), owner, expression, throwsOthers(opening))
        .map(edits -> remedy(opening, new Change.Sources(edits)))
        .or(() -> {
          refuse(
              code.place(opening.path()) + " is in a class without a line of its own for its end");
          return Optional.empty();
        });
  }

  private Remedy remedy(Opening opening, Change change) {
    return Family.CONNECTION.remedy(
        Optional.of(finding.id()),
        "init opens a connection once as the first request would: " + code.place(opening.path()),
        new Prediction(finding.lowMillis(), finding.highMillis()),
        change);
  }
}
