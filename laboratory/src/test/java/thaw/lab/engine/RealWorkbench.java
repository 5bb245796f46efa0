package thaw.lab.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import thaw.fixture.RealRuntime;
import thaw.fixture.Sources;
import thaw.function.packaging.DeploymentStore;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** A workbench with the programs of the course and this machine's JDKs, from 17 on. */
public final class RealWorkbench implements AutoCloseable {
  private final List<Jdk> jdks;
  private final RealRuntime real;
  private final Workbench workbench;

  public RealWorkbench(Path folder) {
    jdks = Jdks.find(Map.of(), folder).all().stream().filter(jdk -> jdk.feature() >= 17).toList();
    real = RealRuntime.open(folder);
    DeploymentStore packages = new DeploymentStore(folder.resolve("packages"));
    workbench =
        new Workbench(
            real.instance(),
            Path.of(Sources.program(), "laboratory/course"),
            folder.resolve("cache"),
            jdks,
            (function, _) -> real.specify(function, packages));
  }

  public List<Jdk> jdks() {
    return jdks;
  }

  /** The label of the JDK that functions run on. */
  public String jdk() {
    return real.jdk().label();
  }

  public Workbench workbench() {
    return workbench;
  }

  public Scope scope(boolean quick) {
    return new Scope(quick, jdks, OptionalInt.empty(), 1, Map.of());
  }

  @Override
  public void close() {
    workbench.close();
    real.close();
  }
}
