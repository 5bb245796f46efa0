package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.PageCacheChoice;
import thaw.app.choice.SamChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.cli.Transcript;
import thaw.environment.launch.ClientKind;
import thaw.experiment.matrix.SnapStart;
import thaw.explanation.FixSubject;
import thaw.explanation.WhyGallery;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.remedy.RemedyKind;

/** Commands that results show are understood as they stand, whatever options there were. */
class PrintedCommandsTest {
  private static final String EVENT = EventChoice.of(Optional.of("{\"a\": 1}")).named();
  private static final String DATA =
      new DataChoice(List.of("my data"), List.of("Fill={\"a\": 1}")).named();
  private static final String INVOKED = EVENT + DATA;
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^\\s'])+");

  @TempDir Path folder;

  private SourceChoice source() throws IOException {
    Path settings =
        Files.writeString(
            folder.resolve("my sam.toml"),
            "version = 0.1\n[prod.deploy.parameters]\nregion = \"eu-west-1\"\n");
    return SourceChoice.of(Path.of("my shop"))
        .withParameters(Map.of("Stage", "a b"))
        .withImports(Map.of("Vpc", "vpc-1"))
        .withAttributes(Map.of("Pool.Arn", "arn:aws:x"))
        .withReachesHost(true)
        .withRegion(Optional.of("eu-west-1"))
        .withSam(
            new SamChoice(
                Optional.of("prod"), Optional.of(settings), Optional.of(Path.of("vars.json"))));
  }

  private String named(ClientKind client) throws IOException {
    FunctionChoice choice =
        new FunctionChoice(
            Optional.of("F"),
            Optional.of(new MemorySize(512)),
            TimeoutChoice.of(20),
            JvmChoice.on(Optional.of("/opt/my jdk"), client));
    return source().named() + " --function F" + choice.named();
  }

  private static FunctionDefinition function(boolean snapStart) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("F")
        .name("F")
        .code(new CodeSource.Folder(Path.of("f")))
        .handler("a.F")
        .runtime("java21")
        .memory(new MemorySize(512))
        .timeout(Duration.ofSeconds(3))
        .snapStart(snapStart)
        .build();
  }

  @Test
  void those_of_a_fix_are() throws IOException {
    List<String> commands = new ArrayList<>();
    for (ClientKind client : ClientKind.values()) {
      for (int jdk : List.of(21, 25)) {
        FixSubject.Commands to =
            new FixPage(
                    Path.of("my out"),
                    source().named(),
                    true,
                    named(client),
                    INVOKED,
                    new FixSubject.Again("thaw fix x", Duration.ofMinutes(5)))
                .putToUse(jdk, function(client == ClientKind.THAW), Optional.of(21));
        commands.addAll(List.of(to.patched(), to.managed(), to.packaged(), to.compared()));
        to.snapStart().ifPresent(commands::add);
        commands.addAll(List.of(to.asLambda(), to.restoredAsLambda()));
      }
    }
    assertTrue(
        commands.stream()
            .anyMatch(each -> each.startsWith("thaw snapstart ") && each.endsWith(INVOKED)),
        "" + commands);
    understood(commands);
  }

  @Test
  void the_one_of_a_search_is_with_its_options() {
    List<String> commands = new ArrayList<>();
    for (FixScope scope :
        List.of(
            new FixScope(EnumSet.of(RemedyKind.SAFE), Set.of()),
            new FixScope(EnumSet.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Set.of()),
            new FixScope(EnumSet.allOf(RemedyKind.class), Set.of()),
            new FixScope(EnumSet.of(RemedyKind.SAFE), Set.of("class-archive", "stored-jars")))) {
      commands.add("thaw fix x" + INVOKED + scope.named() + " --out 'my out'");
    }
    String all =
        FixJob.searched(
            FixRequest.of(
                    SourceChoice.of(folder), FunctionChoice.of(Optional.of("F")), Path.of("my out"))
                .withSkipsTests(true));
    assertEquals(" --skip-tests --out 'my out'", all);
    commands.add("thaw fix x" + all);
    understood(commands);
  }

  @Test
  void those_of_an_explanation_are() throws IOException {
    String otherwise =
        " --snap-start " + SnapStart.SNAPSHOT.option() + PageCacheChoice.LAMBDA.named();
    understood(
        WhyGallery.commands(named(ClientKind.OFFICIAL) + INVOKED, otherwise, Path.of("my out")));
  }

  private static void understood(List<String> commands) {
    assertEquals(
        List.of(),
        commands.stream()
            .flatMap(each -> {
              List<String> words =
                  WORD.matcher(each)
                      .results()
                      .map(word -> word.group().replace("'", ""))
                      .skip(1)
                      .toList();
              String fault = Transcript.misunderstood(words.toArray(String[]::new));
              return fault.isEmpty() ? Stream.empty() : Stream.of(each + ": " + fault);
            })
            .toList());
  }
}
