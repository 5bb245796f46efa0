package thaw.remedy.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/**
 * A hook for a class that has a pool of HikariCP in a field: it closes the pool's connections
 * before a snapshot, and opens one after each restore. The pool itself stays, as others may have
 * it.
 */
public final class ReopenedPool {
  private static final String HOOK = "ReopenedPool";
  private static final String FIELD = "REOPENED_POOL";
  private static final String OF_OBJECT = "reopenedPool";
  private static final String POOL = "com.zaxxer.hikari.HikariDataSource";
  private static final String CRAC = "org.crac.";
  private static final String OF_CLIENT = "com.amazonaws.services.lambda.crac.Resource";
  private static final String DEPENDENCY = "crac";
  private static final String VERSION = "1.5.0";

  /**
   * @param line of the field
   * @param edits of the class, and of the build where it lacks {@code org.crac}
   */
  public record Proposal(Path file, int line, List<TextEdit> edits) {
    public Proposal {
      edits = List.copyOf(edits);
    }
  }

  /**
   * The build file of the module.
   *
   * @param file relative to the project
   */
  public record Build(Path file, String text) {}

  private ReopenedPool() {}

  /**
   * @param field {@code com.example.Handler.DATA}
   * @param build where it is one of Maven
   */
  public static Optional<Proposal> of(JavaSources sources, String field, Optional<Build> build) {
    int dot = field.lastIndexOf('.');
    Optional<TypeElement> type = sources.type(field.substring(0, dot));
    Optional<VariableElement> pool =
        type.stream()
            .flatMap(each -> ElementFilter.fieldsIn(each.getEnclosedElements()).stream())
            .filter(each -> each.getSimpleName().contentEquals(field.substring(dot + 1)))
            .findFirst();
    if (pool.isEmpty()) {
      sources.note(field + " is not in the module's Java sources");
      return Optional.empty();
    }
    CompilationUnitTree unit = sources.trees().getPath(type.get()).getCompilationUnit();
    ClassTree tree = sources.trees().getTree(type.get());
    Optional<String> obstacle = obstacle(sources, unit, tree, type.get(), pool.get());
    if (obstacle.isPresent()) {
      sources.note(unit, sources.trees().getTree(pool.get()), obstacle.get());
      return Optional.empty();
    }
    Optional<List<TextEdit>> dependency =
        sources.exists(CRAC + "Resource") ? Optional.of(List.of()) : dependency(sources, build);
    return dependency.map(edits -> proposal(sources, unit, tree, type.get(), pool.get(), edits));
  }

  private static Optional<String> obstacle(
      JavaSources sources,
      CompilationUnitTree unit,
      ClassTree tree,
      TypeElement type,
      VariableElement pool) {
    if (!pool.asType().toString().equals(POOL)) {
      return Optional.of("is declared as " + pool.asType() + ", not as " + POOL);
    }
    if (type.getKind() != ElementKind.CLASS
        || type.getNestingKind() != NestingKind.TOP_LEVEL
        || Set.of(HOOK, FIELD, OF_OBJECT).stream().anyMatch(name -> sources.has(type, name))) {
      return Optional.of("is in no class of its own file, or there is a " + HOOK + " already");
    }
    Optional<TypeElement> hook =
        sources.types().stream()
            .filter(each -> isHook(sources, each) && mayHave(sources, each, type))
            .findFirst();
    if (hook.isPresent()) {
      return Optional.of("has a pool, and " + hook.get() + " is a hook already: it may close it");
    }
    int end = sources.end(unit, tree) - 1;
    return sources.isEditable(unit) && SourceText.isAloneOnItsLine(JavaSources.text(unit), end)
        ? Optional.empty()
        : Optional.of("is in a class whose end has no line of its own, or that is no UTF-8");
  }

  private static boolean isHook(JavaSources sources, TypeElement type) {
    return sources.typeUtilities().directSupertypes(type.asType()).stream()
        .map(Object::toString)
        .anyMatch(name -> name.equals(CRAC + "Resource") || name.equals(OF_CLIENT));
  }

  /** Two hooks would wait for each other where one suspends the pool. */
  private static boolean mayHave(JavaSources sources, TypeElement hook, TypeElement owner) {
    String text = JavaSources.text(sources.trees().getPath(hook).getCompilationUnit());
    boolean hasOwn = text.contains("new HikariDataSource");
    return Pattern.compile("\\b" + owner.getSimpleName() + "\\b").matcher(text).find()
        || text.contains("DataSource") && !hasOwn;
  }

