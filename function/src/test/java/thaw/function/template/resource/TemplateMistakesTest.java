package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

/** What is wrong with a template, with its place and a remedy. */
class TemplateMistakesTest {
  private static final ReadOptions OPTIONS = ReadOptions.defaults();

  @TempDir Path folder;

  @BeforeEach
  void an_artefact_is_built() throws IOException {
    new TemplateFolder(folder).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void a_template_that_is_nested_without_end_is_a_mistake(String opening) throws IOException {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> read("Resources: \n  " + opening.repeat(50_000)));
    assertTrue(mistake.getMessage().contains("nest"), mistake.getMessage());
  }

  @Test
  void a_template_that_is_much_too_large_is_refused_before_it_is_searched() throws IOException {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> read("Resources: [" + ", ".repeat(10_000_000)));
    assertTrue(mistake.getMessage().contains("at most 3145728 bytes"), mistake.getMessage());
  }

  /** What is not there, resources with it but for that, and the remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Pattern | F | EventBridgeRule | add Pattern: {source: [my.app], detail-type: [order]}",
        "Queue | F | SQS | add Queue: !GetAtt QUEUE.Arn",
        "Stream | F | Kinesis | add Stream: !GetAtt TABLE.StreamArn or !GetAtt STREAM.Arn",
        "Schedule | F | Schedule | add Schedule: rate(5 minutes)",
        "Bucket | F | S3 | add Bucket: !Ref BUCKET",
        "Topic | F | SNS | add Topic: !Ref TOPIC",
        "KeySchema | T | AWS::DynamoDB::Table | add KeySchema: [{AttributeName: id, KeyType: HASH}] and AttributeDefinitions: [{AttributeName: id, AttributeType: S}]",
        "Value | P | AWS::SSM::Parameter | add Value: TEXT",
      })
  void what_a_property_may_be_is_shown_where_it_is_missing(
      String name, String resource, String type, String remedy) {
    String text =
        resource.equals("F")
            ? TemplateFolder.function(
                "Handler: a.B::c",
                "Runtime: java21",
                "Events: {E: {Type: %s, Properties: {X: 1}}}".formatted(type))
            : TemplateFolder.function("Handler: a.B::c", "Runtime: java21")
                + "  %s: {Type: %s, Properties: {Name: n}}\n".formatted(resource, type);
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(text));
    assertTrue(mistake.getMessage().endsWith(" has no " + name), mistake.getMessage());
    assertEquals(remedy, mistake.remedy());
  }

  @Test
  void missing_code_of_a_function_that_is_not_meant_is_no_mistake() throws IOException {
    Path template = folder.resolve("template.yaml");
    Files.writeString(folder.resolve("app.jar"), "");
    Files.writeString(
        template,
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java21, Handler: a.B::c}}
        Resources:
          Built: {Type: AWS::Serverless::Function, Properties: {CodeUri: app.jar}}
          Native: {Type: AWS::Serverless::Function, Properties: {CodeUri: native.zip}}
        """);
    ReadOptions options = ReadOptions.defaults();
    Application one = ApplicationReader.read(template, options.withMeant(Set.of("Built")));
    assertEquals(List.of("Built"), one.functions().stream().map(f -> f.logicalId()).toList());
    assertTrue(
        one.warnings().toString().contains("function Native is left out: CodeUri does not exist: "),
        one.warnings()::toString);
    assertEquals(1, ApplicationReader.read(template, options).functions().size(), "others run");
    ReadOptions both = options.withMeant(Set.of("Native", "Built"));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ApplicationReader.read(template, both));
    assertTrue(mistake.getMessage().contains("CodeUri does not exist: "), mistake.getMessage());
  }

  /** CloudFormation refuses such a template; files of events and results have these names. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Parameters | ../../ESC | ESC",
        "Mappings | a_b | ab",
        "Conditions | is-prod | isprod",
        "Resources | ../../ESC | ESC",
        "Resources | a b | ab",
        "Resources | Grün | Grn",
        "Outputs | Url.1 | Url1",
      })
  void a_name_that_is_no_logical_id_is_refused_at_its_place(
      String section, String id, String rather) throws IOException {
    String entry = "  " + id + ": {Type: AWS::Serverless::Function}\n";
    String template =
        section.equals("Resources")
            ? "Resources:\n" + entry
            : "%s:\n%sResources: {A: {Type: AWS::SQS::Queue}}\n".formatted(section, entry);
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(template));
    String cause =
        ":2:3: a name in %s must be 1..255 letters and digits: %s".formatted(section, id);
    assertTrue(mistake.getMessage().endsWith(cause), mistake.getMessage());
    assertEquals(
        "rename it to %s, also where it is referred to; CloudFormation refuses it, too"
            .formatted(rather),
        mistake.remedy());
  }

  @Test
  void the_longest_logical_id_has_255_letters() throws IOException {
    String template = "Resources:\n  %s: {Type: AWS::Logs::LogGroup}\n";
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> read(template.formatted("A".repeat(256))));
    assertTrue(mistake.getMessage().endsWith("A..."), mistake.getMessage());
    Path file = folder.resolve("template.yaml");
    Files.writeString(file, template.formatted("A".repeat(255)));
    assertEquals(List.of(), ApplicationReader.readForServer(file, OPTIONS).functions());
  }

  @Test
  void a_misspelt_function_is_told_before_that_nothing_is_built() throws IOException {
    Path template = folder.resolve("template.yaml");
    Files.writeString(
        template,
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java21, Handler: a.B::c}}
        Resources:
          Create: {Type: AWS::Serverless::Function, Properties: {CodeUri: app.jar}}
          Remove: {Type: AWS::Serverless::Function, Properties: {CodeUri: app.jar, FunctionName: pets-out}}
        """);
    assertEquals("use Create", unknown(template, "Craete").remedy());
    assertEquals("use pets-out", unknown(template, "pet-out").remedy());
    UserMistake far = unknown(template, "Nothing", "Nothing AOT cache");
    assertEquals("no function has the name Nothing", far.getMessage());
    assertEquals("use one of: Create, Remove, pets-out", far.remedy());
    UserMistake unbuilt = unknown(template, "pets-out");
    assertTrue(unbuilt.getMessage().contains("CodeUri does not exist: "), unbuilt.getMessage());
  }

  private static UserMistake unknown(Path template, String... names) {
    ReadOptions options = ReadOptions.defaults().withMeant(Set.of(names));
    return assertThrows(UserMistake.class, () -> ApplicationReader.read(template, options));
  }

  static Stream<Arguments> a_mistake_names_place_and_remedy() {
    return Stream.of(
        mistake("MemorySize: 64", "6:7: MemorySize must be 128..10240 MB: 64", "range"),
        mistake("MemorySize: lots", "6:7: MemorySize must be 128..10240 MB: lots", "range"),
        mistake("Timeout: 901", "6:7: Timeout must be 1..900 s: 901", "range"),
        mistake(
            "ReservedConcurrentExecutions: -1",
            "6:7: ReservedConcurrentExecutions must be 0..1000000 requests: -1",
            "range"),
        mistake("Timeout: 0", "6:7: Timeout must be 1..900 s: 0", "range"),
        mistake("Runtime: Java 21", "6:7: Runtime must be an identifier", "java25"),
        mistake("Handler: '  '", "6:7: Handler must be a text", "Handler"),
        mistake("Handler: a.B:c", "6:7: Handler of a Java function must name a class", "::method"),
        mistake("Handler: 'a.B :: c'", "6:7: Handler must be 128 characters", "::method"),
        mistake("FunctionName: a b", "6:7: FunctionName must be 1..64", "name"),
        mistake("CodeUri: s3://b/k.zip", "6:7: CodeUri lies in S3", "local jar"),
        mistake("CodeUri: {Bucket: b, Key: k}", "6:7: CodeUri lies in S3", "local jar"),
        mistake("CodeUri: target/none.jar", "6:7: CodeUri does not exist", "there is app.jar"),
        mistake("CodeUri: target/${x}.jar", "6:7: CodeUri does not exist", "!Sub"),
        mistake("CodeUri: template.yaml", "6:7: CodeUri must be a .jar, a .zip", "jar"),
        mistake("SnapStart: {ApplyOn: Always}", "6:19: SnapStart's ApplyOn must be", "Published"),
        mistake("SnapStart: yes", "6:7: SnapStart must be a mapping", "indent"),
        mistake("Environment:", "6:7: Environment is empty, and CloudFormation", "remove the line"),
        mistake(
            "Environment:\n        Variables:", "7:9: Variables is empty, and", "remove the line"),
        mistake("Environment: {Variables: {AB: [1]}}", "6:33: environment variable AB", "quotes"),
        mistake("Environment: {Variables: {AB: }}", "6:33: environment variable AB", "quotes"),
        mistake("FunctionName: !Ref Nme", "6:21: no parameter or resource has this", "write Name"),
        mistake(
            "FunctionName: !Ref Name", "14:3: parameter Name has no value", "--parameter Name="),
        mistake("FunctionName: !Sub '${F}x'", "6:21: the name of F refers to itself", "without"),
        mistake("FunctionName: !Join x", "6:21: !Join is not understood", "[delimiter"),
        mistake("FunctionName: !Select [3, [a]]", "6:21: !Select must choose one of 1", "index"),
        mistake(
            "FunctionName: !FindInMap [a, b, c]", "6:21: no mapping has this name: a", "Mappings"),
        mistake("Layers: x", "6:7: Layers must be a list", "\"- \""),
        mistake("Timeout: 3\n\tMemorySize: 1", "7:1: a tab indents this line", "spaces"),
        mistake("Timeout: [3", "this is not valid YAML", "mend"),
        mistake("Timeout: 3\n---\na: b", "7:1: a second document", "one template"),
        mistake("Runtime: {{ cookiecutter.runtime }}", "6:17: this template is not", "render"),
        mistake("{%- if x %}", "6:8: this template is not rendered", "render"),
        mistake("Timeout: 3\n#set( $x = 'y' )", "7:1: this template is not rendered", "render"));
  }

  @ParameterizedTest
  @MethodSource
  void a_mistake_names_place_and_remedy(String property, String cause, String remedy)
      throws IOException {
    String others =
        Stream.of("Handler: a.B::c", "Runtime: java21", "CodeUri: target/app.jar")
            .filter(line -> !line.startsWith(property.replaceFirst(":.*(?s:.*)", ":")))
            .reduce("", (lines, line) -> lines + "      " + line + "\n");
    // The property stands at line 6, the rest of the function in Globals below.
    String text =
        "Transform: AWS::Serverless-2016-10-31\n"
            + "Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      "
            + property
            + "\nGlobals:\n  Function:\n"
            + others
            + "    Description: x\nParameters:\n  Name: {Type: String}\n";
    String indented = text.replace("    Description", "      Description");
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(indented));
    assertTrue(mistake.getMessage().startsWith(template() + ":"), mistake.getMessage());
    assertTrue(mistake.getMessage().contains(cause), mistake.getMessage());
    assertTrue(mistake.remedy().contains(remedy), mistake.remedy());
  }

  private static Arguments mistake(String property, String cause, String remedy) {
    return Arguments.of(property, cause, remedy);
  }

  @ParameterizedTest
  @CsvSource({
    "Handlr, Handler",
    "handler, Handler",
  })
  void a_missing_property_with_a_near_name_says_what_to_rename(String written, String meant) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> read(TemplateFolder.function("Runtime: java21", written + ": a.B::c")));
    assertEquals("rename " + written + " to " + meant, mistake.remedy());
  }

  @ParameterizedTest
  @CsvSource({
    "MemorySze, MemorySize",
    "Enviroment, Environment",
    "TimeOut, Timeout",
    "layers, Layers",
    "SnapStrat, SnapStart",
  })
  void a_misspelt_property_is_a_mistake_as_it_is_for_aws(String written, String meant) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(TemplateFolder.function("Handler: a.B", "Runtime: java21", written + ": 1")));
    assertEquals(
        template()
            + ":8:7: a function has no property "
            + written
            + ", and AWS refuses it at deployment",
        mistake.getMessage());
    assertEquals("rename " + written + " to " + meant, mistake.remedy());
  }

  @Test
  void a_misspelt_property_of_all_functions_is_a_mistake() {
    String text =
        TemplateFolder.function("Handler: a.B", "Runtime: java21")
            + "\nGlobals:\n  Function:\n    MemorySze: 512\n";
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(text));
    assertEquals("rename MemorySze to MemorySize", mistake.remedy());
  }

  @Test
  void a_property_that_may_be_new_is_warned_of() throws IOException {
    Application application =
        read(TemplateFolder.function("Handler: a.B", "Runtime: java21", "Zzz: 1"));
    assertEquals(
        List.of(template() + ":8:7: a function has no property Zzz"), application.warnings());
    assertEquals(MemorySize.DEFAULT, application.functions().getFirst().memory());
    assertEquals(Duration.ofSeconds(3), application.functions().getFirst().timeout());
  }

  @ParameterizedTest
  @CsvSource({
    "Memory, MemorySize",
    "memory, MemorySize",
    "MemoryInMB, MemorySize",
    "Size, MemorySize",
    "RAM, MemorySize",
    "TimeoutSeconds, Timeout",
    "EnvironmentVariables, Environment",
    "Env, Environment",
    "Vpc, VpcConfig",
    "Code, CodeUri",
    "Concurrency, ReservedConcurrentExecutions",
    "ReservedConcurrency, ReservedConcurrentExecutions",
    "LogFormat, LoggingConfig",
    "Provisioned, ProvisionedConcurrencyConfig",
    "Auto, ''",
  })
  void a_property_of_another_name_is_warned_of_with_the_one_that_is_meant(
      String written, String meant) throws IOException {
    Application application =
        read(TemplateFolder.function("Handler: a.B", "Runtime: java21", written + ": x"));
    assertEquals(
        List.of(
            template()
                + ":8:7: a function has no property "
                + written
                + (meant.isEmpty() ? "" : ", did you mean " + meant + "?")),
        application.warnings());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''              | is empty",
        "just text       | must be a mapping",
        "'Outputs: {}'   | the template has no Resources",
        "'Resources: {}' | declares no function",
        "'Resources: {F: {Type: AWS::Serverless::Funtion}}' | declares no function; ",
        "'Resources: {F: {Type: AWS::Serverless::Funtion}}' | F (AWS::Serverless::Funtion) is not provided locally",
        "'Resources: []' | Resources must be a mapping",
        "'{Resources: {}, Mappings: x}' | Mappings must be a mapping",
        "'{Resources: {}, Conditions: [a]}' | Conditions must be a mapping",
        "'{Resources: {}, Conditions: }' | Conditions is empty",
        "'Resources: {A: {Properties: {}}}' | resource A has no Type",
        "'a: &x [*x]'    | ",
      })
  void a_file_that_is_no_template_is_a_mistake(String text, String cause) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(text));
    assertTrue(mistake.getMessage().contains(cause == null ? "" : cause), mistake.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "Outputs,'put the section Outputs at the left, beside Resources'",
    "Shop,'add its type, for example AWS::Serverless::Function'",
  })
  void a_section_that_is_indented_below_the_resources_is_recognised(String id, String remedy) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> read("Resources: {%s: {A: {Value: b}}}".formatted(id)));
    assertTrue(mistake.getMessage().contains("resource " + id + " has no Type"));
    assertEquals(remedy, mistake.remedy());
  }

  /** As CloudFormation and SAM read it. */
  @Test
  void of_a_key_that_stands_there_twice_the_last_one_counts_and_a_line_says_so()
      throws IOException {
    Files.writeString(
        folder.resolve("nested.yaml"),
        "Resources: {}\nOutputs:\n  A: {Value: 1}\n  A: {Value: 2}\n");
    Application application =
        read(
            """
            Transform: AWS::Serverless-2016-10-31
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties: {Handler: a.B, Runtime: java21, CodeUri: target/app.jar, Timeout: 3}
              Child: {Type: AWS::Serverless::Application, Properties: {Location: nested.yaml}}
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Handler: a.B
                  Runtime: java21
                  CodeUri: target/app.jar
                  Timeout: 4
                  Timeout: 5
                  Environment: {Variables: {AB: !GetAtt Child.Outputs.A}}
            """);
    FunctionDefinition function = application.functions().getFirst();
    assertEquals(Duration.ofSeconds(5), function.timeout());
    assertEquals(Map.of("AB", "2"), function.environment());
    String last = " the last one counts, as for CloudFormation";
    assertEquals(
        List.of(
            template() + ":14:7: Timeout stands there twice, first at line 13:" + last,
            template() + ":7:3: F stands there twice, first at line 3:" + last,
            folder.resolve("nested.yaml") + ":4:3: A stands there twice, first at line 3:" + last),
        application.warnings());
  }

  @Test
  void a_path_that_does_not_exist_is_a_mistake() {
    for (String name : List.of("none.yaml", "none.jar", "none")) {
      assertThrows(
          UserMistake.class,
          () -> ApplicationReader.read(folder.resolve(name), OPTIONS.withHandler("a.B")));
    }
  }

  private Path template() {
    return new TemplateFolder(folder).template();
  }

  private Application read(String text) throws IOException {
    return new TemplateFolder(folder).read(text);
  }
}
