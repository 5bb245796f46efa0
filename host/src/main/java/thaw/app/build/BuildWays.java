package thaw.app.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import thaw.sandbox.jdk.Jdk;

/**
 * The ways in which one build is tried, until one has done it: with the tool's wrapper and without,
 * on one JDK and on another where the failure is of that kind. What has worked is remembered, so
 * that the next build begins with it.
 */
final class BuildWays {
  private final BuildProject project;
  private final Collection<Path> modules;
  private final BuildJdks jdks;
  private final Optional<Path> memory;
  private final List<Jdk> tried = new ArrayList<>();
  private Optional<Jdk> usual = Optional.empty();
  private Optional<Failure> tooNew = Optional.empty();
  private Optional<Failure> withOthers = Optional.empty();

  /**
   * A call that has failed.
   *
   * @param said all that it has said
   */
  record Failure(BuildCommand command, String said) {
    /** Returns what about its JDK is to be changed; empty where that was not the cause. */
    Optional<String> remedy() {
      return Build.remedyOfJdk(said, command.feature());
    }
  }

  /**
   * @param modules of the project that are built together
   * @param memory a file that knows which way was found; empty to forget it
   */
  BuildWays(BuildProject project, Collection<Path> modules, BuildJdks jdks, Optional<Path> memory) {
    this.project = project;
    this.modules = modules;
    this.jdks = jdks;
    this.memory = memory;
  }

  /**
   * @param again whether it has been built before
   */
  BuildCommand first(boolean again) throws IOException {
    usual = usual();
    Found found = found();
    boolean known = found.usual().equals(home(usual));
    Optional<Jdk> jdk = known ? jdks.at(Path.of(found.worked())).or(() -> usual) : usual;
    jdk.ifPresent(tried::add);
    BuildCommand command = project.command(again, modules).on(jdk);
    if (known) {
      return project.adapted(command, found.ways());
    }
    return jdk.isPresent() && project.needsProcessors(command)
        ? project.withProcessors(command).orElse(command)
        : command;
  }

  /**
   * Another way, when one has failed for a reason that is not the code's.
   *
   * @param log what it has said
   */
  Optional<BuildCommand> otherThan(BuildCommand failed, String log) {
    Optional<BuildCommand> other =
        project.otherThan(failed, modules, log).map(command -> command.on(failed.jdk()));
    if (other.isPresent()) {
      withOthers = withOthers.or(() -> Optional.of(new Failure(failed, log)));
    }
    if (other.isPresent() || failed.jdk().isEmpty()) {
      return other;
    }
    return onOtherJdk(failed, log)
        .or(() ->
            project.lacksProcessors(failed, log)
                ? project.withProcessors(failed)
                : Optional.empty());
  }

  private Optional<BuildCommand> onOtherJdk(BuildCommand failed, String log) {
    int feature = failed.feature();
    Optional<JdkFault> fault = JdkFault.of(log, feature);
    Optional<Jdk> other = fault.flatMap(each -> other(each, feature));
    if (other.isPresent() && tooNew.isEmpty() && fault.orElseThrow().isTooNew(feature)) {
      tooNew = Optional.of(new Failure(failed, log));
    }
    other.ifPresent(tried::add);
    return other.map(
        jdk -> failed.on(Optional.of(jdk)).noted("JDK " + feature + " is not one for it"));
  }

  /**
   * What refuses a JDK as too new hides what would refuse a slightly older one, such as the tests'
   * libraries behind the compiler's plug-ins: the project's own version suits them all.
   */
  private Optional<Jdk> other(JdkFault fault, int feature) {
    return project
        .release()
        .filter(_ -> fault.isTooNew(feature))
        .flatMap(release -> jdks.nearest(tried, fault.span(), release))
        .or(() -> jdks.other(tried, fault.span()));
  }

  /**
   * Returns the failure to tell of, when no way is left: that of a JDK that is too new, where the
   * one in its place is too old for the project, and that of the whole project, where a module
   * alone lacks others.
   */
  Failure toTell(BuildCommand last, String said) {
    if (withOthers.isPresent() && project.lacksOthers(said)) {
      return withOthers.get();
    }
    boolean isTooOld =
        JdkFault.of(said, last.feature()).filter(each -> each.isTooOld(last.feature())).isPresent();
    return tooNew.filter(_ -> isTooOld).orElseGet(() -> new Failure(last, said));
  }

  /** Notes the way that has worked, where it was not the first one. */
  void worked(BuildCommand command) throws IOException {
    if (memory.isEmpty() || command.jdk().isEmpty()) {
      return;
    }
    String worked = home(command.jdk());
    String ways = project.adaptations(command);
    if (home(usual).equals(worked) && ways.isEmpty()) {
      Files.deleteIfExists(memory.get());
    } else {
      Files.writeString(memory.get(), String.join("\n", home(usual), worked, ways));
    }
  }

  /** The first of all, or one that compiles for the project's version of Java where that cannot. */
  private Optional<Jdk> usual() {
    Optional<Jdk> first = jdks.first(project.jdks());
    return project
        .release()
        .filter(release -> first.filter(jdk -> jdk.feature() < release).isPresent())
        .flatMap(release -> jdks.nearest(List.of(), project.jdks(), release))
        .or(() -> first);
  }

  private static String home(Optional<Jdk> jdk) {
    return jdk.map(each -> each.home().toString()).orElse("");
  }

  /**
   * @param usual the JDK that came first when it was found
   * @param ways what else was another way than the first one
   */
  private record Found(String usual, String worked, String ways) {}

  private Found found() throws IOException {
    List<String> lines =
        memory.isPresent() && Files.exists(memory.get())
            ? Files.readAllLines(memory.get())
            : List.of();
    return lines.size() >= 2
        ? new Found(lines.get(0), lines.get(1), lines.size() > 2 ? lines.get(2) : "")
        : new Found("none", "", "");
  }
}
