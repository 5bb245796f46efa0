package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.app.shared.Progress;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.Application;
import thaw.function.FunctionDefinition;

/** What is said in a file beside the template and not typed. */
@SideBySide
class ThawFileTest {
  private static final String SOURCE =
      "package com.example; public class Say { public String it(Object event) { return event"
          + " + \" \" + System.getenv(\"STAGE\") + \" \" + System.getenv(\"LEVEL\") + \" \""
          + " + System.getenv(\"AWS_LAMBDA_FUNCTION_MEMORY_SIZE\"); } }";

  @TempDir Path folder;

  @BeforeEach
  void application() throws IOException {
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function:
            CodeUri: classes
            Handler: com.example.Say::it
            Runtime: java25
            Timeout: 20
            Environment: {Variables: {STAGE: prod, LEVEL: info}}
        Resources:
          One: {Type: AWS::Serverless::Function, Properties: {FunctionName: first}}
          Two: {Type: AWS::Serverless::Function}
        """);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("thaw.yaml"), text);
  }

  private Application read() {
    return SourceChoice.of(folder).read();
  }

  @Test
  void what_is_said_of_one_function_comes_before_what_is_said_of_all() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("mine.json"), "{\"my\": 1}");
    write(
        """
        port: 4001
        apiPort: 0
        awsEndpoint: http://localhost:4566/
        memory: 512
        environment: {STAGE: local}
        event: 41
        functions:
          first:
            memory: 1024
            timeout: 7
            jdk: 21
            event: mine.json
            seed: data
            environment: {LEVEL: debug}
        """);
    Application application = read();
    FunctionDefinition one = application.functions().getFirst();
    FunctionDefinition two = application.functions().getLast();
    assertEquals(1024, one.memory().mebibytes());
    assertEquals(Duration.ofSeconds(7), one.timeout());
    assertEquals(Map.of("STAGE", "local", "LEVEL", "debug"), one.environment());
    assertEquals(512, two.memory().mebibytes());
    assertEquals(Duration.ofSeconds(20), two.timeout());
    assertEquals(Map.of("STAGE", "local", "LEVEL", "info"), two.environment());
    ThawFile file = ThawFile.in(application);
    assertEquals(OptionalInt.of(4001), file.port());
    assertEquals(OptionalInt.of(0), file.apiPort());
    assertEquals("http://localhost:4566", file.awsEndpoint().orElseThrow().url().toString());
    assertEquals("21", file.of(one).jdk().orElseThrow());
    assertTrue(file.of(two).jdk().isEmpty());
    assertEquals(List.of(folder.resolve("data")), file.seeds());
    assertEquals("{\"my\": 1}", event(application, one));
    assertEquals("41", event(application, two));
  }

  private static String event(Application application, FunctionDefinition function) {
    return new String(
        EventChoice.usual().of(application, function, _ -> {}), StandardCharsets.UTF_8);
  }

  @Test
  void an_invocation_has_it_and_options_come_first() throws IOException {
    write("{environment: {STAGE: local}, event: '\"hello\"', memory: 512}");
    Transcript usual = Transcript.of("invoke", folder, "--function", "Two");
    assertEquals("\"hello local info 512\"\n", usual.out(), usual.err());
    Transcript typed =
        Transcript.of(
            "invoke", folder, "--function", "Two", "--event", "\"bye\"", "--memory", "1024");
    assertEquals("\"bye local info 1024\"\n", typed.out(), typed.err());
    write("{jdk: 99}");
    Transcript jdk = Transcript.of("invoke", folder, "--function", "Two");
    assertTrue(jdk.err().contains("thaw: no JDK 99 was found"), jdk.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {memmory: 512}                        | :1:11: unknown member: memmory | rename it to memory
          {functions: {One: {evnt: x}}}         | :1:26: unknown member: evnt | rename it to event
          {functions: {Onee: {memory: 512}}}    | :1:20: no function has the name Onee | rename it to One
          {memory: much}                        | :1:10: memory must be a whole number: much | write for example 512
          {memory: 64}                          | :1:10: memory size must be 128...10240 MB: 64 | choose a MemorySize that Lambda offers, for example 512
          {timeout: 901}                        | :1:11: timeout must be 1..900: 901 | write for example 10
          {port: 70000}                         | :1:8: port must be 0..65535: 70000 | write for example 3001
          {functions: [One]}                    | :1:13: names with values are expected here | write for example function: Hello
          """)
  void a_mistake_is_told_with_its_place(String text, String cause, String remedy)
      throws IOException {
    Path file = write(text);
    Transcript.of("invoke", folder, "--function", "One").assertMistake(file + cause, remedy);
  }