  private static Proposal proposal(
      JavaSources sources,
      CompilationUnitTree unit,
      ClassTree tree,
      TypeElement type,
      VariableElement pool,
      List<TextEdit> dependency) {
    String text = JavaSources.text(unit);
    int end = sources.end(unit, tree) - 1;
    String step = ChainSettings.step(sources, unit, tree);
    String indent = SourceText.indent(text, sources.start(unit, tree)) + step;
    FileRewrite rewrite = new FileRewrite(sources.file(unit), text);
    Imports imports = new Imports(sources, unit);
    String code = code(type, pool, imports).replace("\t", step);
    rewrite.insert(SourceText.lineStart(text, end), "\n" + SourceText.indented(code, indent));
    imports.writeTo(rewrite);
    List<TextEdit> edits = new ArrayList<>(rewrite.edits());
    edits.addAll(dependency);
    int line = SourceText.line(text, sources.start(unit, sources.trees().getTree(pool)));
    return new Proposal(sources.file(unit), line, edits);
  }

  /** Members at the end of the class: the pool is made by then, where it is a static one. */
  private static String code(TypeElement type, VariableElement pool, Imports imports) {
    boolean isStatic = pool.getModifiers().contains(Modifier.STATIC);
    String name = pool.getSimpleName().toString();
    String resource = imports.named(CRAC + "Resource");
    String context = imports.named(CRAC + "Context") + "<? extends " + resource + ">";
    String core = imports.named(CRAC + "Core");
    String exception = imports.named("java.sql.SQLException");
    String member = isStatic ? FIELD : OF_OBJECT;
    String given = isStatic ? name : type.getSimpleName() + ".this." + name;
    return """
    // Hooks are held weakly, so a field keeps this one.
    private %1$sfinal %2$s %3$s = new %4$s();

    %5$s{
    \t%6$s.getGlobalContext().register(%3$s);
    }

    /** No connection outlives a snapshot: the pool closes its own before, and opens one after it. */
    private %1$sfinal class %4$s implements %2$s {
    \tprivate int idle = -1;

    \t@Override
    \tpublic void beforeCheckpoint(%7$s context) throws InterruptedException {
    \t\tif (%8$s.getHikariPoolMXBean() != null) { // it has begun
    \t\t\tidle = %8$s.getMinimumIdle();
    \t\t\t%8$s.setMinimumIdle(0); // else it opens others at once
    \t\t\tfor (int i = 0; i < 2 || i < 50 && %8$s.getHikariPoolMXBean().getTotalConnections() > 0; i++) {
    \t\t\t\t%8$s.getHikariPoolMXBean().softEvictConnections();
    \t\t\t\tThread.sleep(100); // threads of the pool close them, and may just be opening one
    \t\t\t}
    \t\t}
    \t}

    \t@Override
    \tpublic void afterRestore(%7$s context) {
    \t\tif (idle >= 0) {
    \t\t\ttry {
    \t\t\t\t%8$s.getConnection().close(); // back into the pool, for the first request
    \t\t\t} catch (%9$s e) {
    \t\t\t\t// the first request tries again, and tells why it fails
    \t\t\t}
    \t\t\t%8$s.setMinimumIdle(idle);
    \t\t}
    \t}
    }
    """
        .formatted(
            isStatic ? "static " : "",
            resource,
            member,
            HOOK,
            isStatic ? "static " : "",
            core,
            context,
            given,
            exception);
  }

  /** Adds {@code org.crac} to a pom. */
  private static Optional<List<TextEdit>> dependency(JavaSources sources, Optional<Build> build) {
    Optional<XmlElement> beside =
        build
            .flatMap(pom -> XmlElement.of(pom.text()))
            .flatMap(project -> project.at("dependencies"))
            .flatMap(all -> all.all("dependency").stream().reduce((_, last) -> last))
            .filter(last -> !last.children().isEmpty());
    if (beside.isEmpty()) {
      sources.note("it needs the dependency org.crac:crac:" + VERSION + ": add it first");
      return Optional.empty();
    }
    Build pom = build.orElseThrow();
    String outer = SourceText.indent(pom.text(), beside.get().start());
    String inner = SourceText.indent(pom.text(), beside.get().children().getFirst().start());
    FileRewrite rewrite = new FileRewrite(pom.file(), pom.text());
    rewrite.insert(
        beside.get().end(),
        """

        %1$s<dependency>
        %2$s<groupId>org.crac</groupId>
        %2$s<artifactId>%3$s</artifactId>
        %2$s<version>%4$s</version>
        %1$s</dependency>\
        """
            .formatted(outer, inner, DEPENDENCY, VERSION));
    return Optional.of(rewrite.edits());
  }
}
