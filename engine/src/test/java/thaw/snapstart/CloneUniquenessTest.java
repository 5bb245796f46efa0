package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.heap.UniquenessReport;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.SnapshotStore;

/** What is said of two real clones of a function when a version of it is published. */
@Tag("linux")
@SideBySide
class CloneUniquenessTest {
  private static final String SOURCE =
      """
      package com.example;
      import com.amazonaws.services.lambda.crac.Context;
      import com.amazonaws.services.lambda.crac.Core;
      import com.amazonaws.services.lambda.crac.Resource;
      import java.security.SecureRandom;
      import java.util.Map;
      import java.util.Random;
      import java.util.SplittableRandom;
      import java.util.UUID;
      public class Handler implements Resource {
        static final Random RANDOM = new Random();
        static final Random RESEEDED = new Random();
        static final SecureRandom SECURE = new SecureRandom();
        static final String ID = UUID.randomUUID().toString();
        static String minted = UUID.randomUUID().toString();
        private final SplittableRandom random = new SplittableRandom();
        public Handler() {
          SECURE.nextInt();
          Core.getGlobalContext().register(this);
        }
        public void beforeCheckpoint(Context<? extends Resource> context) {}
        public void afterRestore(Context<? extends Resource> context) {
          RESEEDED.setSeed(SECURE.nextLong());
          minted = UUID.randomUUID().toString();
        }
        public Map<String, Object> handle(Map<String, Object> event) {
          return Map.of("id", ID, "random", random.nextInt());
        }
      }
      """;

  @TempDir Path folder;
  private RealRuntime runtime;
  private Optional<CriuCommand> criu = Optional.empty();
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    runtime = RealRuntime.openIsolated(folder);
    criu = Optional.of(InstalledCriu.required(!runtime.instance().host().isRootUser()));
  }

  @AfterEach
  void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  private UniquenessReport published(RealRuntime runtime, String... jvmOptions) throws Exception {
    Path task = folder.resolve("task");
    Sources.compile(task, SOURCE);
    EnvironmentSpec spec = runtime.spec(task, "com.example.Handler::handle", 512, 10, jvmOptions);
    Snapshots snapshots =
        new Snapshots(
            runtime.instance(),
            criu,
            new SnapshotStore(folder.resolve("store")),
            new FunctionArchives(
                runtime.instance(), new SnapshotStore(folder.resolve("function-archives"))),
            notes::add);
    return snapshots.published(spec, "stream", _ -> {}).snapshot().orElseThrow().uniqueness();
  }

  @ParameterizedTest(name = "JDK {0}")
  @ValueSource(ints = {17, 25})
  void publishing_names_what_clones_share_and_not_what_a_hook_makes_anew(int feature)
      throws Exception {
    Optional<Jdk> jdk = Jdks.find(Map.of(), folder).ofFeature(feature);
    assumeTrue(jdk.isPresent(), "no JDK " + feature);
    RealRuntime on = runtime.on(jdk.get());
    UniquenessReport report = published(on);
    assertEquals(Optional.empty(), report.notCompared(), notes::toString);
    assertEquals(
        """
        RANDOM_SOURCE com.example.Handler.RANDOM: java.util.Random
        RANDOM_SOURCE com.example.Handler.random: java.util.SplittableRandom
        MINTED_ID com.example.Handler.ID: java.lang.String
        """,
        report.findings().stream()
            .map(each -> "%s %s: %s\n".formatted(each.kind(), each.place(), each.type()))
            .collect(Collectors.joining()));
    List<String> first = List.copyOf(notes);
    assertTrue(
        first.getFirst().startsWith("tested:$LATEST: com.example.Handler.RANDOM "),
        first.toString());
    notes.clear();
    assertEquals(report, published(on));
    assertEquals(first, notes, "the same snapshot says the same");
  }

  @Test
  void clones_that_cannot_be_looked_into_are_published() throws Exception {
    assertEquals(
        UniquenessReport.notCompared("the JVM lets nobody attach"),
        published(runtime, "-XX:+DisableAttachMechanism"));
    assertTrue(notes.getFirst().endsWith("not compared: the JVM lets nobody attach"));
  }
}