  @Test
  void an_event_or_a_folder_that_is_not_there_is_told_with_its_place() throws IOException {
    Path file = write("{functions: {One: {event: none.json}}}");
    Transcript.of("bench", folder)
        .assertMistake(
            file + ":1:27: cannot read the event " + folder.resolve("none.json"),
            "name an existing file, or give JSON text such as '{\"key\":\"value\"}'");
    write("{seed: nowhere}");
    Transcript.of("run", folder)
        .assertMistake(
            file + ":1:8: " + folder.resolve("nowhere") + " is not a folder with data",
            "name one relative to this file");
  }

  @Test
  void the_schema_has_the_members_that_are_read() throws IOException {
    JsonNode schema = new ObjectMapper().readTree(Path.of("../docs/thaw.schema.json").toFile());
    assertEquals(
        new TreeSet<>(
            Stream.concat(ThawFileReader.ONCE.stream(), ThawFileReader.OF_FUNCTIONS.stream())
                .toList()),
        names(schema.at("/properties")));
    assertEquals(
        new TreeSet<>(ThawFileReader.OF_FUNCTIONS),
        names(schema.at("/properties/functions/additionalProperties/properties")));
  }

  private static TreeSet<String> names(JsonNode object) {
    TreeSet<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void an_image_has_neither_its_secrets_nor_what_names_files_outside() throws IOException {
    Path file =
        write(
            """
            # of ours
            port: 4000
            environment: {TOKEN: swordfish}
            functions:
              One: {memory: 512, environment: {KEY: swordfish}, event: "{}"}
            """);
    ThawFile.InImage reduced = ThawFile.inImage(file);
    assertEquals(List.of("environment", "One.environment", "One.event"), reduced.left());
    assertEquals("port: 4000\nfunctions:\n  One:\n    memory: 512\n", reduced.text());
  }

  @Test
  void a_command_shows_no_secret() throws IOException {
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Parameters:
          Pin: {Type: String, NoEcho: yes}
          AwsSecretKey: {Type: String}
          MaxToken: {Type: Number}
          PublicToken: {Type: String, NoEcho: false}
          DbSecretArn: {Type: String}
        Resources:
          One: {Type: AWS::Serverless::Function}
        """);
    SourceChoice choice =
        SourceChoice.of(folder)
            .with()
            .parameters(
                new TreeMap<>(
                    Map.of(
                        "Pin",
                        "1234",
                        "AwsSecretKey",
                        "marlin",
                        "MaxToken",
                        "5",
                        "PublicToken",
                        "p",
                        "DbSecretArn",
                        "arn")))
            .build();
    assertEquals(
        folder
            + " --parameter \"AwsSecretKey=$PARAMETER_AWS_SECRET_KEY\" --parameter DbSecretArn=arn --parameter MaxToken=5 --parameter \"Pin=$PARAMETER_PIN\" --parameter PublicToken=p",
        choice.named());
    List<String> said = new ArrayList<>();
    choice.saySecrets(
        new Progress() {
          @Override
          public void line(String text) {
            said.add(text);
          }
        });
    assertTrue(
        said.getFirst().endsWith("AwsSecretKey=$PARAMETER_AWS_SECRET_KEY, Pin=$PARAMETER_PIN"),
        said.toString());
  }
}
