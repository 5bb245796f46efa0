package thaw.lab.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.function.packaging.DeploymentPackage;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.sandbox.Capability;
import thaw.sandbox.FuseLibrary;

/** One sample of each kind of work, in real folders and in a real mount. */
@Thorough("StorageTest concludes from given samples, and InitOrderRunTest runs a lesson")
@Tag("linux")
@Tag("jvm")
@StartsProcesses("It measures how long work in folders takes")
class StorageRunTest {
  private static final StorageOptions.Build BUILD_OF_FILES =
      new StorageOptions.Build(
          Path.of(""),
          List.of("sh", "-c", "for f in src/*; do cat $f > out-${f#src/}; done"),
          Optional.of("rm -f out-*"),
          Set.of());

  @TempDir private Path folder;

  private Workbench workbench(RealRuntime runtime) {
    return new Workbench(
        runtime.instance(),
        Path.of(Sources.program(), "laboratory/course"),
        folder.resolve("cache"),
        List.of(runtime.jdk()),
        (function, _) -> {
          EnvironmentSpec spec = runtime.spec(Path.of("/"), function.handler(), 1769, 30);
          return EnvironmentSpec.latest(
              spec.function(),
              new DeploymentPackage(
                  ((thaw.function.packaging.CodeSource.Folder) function.code()).path(), "", 0),
              spec.layers(),
              spec.program(),
              spec.services(),
              spec.binds(),
              spec.region());
        });
  }

  private Scope scope(RealRuntime runtime) {
    return new Scope(true, List.of(runtime.jdk()), OptionalInt.of(1), 1, Map.of());
  }

  private Path project() throws IOException {
    Path project = folder.resolve("project");
    Files.createDirectories(project.resolve("src"));
    for (int i = 0; i < 20; i++) {
      Files.writeString(project.resolve("src/" + i), "content " + i);
    }
    return project;
  }

  private StorageOptions options(Path directory, boolean builds) throws IOException {
    return new StorageOptions(
        List.of(directory),
        List.of(Duration.ofMillis(5)),
        Optional.of(
            new StorageOptions.Build(
                project(), BUILD_OF_FILES.command(), BUILD_OF_FILES.clean(), Set.of())),
        Optional.empty(),
        builds,
        !builds,
        true);
  }

  private static void requireFuse(RealRuntime runtime) {
    Capability fuse = FuseLibrary.capability(runtime.instance().host().hasMountNamespaces());
    assumeTrue(fuse.available(), fuse.detail() + "; " + fuse.remedy());
  }

  /** By latency. */
  private Map<String, Map<String, Double>> measured(RealRuntime runtime, StorageOptions options)
      throws Exception {
    Storage storage = new Storage(options);
    Map<String, Map<String, Double>> measured = new HashMap<>();
    try (Workbench workbench = workbench(runtime)) {
      for (Case subject : storage.cases(scope(runtime), workbench)) {
        Map<String, Double> values = new HashMap<>();
        storage
            .measure(subject, workbench)
            .forEach((quantity, value) -> values.put(quantity.key(), value));
        measured.put(subject.get(StorageFigures.LATENCY), values);
      }
    }
    return measured;
  }

  @Test
  void a_build_behind_a_latency_waits_longer_and_leaves_nothing_behind() throws Exception {
    Path directory = Files.createDirectory(folder.resolve("tried"));
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      requireFuse(runtime);
      Map<String, Map<String, Double>> measured = measured(runtime, options(directory, true));
      Map<String, Double> local = measured.get("none");
      Map<String, Double> slow = measured.get("5 ms");
      assertEquals(0, local.get("cold_trips"));
      assertTrue(slow.get("cold_trips") >= 100, "20 files, 5 trips each at least: " + slow);
      assertTrue(slow.get("cold_waiting_ms") > local.get("cold_waiting_ms"), slow + " " + local);
      assertTrue(slow.get("cold_real_ms") > local.get("cold_real_ms"), slow + " " + local);
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void a_function_starts_from_a_mount_that_only_its_box_sees() throws Exception {
    Path directory = Files.createDirectory(folder.resolve("tried"));
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      requireFuse(runtime);
      Map<String, Map<String, Double>> measured = measured(runtime, options(directory, false));
      assertTrue(measured.get("5 ms").get("cold_trips") >= 160, "40 classes and nested ones");
      assertTrue(
          measured.get("5 ms").get("cold_total_ms") > measured.get("none").get("cold_total_ms"));
    }
  }

  @Test
  void what_ends_the_instance_ends_its_folders_elsewhere() throws Exception {
    Path directory = Files.createDirectory(folder.resolve("tried"));
    Path made;
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      made = runtime.instance().folderBelow(directory, true);
      Files.writeString(made.resolve("file"), "x");
    }
    assertFalse(Files.exists(made));
    assertTrue(Files.exists(directory));
  }
}
