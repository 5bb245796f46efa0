package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.regex.Pattern;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.ClientArchives;
import thaw.fixture.RealRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Runs a function with AWS's runtime client and with Thaw's, each started from its archive, and
 * says what is to be seen of it.
 */
public final class BothClients implements AutoCloseable {
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");

  /**
   * Of a stack, what is not the function's: how a client and the JDK come to the function's code,
   * and how the JDK loads classes.
   */
  private static final Pattern FRAME =
      Pattern.compile(
          "(\\n\\s*|\\\\n\\\\t)(at (java\\.base/(jdk\\.internal\\.|java\\.lang\\.(reflect|invoke)\\.|java\\.lang\\.Class(Loader)?\\."
              + "|java\\.net\\.URLClassLoader)|<client>)[^\\n\\\\]*|\\.\\.\\. \\d+ more)");

  private static final Pattern FRAME_IN_JSON =
      Pattern.compile(",\"java\\.base/(jdk\\.internal|java\\.lang\\.(reflect|invoke))\\.[^\"]*\"");

  private static final Pattern CLIENT =
      Pattern.compile(
          "(com\\.amazonaws\\.services\\.lambda\\.runtime\\.api\\.client|thaw\\.runtime)\\.[\\w.$]+");

  private final Started official;
  private final Started thaw;

  private BothClients(Started official, Started thaw) {
    this.official = official;
    this.thaw = thaw;
  }

