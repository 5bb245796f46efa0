package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.durable.DurableExecutions;
import thaw.durable.EngineClock;
import thaw.durable.ExecutionObserver;
import thaw.fixture.SideBySide;
import thaw.function.DurableConfig;
import thaw.platform.record.Alias;
import thaw.platform.record.DocumentsInMemory;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PlatformLimits;
import thaw.platform.record.Records;
import thaw.platform.record.Registry;
import thaw.platform.record.SampleVersion;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.store.Store;

/** A template that makes a function a durable one leaves plain versions, and aliases have both. */
@SideBySide
class DrawnVersionTest {
  private final List<RequestOutcome> outcomes = new ArrayList<>();
  private final AtomicInteger draws = new AtomicInteger();

  /** What is drawn first is the durable version, and then the plain one. */
  private double chance() {
    return draws.getAndIncrement() % 2 == 0 ? 0.1 : 0.9;
  }

  private static FunctionRecord function() {
    FunctionVersion plain = SampleVersion.of("1", settings -> settings);
    FunctionVersion durable =
        SampleVersion.of("2", settings -> settings.durable(new DurableConfig(60, 1, null)));
    return FunctionRecord.of("F", false, SampleVersion.of("$LATEST", all -> all), Map.of())
        .withVersion(plain)
        .withVersion(durable)
        .withAliases(
            new TreeMap<>(Map.of("both", new Alias("both", "1", "", Map.of("2", 0.5), "r"))));
  }

  @Test
  void a_request_has_the_version_that_was_drawn_for_it_first(@TempDir Path folder)
      throws Exception {
    var documents = new DocumentsInMemory(new LinkedHashMap<>());
    new Registry(new Records(documents)).create(function());
    Optional<String> both = Optional.of("both");
    Invocation invocation = new Invocation("id", new byte[] {'1'}, Optional.empty(), both);
    try (Instance instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"));
        Store store = Store.open(Optional.empty());
        Platform platform =
            new Platform(
                instance,
                List.of(),
                PlatformLimits.defaults(),
                definition -> {
                  throw new IllegalStateException("not to be run: " + definition.name());
                },
                _ -> {},
                _ -> {},
                System::nanoTime,
                new Platform.State(folder.resolve("code"), documents, this::chance));
        DurableExecutions _ =
            platform
                .durable()
                .open(
                    store,
                    EngineClock.real(InstantSource.system()),
                    new ExecutionObserver() {},
                    _ -> {})) {
      FunctionVersion drawn = platform.durable().drawn("F", both).orElseThrow();
      assertEquals(
          "2",
          platform.durable().start("F", drawn, invocation, Optional.empty(), true).arn().version());
      Optional<FunctionVersion> plain = platform.durable().drawn("F", both);
      platform.begin("F", plain, invocation, false, outcomes::add, _ -> {});
    }
    assertEquals(2, draws.get());
    assertEquals(
        List.of(RequestOutcome.Unprepared.class),
        outcomes.stream().map(Object::getClass).toList(),
        outcomes::toString);
  }
}
