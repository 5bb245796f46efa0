package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * What Powertools for AWS Lambda does around a handler's method whenever it is called: for it a
 * call in init is a request, and the cold one.
 */
public final class PowertoolsAspects {
  private static final String PACKAGE = "software.amazon.lambda.powertools.";

  /** They write what others count, pay for or read. */
  private static final Set<String> WRITING = Set.of("Metrics", "FlushMetrics", "Idempotent");

  /** Members of {@code @Logging} by which it writes the request or the answer. */
  private static final Set<String> LOGGED = Set.of("logEvent", "logResponse");

  private PowertoolsAspects() {}

  /** Returns whether a call in init would leave something of a request that nobody has made. */
  public static boolean write(JavaSources sources, String handler, String method) {
    return sources.type(handler).filter(type -> write(sources, type, method)).isPresent();
  }

  private static boolean write(JavaSources sources, TypeElement handler, String method) {
    CompilationUnitTree unit = sources.trees().getPath(handler).getCompilationUnit();
    for (ExecutableElement each : methods(sources, handler, method)) {
      for (AnnotationMirror aspect : each.getAnnotationMirrors()) {
        if (writes(aspect)) {
          Tree tree = sources.trees().getTree(each);
          sources.note(
              unit,
              tree == null ? sources.trees().getTree(handler) : tree,
              "has @%s of Powertools, which would write of a request that nobody has made"
                  .formatted(name(aspect)));
          return true;
        }
      }
    }
    String metrics = PACKAGE + "metrics.";
    int at = JavaSources.text(unit).indexOf(metrics);
    if (at >= 0) {
      sources.note(
          sources.file(unit)
              + ":"
              + SourceText.line(JavaSources.text(unit), at)
              + " uses metrics of Powertools, which would count a request that nobody has made");
    }
    return at >= 0;
  }

  /** Returns whether Powertools takes the first call for the cold start, and no later one. */
  public static boolean tellColdStarts(JavaSources sources, String handler, String method) {
    return sources
        .type(handler)
        .filter(type ->
            methods(sources, type, method).stream()
                .flatMap(each -> each.getAnnotationMirrors().stream())
                .anyMatch(aspect -> type(aspect).startsWith(PACKAGE)))
        .isPresent();
  }

  private static List<ExecutableElement> methods(
      JavaSources sources, TypeElement handler, String method) {
    return ElementFilter.methodsIn(sources.elements().getAllMembers(handler)).stream()
        .filter(each -> each.getSimpleName().contentEquals(method))
        .toList();
  }

  private static boolean writes(AnnotationMirror aspect) {
    return type(aspect).startsWith(PACKAGE)
        && (WRITING.contains(name(aspect))
            || aspect.getElementValues().entrySet().stream()
                .anyMatch(member ->
                    LOGGED.contains(member.getKey().getSimpleName().toString())
                        && Boolean.TRUE.equals(member.getValue().getValue())));
  }

  private static String type(AnnotationMirror aspect) {
    return aspect.getAnnotationType().toString();
  }

  private static String name(AnnotationMirror aspect) {
    return aspect.getAnnotationType().asElement().getSimpleName().toString();
  }
}
