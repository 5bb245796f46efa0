package thaw.lab.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import thaw.fixture.Sources;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * A workbench for lessons of JVMs alone, with one JDK of each feature release; no function runs.
 */
public final class JvmWorkbench implements AutoCloseable {
  private final List<Jdk> jdks;
  private final Instance instance;
  private final Workbench workbench;

  /**
   * @param features of the JDKs that are wanted
   */
  public JvmWorkbench(Path folder, IntPredicate features) {
    jdks =
        List.copyOf(
            Jdks.find(Map.of(), folder).all().stream()
                .filter(jdk -> features.test(jdk.feature()))
                .collect(
                    Collectors.toMap(Jdk::feature, jdk -> jdk, (first, _) -> first, TreeMap::new))
                .values());
    instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"));
    workbench =
        new Workbench(
            instance,
            Path.of(Sources.program(), "laboratory/course"),
            folder.resolve("cache"),
            jdks,
            (_, _) -> {
              throw new AssertionError("no function is needed");
            });
  }

  /** The oldest first. */
  public List<Jdk> jdks() {
    return jdks;
  }

  public Workbench workbench() {
    return workbench;
  }

  /**
   * @param only cases that have one of these values for each of these factors; all when empty
   */
  public Scope scope(boolean quick, Map<String, List<String>> only) {
    return new Scope(quick, jdks, OptionalInt.empty(), 1, only);
  }

  @Override
  public void close() {
    workbench.close();
    instance.close();
  }
}
