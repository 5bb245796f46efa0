package thaw.app.build;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Tool;

/**
 * The JDKs that a build may run on, the one first that the user's own build would take: that of
 * {@code JAVA_HOME}; without it the newest one that is not above the function's runtime, whose
 * classes run there whatever the project says; after these the others, nearest first. JREs are left
 * out: they have no compiler.
 *
 * @param inOrder as they are to be tried
 */
record BuildJdks(List<Jdk> inOrder) {
  private static final String COMPILER = "bin/javac";

  BuildJdks {
    inOrder = List.copyOf(inOrder);
  }

  /**
   * @param runtime Java version of the function's runtime; 0 where it has none
   */
  static BuildJdks of(Map<String, String> environment, BuildUser user, int runtime) {
    Path home =
        Path.of(user.environment().getOrDefault("HOME", System.getProperty("user.home", "/")));
    String own = environment.getOrDefault("JAVA_HOME", "");
    return of(
        own.isBlank() ? Optional.empty() : Jdks.read(Path.of(own)),
        Jdks.find(environment, home).all(),
        runtime,
        jdk -> isFor(user, jdk));
  }

  static BuildJdks of(
      Optional<Jdk> own, Collection<Jdk> installed, int runtime, Predicate<Jdk> permitted) {
    int newest = runtime == 0 ? Integer.MAX_VALUE : runtime;
    List<Jdk> order = new ArrayList<>(own.stream().toList());
    installed.stream()
        .filter(jdk -> jdk.feature() <= newest)
        .sorted(Comparator.comparingInt(Jdk::feature).reversed())
        .forEach(order::add);
    installed.stream()
        .filter(jdk -> jdk.feature() > newest)
        .sorted(Comparator.comparingInt(Jdk::feature))
        .forEach(order::add);
    return new BuildJdks(order.stream().distinct().filter(permitted).toList());
  }

  /** Whoever builds may have no way into the folder where another user keeps JDKs. */
  private static boolean isFor(BuildUser user, Jdk jdk) {
    Path compiler = jdk.home().resolve(COMPILER);
    return Files.isExecutable(compiler)
        && (!user.isOther()
            || Tool.run(user.command(List.of("test", "-x", compiler.toString()))).succeeded());
  }

  /** The same behind another one. */
  BuildJdks after(Jdk first) {
    return new BuildJdks(Stream.concat(Stream.of(first), inOrder.stream()).distinct().toList());
  }

  /** The first one within a span; where none is, the first of all, for the tool to refuse. */
  Optional<Jdk> first(JdkSpan span) {
    return inOrder.stream()
        .filter(jdk -> span.has(jdk.feature()))
        .findFirst()
        .or(() -> inOrder.stream().findFirst());
  }

  /**
   * @param tried those that have failed
   */
  Optional<Jdk> other(Collection<Jdk> tried, JdkSpan span) {
    return inOrder.stream()
        .filter(jdk -> span.has(jdk.feature()))
        .filter(jdk -> tried.stream().noneMatch(each -> each.home().equals(jdk.home())))
        .findFirst();
  }

  /**
   * The oldest one that compiles for a version of Java: its owner has built it on one like that.
   *
   * @param tried those that have failed
   */
  Optional<Jdk> nearest(Collection<Jdk> tried, JdkSpan span, int release) {
    return inOrder.stream()
        .filter(jdk -> span.has(jdk.feature()) && jdk.feature() >= release)
        .filter(jdk -> tried.stream().noneMatch(each -> each.home().equals(jdk.home())))
        .min(Comparator.comparingInt(Jdk::feature));
  }

  Optional<Jdk> at(Path home) {
    return inOrder.stream().filter(jdk -> jdk.home().equals(home)).findFirst();
  }
}
