package thaw.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import thaw.program.ProgramFile;
import thaw.program.ThawException;

/** Finds what belongs to a test or a test class: its program, its report entries, its JDK. */
final class ContextParts {
  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(ContextParts.class);
  private static final String JDK = "jdk";

  /** A folder that gets the events which functions serve, relative to the module's. */
  private static final String RECORD = "thaw.record";

  private ContextParts() {}

  /** Gives the test this JDK from now on, in place of its class's. */
  static void choose(ExtensionContext context, String jdk) {
    context.getStore(OURS).put(JDK, jdk);
  }

  static Optional<String> jdk(ExtensionContext context) {
    return Optional.ofNullable(context.getStore(OURS).get(JDK, String.class));
  }

  /**
   * The application of the test class, started when it does not run yet. Responses go to the
   * entries of this context.
   *
   * @throws ThawException when it cannot be run; the next one that asks gets the same one
   */
  static ThawRun run(ExtensionContext context) {
    ApplicationSpec spec =
        WantedApplication.spec(
            ProgramFile.find(
                setting(context, ProgramFile.PROPERTY),
                System.getenv(ProgramFile.VARIABLE),
                built(),
                System.getenv("PATH")),
            module(),
            wanted(context).orElse(null),
            jdk(context),
            setting(context, RECORD));
    return program(context, spec).run().observedBy(entries(context));
  }

  private static Optional<String> setting(ExtensionContext context, String name) {
    return context
        .getConfigurationParameter(name)
        .or(() -> Optional.ofNullable(System.getProperty(name)));
  }

  @SuppressWarnings("deprecation") // what takes its place is not in JUnit 5.11
  private static RunningProgram program(ExtensionContext context, ApplicationSpec spec) {
    return Objects.requireNonNull(
        context
            .getRoot()
            .getStore(OURS)
            .getOrComputeIfAbsent(spec, RunningProgram::start, RunningProgram.class));
  }

  /** Returns what Thaw's plug-in for the build has written beside the tests. */
  private static Optional<String> built() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (InputStream home =
        (loader == null ? ContextParts.class.getClassLoader() : loader)
            .getResourceAsStream(ProgramFile.BUILT)) {
      return Optional.ofNullable(
          home == null ? null : new String(home.readAllBytes(), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Optional.empty(); // the message says where the program was looked for
    }
  }

  /** Surefire says where the module is when it does not run tests there. */
  private static Path module() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  }

  private static Optional<ThawApplication> wanted(ExtensionContext context) {
    for (Optional<ExtensionContext> at = Optional.of(context);
        at.isPresent();
        at = at.get().getParent()) {
      Optional<ThawApplication> found =
          at.get()
              .getTestClass()
              .flatMap(type -> AnnotationSupport.findAnnotation(type, ThawApplication.class));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  @SuppressWarnings("deprecation") // what takes its place is not in JUnit 5.11
  private static StartEntries entries(ExtensionContext context) {
    return Objects.requireNonNull(
        context
            .getStore(OURS)
            .getOrComputeIfAbsent(
                context.getUniqueId(), id -> new StartEntries(), StartEntries.class));
  }

  static void publish(ExtensionContext context) {
    entries(context).publish(jdk(context), context::publishReportEntry);
  }
}