  public static BothClients open(Path folder) throws Exception {
    RealRuntime real = RealRuntime.open(folder);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Started> one = threads.submit(() -> Started.of(real));
      Future<Started> other = threads.submit(() -> Started.of(real.with(ClientKind.THAW)));
      return new BothClients(one.get(), other.get());
    } catch (ExecutionException e) {
      real.close();
      throw e;
    }
  }

  /** A runtime client, and what starts from its archive. */
  private record Started(RealRuntime real, RuntimeProgram program) {
    static Started of(RealRuntime real) throws IOException {
      return new Started(
          real,
          new RuntimeProgram.Java(
              real.jdk(),
              List.of(),
              real.client(),
              ClientArchives.required(real.instance(), real.client(), real.jdk())));
    }
  }

  /**
   * A function, and what it is asked.
   *
   * @param variables its own
   */
  public record Asked(
      Path task,
      String handler,
      int memoryMiB,
      int timeoutSeconds,
      Map<String, String> variables,
      List<Invocation> invocations) {
    public static Asked of(Path task, String handler, String... events) {
      return new Asked(
          task,
          handler,
          1769,
          10,
          Map.of(),
          Arrays.stream(events)
              .map(event -> Invocation.of(event.getBytes(StandardCharsets.UTF_8)))
              .toList());
    }

    Asked with(String variable, String value) {
      Map<String, String> all = new HashMap<>(variables);
      all.put(variable, value);
      return new Asked(task, handler, memoryMiB, timeoutSeconds, all, invocations);
    }

    public Asked within(int seconds) {
      return new Asked(task, handler, memoryMiB, seconds, variables, invocations);
    }

    Asked by(Invocation... others) {
      return new Asked(task, handler, memoryMiB, timeoutSeconds, variables, List.of(others));
    }

    EnvironmentSpec spec(Started on) {
      FunctionDefinition function =
          FunctionDefinitionBuilder.builder()
              .logicalId("Tested")
              .name("tested")
              .code(new CodeSource.Folder(task))
              .handler(handler)
              .runtime("java" + on.real().jdk().feature())
              .memory(new MemorySize(memoryMiB))
              .timeout(Duration.ofSeconds(timeoutSeconds))
              .environment(variables)
              .build();
      return EnvironmentSpec.latest(
          function,
          new DeploymentPackage(task, "", 0),
          Optional.empty(),
          on.program(),
          Map.of(),
          List.of(),
          "us-east-1");
    }
  }

  /**
   * What became of it. Request ids, times and the like are told by name.
   *
   * @param init {@code ready}, or how it failed
   * @param answers {@code ok} or {@code failed}, and what the caller gets
   * @param log what the function's process has written, as records
   */
  public record Seen(String init, List<String> answers, List<String> log) {
    /** The only answer, or the first. */
    public String answer() {
      return answers.getFirst();
    }

    String text() {
      return String.join("\n", log);
    }
  }

  /** What both show, which must be the same. */
  public Seen same(Asked asked) throws Exception {
    return same(asked, BothClients::shown);
  }

  /** The same, but JSON may be written differently, such as with escapes or without. */
  Seen sameJson(Asked asked) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    return same(
        asked,
        seen -> {
          List<JsonNode> trees = new ArrayList<>();
          for (String answer : seen.answers()) {
            try {
              trees.add(
                  mapper.readTree(
                      answer.replaceFirst("^ok ", "").replaceFirst("^failed \\S+ ", "")));
            } catch (IOException e) {
              throw new UncheckedIOException(answer, e);
            }
          }
          return trees.toString();
        });
  }

  /** The same, but what is logged is each client's affair. */
  public Seen sameAnswers(Asked asked) throws Exception {
    return same(asked, seen -> String.join("\n", seen.answers()));
  }

  private Seen same(Asked asked, Function<Seen, String> text) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Seen> one = threads.submit(() -> seen(official, asked));
      Future<Seen> other = threads.submit(() -> seen(thaw, asked));
      assertEquals(text.apply(one.get()), text.apply(other.get()));
      return one.get();
    }
  }

  /** As text, of which the first difference is seen at once. */
  private static String shown(Seen seen) {
    return "init: "
        + seen.init()
        + "\nanswers:\n  "
        + String.join("\n  ", seen.answers())
        + "\nlog:\n  "
        + String.join("\n  ", seen.log());
  }

  private static Seen seen(Started on, Asked asked) throws InterruptedException {
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    String stream = Environment.newLogStream(asked.spec(on));
    List<String> answers = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of(stream));
    String init;
    try (Environment environment =
        Environment.prepare(
            on.real().instance(),
            asked.spec(on),
            stream,
            event -> {
              if (event.event() instanceof PlatformEvent.FunctionLine(String text)) {
                log.add(text);
              }
            })) {
      init =
          switch (environment.initialise()) {
            case InitOutcome.Ready _ -> "ready";
            case InitOutcome.Failed failed -> "failed " + text(failed.payload());
            case InitOutcome.TimedOut _ -> "timed out";
          };
      for (Invocation invocation : asked.invocations()) {
        names.add(invocation.requestId());
        answers.add(
            switch (environment.invoke(invocation).outcome()) {
              case InvocationOutcome.Success(byte[] payload) -> "ok " + text(payload);
              case InvocationOutcome.Failure failure ->
                  "failed " + failure.type() + " " + text(failure.payload());
            });
      }
    }
    return new Seen(
        neutral(init, names),
        answers.stream().map(text -> shortened(neutral(text, names))).toList(),
        log.stream()
            .filter(text -> !text.startsWith("Ignoring ")) // each says it in its own words
            .map(text -> neutral(text, names))
            .filter(text -> !text.startsWith("at <client>")) // a line each, on standard error
            .toList());
  }

  private static String text(byte[] payload) {
    return new String(payload, StandardCharsets.UTF_8);
  }

  private static String shortened(String text) {
    return text.length() > 10_000 ? text.length() + " characters, hash " + text.hashCode() : text;
  }

  private static String neutral(String text, List<String> names) {
    String neutral = text;
    for (int i = 0; i < names.size(); i++) {
      neutral = neutral.replace(names.get(i), i == 0 ? "<log stream>" : "<request " + i + ">");
    }
    neutral = TIME.matcher(neutral).replaceAll("<time>");
    neutral = CLIENT.matcher(neutral).replaceAll("<client>");
    neutral = FRAME_IN_JSON.matcher(neutral).replaceAll("");
    return FRAME.matcher(neutral).replaceAll("").strip();
  }

  @Override
  public void close() {
    official.real().close();
  }
}
