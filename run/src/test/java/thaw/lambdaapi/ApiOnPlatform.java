package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import thaw.durable.DurableExecutions;
import thaw.durable.EngineClock;
import thaw.durable.ExecutionObserver;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.DeploymentStore;
import thaw.http.OwnPages;
import thaw.lambdaapi.invoke.Rights;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.PlatformLimits;
import thaw.sandbox.kernel.Deadline;
import thaw.store.Store;

/**
 * The Lambda API on a platform of its own, as {@code thaw run} puts them together, without services
 * and class archives.
 *
 * @param log lines of functions
 * @param problems our own failures
 */
public record ApiOnPlatform(
    RealRuntime real,
    Store kept,
    Platform platform,
    EventQueue events,
    DurableExecutions durable,
    LambdaApi api,
    List<String> log,
    List<Exception> problems)
    implements AutoCloseable {
  public static ApiOnPlatform open(
      Path folder, PlatformLimits limits, List<FunctionDefinition> functions) {
    return open(folder, limits, functions, Stack.EMPTY);
  }

  public static ApiOnPlatform open(
      Path folder, PlatformLimits limits, List<FunctionDefinition> functions, Stack stack) {
    return open(folder, limits, functions, stack, RealRuntime::specify);
  }

  /** Tells how a function is started, as {@link RealRuntime#specify} does. */
  public interface Start {
    EnvironmentSpec of(RealRuntime real, FunctionDefinition definition, DeploymentStore packages);
  }

  public static ApiOnPlatform open(
      Path folder,
      PlatformLimits limits,
      List<FunctionDefinition> functions,
      Stack stack,
      Start start) {
    RealRuntime real = RealRuntime.open(folder);
    DeploymentStore packages = new DeploymentStore(folder.resolve("store"));
    List<String> log = new CopyOnWriteArrayList<>();
    List<Exception> problems = Collections.synchronizedList(new ArrayList<>());
    Store kept = Queues.memory();
    Platform platform =
        new Platform(
            real.instance(),
            functions,
            limits,
            definition -> start.of(real, definition, packages),
            seen -> seen.text().ifPresent(log::add),
            problems::add,
            System::nanoTime);
    EventQueue events = Queues.of(platform, kept, problems::add);
    DurableExecutions durable =
        platform
            .durable()
            .open(
                kept,
                EngineClock.real(InstantSource.system()),
                new ExecutionObserver() {},
                problems::add);
    LambdaApi api =
        LambdaApi.open(
            platform,
            events,
            new LambdaApi.Exposure(
                "127.0.0.1", 0, OwnPages.of("127.0.0.1"), (_, _) -> Rights.CHANGE),
            problems::add,
            Optional.empty(),
            LambdaApi.Front.NONE,
            stack);
    return new ApiOnPlatform(real, kept, platform, events, durable, api, log, problems);
  }

  /** Waits until a function can be invoked and changed. */
  static void awaitActive(String name, Callable<JsonNode> configuration) {
    Deadline.await(
        Duration.ofSeconds(20),
        name + " is active",
        () -> {
          try {
            JsonNode now = configuration.call();
            return now.path("State").asText().equals("Active")
                && now.path("LastUpdateStatus").asText().equals("Successful");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + api.port());
  }

  @Override
  public void close() {
    try (real;
        kept;
        platform;
        events;
        durable;
        api) {
      // The server first, what it leads to last.
    }
  }
}
