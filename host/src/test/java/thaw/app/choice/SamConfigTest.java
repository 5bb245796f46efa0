package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.function.Region;
import thaw.problem.UserMistake;

/** What users of SAM CLI have beside their templates. */
class SamConfigTest {
  @TempDir Path folder;

  private void write(String file, String content) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  private void template(String file) throws IOException {
    write(
        file,
        """
        Transform: AWS::Serverless-2016-10-31
        Parameters:
          Stage: {Type: String}
          Owner: {Type: String, Default: nobody}
        Resources:
          Pets:
            Type: AWS::Serverless::Function
            Properties:
              Handler: a.B
              Runtime: java21
              CodeUri: classes
              Environment: {Variables: {STAGE: !Ref Stage, OWNER: !Ref Owner, FROM: template}}
        """);
    write(folder.relativize(folder.resolve(file).resolveSibling("classes/a.txt")).toString(), "x");
  }

  @AfterEach
  void the_region_of_others() {
    Region.choose("", "this test");
  }

  @BeforeEach
  void a_template() throws IOException {
    template("template.yaml");
  }

  private SourceChoice source() {
    return SourceChoice.of(folder);
  }

  private static Map<String, String> variables(Application application) {
    return application.functions().getFirst().environment();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"Stage=prod Owner=\\\"the pets\\\"\"",
        "\"ParameterKey=Stage,ParameterValue=prod ParameterKey=Owner,ParameterValue='the pets'\"",
        "[\"Stage=prod\", \"Owner=the\\\\ pets\"]",
        "{Stage = \"prod\", Owner = \"the pets\"}",
        "\"Stage=prod Owner='the pets' Unknown=x\"",
      })
  void parameters_of_a_deployment_are_taken_and_said_in_one_line(String overrides)
      throws IOException {
    write(
        "samconfig.toml",
        "version = 0.1\n[default.deploy.parameters]\ncapabilities = \"CAPABILITY_IAM\"\n"
            + "parameter_overrides = "
            + overrides);
    Application application = source().read();
    assertEquals("prod", variables(application).get("STAGE"));
    assertEquals("the pets", variables(application).get("OWNER"));
    assertEquals(
        List.of(folder.resolve("samconfig.toml") + " [default] gives: parameters Stage, Owner"),
        application.warnings());
  }

  @Test
  void what_is_typed_comes_first_and_of_commands_the_local_one() throws IOException {
    write(
        "samconfig.yaml",
        """
        version: 0.1
        default:
          deploy: {parameters: {parameter_overrides: "Stage=deployed Owner=deployed"}}
          global: {parameters: {parameter_overrides: [Owner=global]}}
        dev:
          local_invoke: {parameters: {parameter_overrides: {Stage: dev}}}
        """);
    assertEquals("global", variables(source().read()).get("OWNER"));
    assertEquals("deployed", variables(source().read()).get("STAGE"));
    SourceChoice typed = source().withParameters(Map.of("Stage", "typed"));
    assertEquals("typed", variables(typed.read()).get("STAGE"));
    SourceChoice dev =
        source().withSam(new SamChoice(Optional.of("dev"), Optional.empty(), Optional.empty()));
    assertEquals("dev", variables(dev.read()).get("STAGE"));
    assertTrue(dev.named().endsWith(" --config-env dev"), dev.named());
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                source()
                    .withSam(new SamChoice(Optional.of("def"), Optional.empty(), Optional.empty()))
                    .read());
    assertTrue(mistake.getMessage().endsWith(" has no environment def"), mistake.getMessage());
  }

  @Test
  void stack_and_region_are_those_of_the_deployment_unless_others_are_typed() throws IOException {
    write(
        "template.yaml",
        Files.readString(folder.resolve("template.yaml"))
            .replace(
                "FROM: template",
                "STACK: !Ref AWS::StackName, ID: !Ref AWS::StackId, REGION: !Ref AWS::Region"));
    write(
        "samconfig.toml",
        """
        [default.global.parameters]
        stack_name = "pets"
        [default.deploy.parameters]
        region = "eu-central-1"
        parameter_overrides = "Stage=prod"
        [odd.deploy.parameters]
        region = "Frankfurt"
        """);
    Application application = source().read();
    assertEquals("pets", variables(application).get("STACK"));
    assertTrue(variables(application).get("ID").contains(":stack/pets/"));
    assertEquals("eu-central-1", variables(application).get("REGION"));
    assertEquals(
        List.of(
            folder.resolve("samconfig.toml")
                + " [default] gives: stack pets; region eu-central-1; parameter Stage"),
        application.warnings());
    Application typed = source().withRegion(Optional.of("eu-west-1")).read();
    assertEquals("eu-west-1", variables(typed).get("REGION"));
    assertFalse(typed.warnings().getFirst().contains("region"), typed.warnings().getFirst());
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                source()
                    .withSam(new SamChoice(Optional.of("odd"), Optional.empty(), Optional.empty()))
                    .read());
    assertEquals(
        "region of " + folder.resolve("samconfig.toml") + " must be a region of AWS: Frankfurt",
        mistake.getMessage());
  }

  @Test
  void the_template_that_it_names_is_read_but_not_what_a_deployment_has_packaged()
      throws IOException {
    Files.delete(folder.resolve("template.yaml"));
    template("infra/app.yaml");
    write(
        "samconfig.toml",
        """
        [default.global.parameters]
        template_file = "infra/app.yaml"
        parameter_overrides = "Stage=x"
        [default.deploy.parameters]
        template_file = "packaged.yaml"
        """);
    Application application = source().read();
    assertEquals(folder.resolve("infra"), application.root());
    assertTrue(
        application
            .warnings()
            .getFirst()
            .endsWith("; template " + folder.resolve("infra/app.yaml")),
        application.warnings()::toString);
    assertTrue(source().named().endsWith(folder.toString()), source().named());
  }

  @Test
  void variables_of_sam_local_replace_those_that_the_template_declares() throws IOException {
    write(
        "env.json",
        """
        {"Parameters": {"FROM": "all", "OWNER": "all", "ELSE": "x"},
         "Pets": {"OWNER": "pets", "MORE": "x", "STAGE": 7}}
        """);
    SourceChoice choice =
        source()
            .withParameters(Map.of("Stage", "s"))
            .withSam(
                new SamChoice(
                    Optional.empty(), Optional.empty(), Optional.of(folder.resolve("env.json"))));
    Application application = choice.read();
    assertEquals(Map.of("STAGE", "7", "OWNER", "pets", "FROM", "all"), variables(application));
    assertEquals(1, application.warnings().size());
    assertTrue(application.warnings().getFirst().contains("Pets.MORE"));
    assertFalse(application.warnings().getFirst().contains("ELSE"));
  }

  @Test
  void a_file_with_parameters_is_taken_where_it_is_typed_in_each_form() throws IOException {
    write("values.yaml", "Stage: prod\nOwner: [a, b]\nSize: 3\n");
    write(
        "values.json",
        """
        [{"ParameterKey": "Stage", "ParameterValue": "prod"},
         {"ParameterKey": "Owner", "ParameterValue": "a,b"},
         {"Size": 3}]
        """);
    for (String name : List.of("values.yaml", "values.json")) {
      assertEquals(
          Map.of("Stage", "typed", "Owner", "a,b", "Size", "3"),
          SamChoice.overrides(List.of("file://" + folder.resolve(name), "Stage=typed")));
    }
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> SamChoice.overrides(List.of("file://none.yaml")));
    assertTrue(mistake.getMessage().startsWith("none.yaml does not exist"), mistake.getMessage());
  }

  @Test
  void variables_name_functions_of_nested_stacks_by_their_path_and_null_is_nothing()
      throws IOException {
    write("env.json", "{\"Child/Pets\": {\"OWNER\": null, \"STAGE\": true}}");
    SourceChoice choice =
        source()
            .withParameters(Map.of("Stage", "s"))
            .withSam(
                new SamChoice(
                    Optional.empty(), Optional.empty(), Optional.of(folder.resolve("env.json"))));
    assertEquals(
        Map.of("STAGE", "true", "OWNER", "", "FROM", "template"), variables(choice.read()));
  }

  @Test
  void a_file_that_cannot_be_read_names_its_place() throws IOException {
    write("samconfig.toml", "[default.deploy.parameters]\nparameter_overrides = Stage=prod\n");
    UserMistake mistake = assertThrows(UserMistake.class, () -> source().read());
    assertTrue(
        mistake.getMessage().startsWith(folder.resolve("samconfig.toml") + ":2:"),
        mistake.getMessage());
    write("env.json", "{\"Pets\": \"x\"}");
    assertThrows(UserMistake.class, () -> SamVariables.read(folder.resolve("env.json")));
    assertThrows(UserMistake.class, () -> SamChoice.overrides(List.of("Stage prod")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "template_file = '../other/template.yaml'",
        "env_vars = '../other/env.json'",
        "parameter_overrides = 'file://../other/values.yaml'"
      })
  void what_it_names_out_of_the_project_is_not_taken(String setting) throws IOException {
    Path project = Files.createDirectories(folder.resolve("project"));
    template("project/template.yaml");
    template("other/template.yaml");
    write("other/env.json", "{}");
    write("other/values.yaml", "Stage: secret");
    write(
        "project/samconfig.toml",
        "[default.build.parameters]\nparameter_overrides = 'Stage=a'\n"
            + "[default.global.parameters]\n"
            + setting
            + "\n");
    SourceChoice choice = SourceChoice.of(project);
    UserMistake mistake = assertThrows(UserMistake.class, choice::read);
    assertTrue(
        mistake.getMessage().startsWith("paths lead out of the project"), mistake::getMessage);
    assertEquals(1, choice.withFollowsLinks(true).read().functions().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"file://values.yaml", "- file://./values.yaml", "&a [*a]"})
  void a_file_with_parameters_that_leads_to_itself_is_refused(String text) throws IOException {
    write("values.yaml", text + "\n");
    write(
        "samconfig.toml",
        "[default.deploy.parameters]\nparameter_overrides = 'file://values.yaml'\n");
    UserMistake mistake = assertThrows(UserMistake.class, () -> source().read());
    assertTrue(mistake.getMessage().contains("has no end"), mistake.getMessage());
  }

  @Test
  void a_parameter_is_no_table_and_no_list_of_lists() throws IOException {
    for (String text : List.of("Stage: &a [[*a]]", "Stage: {a: b}")) {
      write("values.yaml", text + "\n");
      UserMistake mistake =
          assertThrows(
              UserMistake.class,
              () -> SamChoice.overrides(List.of("file://" + folder.resolve("values.yaml"))));
      assertTrue(mistake.getMessage().contains("neither a text nor"), mistake.getMessage());
    }
  }

  @Test
  void variables_are_looked_up_by_id_then_name_and_a_path_is_that_of_one_function()
      throws IOException {
    write(
        "template.yaml",
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function: {Handler: a.B, Runtime: java21, CodeUri: classes}
        Resources:
          Foo:
            Type: AWS::Serverless::Function
            Properties: {FunctionName: Bar, Environment: {Variables: {OWNER: t}}}
          Bar:
            Type: AWS::Serverless::Function
            Properties: {Environment: {Variables: {OWNER: t}}}
          StackFoo:
            Type: AWS::Serverless::Function
            Properties: {Environment: {Variables: {OWNER: t}}}
        """);
    assertEquals(
        List.of("foo", "bar", "t"),
        owners("{\"Bar\": {\"OWNER\": \"bar\"}, \"Foo\": {\"OWNER\": \"foo\"}}"));
    assertEquals(List.of("t", "t", "stack"), owners("{\"Stack/Foo\": {\"OWNER\": \"stack\"}}"));
    assertEquals(
        List.of("t", "t", "t"),
        owners("{\"A/Foo\": {\"OWNER\": \"a\"}, \"B/Foo\": {\"OWNER\": \"b\"}}"));
  }

  private List<String> owners(String variables) throws IOException {
    write("env.json", variables);
    SamChoice choice =
        new SamChoice(Optional.empty(), Optional.empty(), Optional.of(folder.resolve("env.json")));
    Application application = source().withSam(choice).read();
    return List.of("Foo", "Bar", "StackFoo").stream()
        .map(id ->
            application.functions().stream()
                .filter(each -> each.logicalId().equals(id))
                .findFirst()
                .orElseThrow()
                .environment()
                .getOrDefault("OWNER", ""))
        .toList();
  }
}
