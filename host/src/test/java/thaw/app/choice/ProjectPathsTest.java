package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Application;
import thaw.problem.UserMistake;

/** A project that leads a function to files of its user, and one that only looks so. */
class ProjectPathsTest {
  private static final String API =
      """
      openapi: 3.0.1
      paths:
        /a: {get: {x-amazon-apigateway-integration: {type: aws_proxy, uri: !Sub "${F.Arn}"}}}
      """;

  @TempDir Path folder;
  private Path project;
  private Path secret;

  @BeforeEach
  void a_project_beside_files_of_the_user() throws IOException {
    project = Files.createDirectories(folder.resolve("work/project")).toRealPath();
    write("work/project/fn/bootstrap", "#!/bin/sh\n");
    secret = write("home/secret.json", "{\"key\": 1}");
    template("fn", "");
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.toRealPath().resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void link(String name, Path target) throws IOException {
    Path link = project.resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, target);
  }

  private void template(String codeUri, String more) throws IOException {
    write(
        "work/project/template.yaml",
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties: {Runtime: provided.al2023, Handler: h, CodeUri: %s, Layers: %s}
        """
                .formatted(codeUri, more.contains("LayerVersion") ? "[!Ref L]" : "[]")
            + more);
  }

  private SourceChoice source() {
    return SourceChoice.of(project);
  }

  /** It is refused in one line, and with the option told in the same one. */
  private void assertRefused(String line) {
    assertRefused(line, DataChoice.NONE);
  }

  private void assertRefused(String line, DataChoice data) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> data.read(source()));
    String whole = "paths lead out of the project in " + project + ": " + line;
    assertEquals(whole, mistake.getMessage());
    assertTrue(mistake.remedy().contains("--follow-links"), mistake.remedy());
    Application followed = data.read(source().withFollowsLinks(true));
    assertTrue(followed.warnings().contains(whole + " (--follow-links)"), "" + followed.warnings());
  }

  private void assertTaken() {
    assertEquals(List.of(), source().read().warnings());
  }

  @Test
  void a_link_in_the_code_to_a_file_or_a_folder_outside_is_refused() throws IOException {
    link("fn/x", secret);
    link("fn/deep/folder", secret.getParent());
    UserMistake mistake = assertThrows(UserMistake.class, () -> source().read());
    for (String each : List.of("fn/x -> " + secret, "fn/deep/folder -> " + secret.getParent())) {
      assertTrue(mistake.getMessage().contains(project + "/" + each), mistake.getMessage());
    }
  }

  @Test
  void a_link_in_a_folder_that_another_link_leads_to_is_refused() throws IOException {
    link("shared/x", secret);
    link("fn/shared", project.resolve("shared"));
    assertRefused(project + "/fn/shared/x -> " + secret);
  }

  @Test
  void of_many_links_ten_are_named_and_the_others_counted() throws IOException {
    for (int i = 0; i < 12; i++) {
      link("fn/x" + i, secret);
    }
    UserMistake mistake = assertThrows(UserMistake.class, () -> source().read());
    assertTrue(mistake.getMessage().endsWith("; and 2 more"), mistake.getMessage());
  }

  @Test
  void code_that_lies_outside_is_refused_however_it_is_named() throws IOException {
    Path outside = folder.toRealPath().resolve("home");
    template(outside.toString(), "");
    assertRefused("code of F, " + outside + " -> " + outside);
    template("../../home", "");
    assertRefused("code of F, " + outside + " -> " + outside);
    link("linked", outside);
    template("linked", "");
    assertRefused("code of F, " + project + "/linked -> " + outside);
  }

  @Test
  void a_layer_a_definition_and_the_template_itself_are_looked_at() throws IOException {
    write("work/project/layer/lib/a", "");
    link("layer/x", secret);
    template("fn", "  L: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri: layer}}\n");
    assertRefused(project + "/layer/x -> " + secret);

    Path api = write("home/api.yaml", API);
    template(
        "fn",
        "  A: {Type: AWS::Serverless::Api, Properties: {StageName: p, DefinitionUri: api}}\n");
    link("api", api);
    UserMistake mistake = assertThrows(UserMistake.class, () -> source().read());
    assertTrue(
        mistake.getMessage().contains("definition of an API, " + project + "/api -> " + api));

    template("fn", "");
    Path moved = folder.toRealPath().resolve("home/template.yaml");
    Files.move(project.resolve("template.yaml"), moved);
    link("template.yaml", moved);
    assertRefused("template, " + project + "/template.yaml -> " + moved);
  }

  @Test
  void events_and_what_thaw_yaml_names_are_looked_at() throws IOException {
    link("events/F.json", secret);
    assertRefused(project + "/events/F.json -> " + secret);
    Files.delete(project.resolve("events/F.json"));

    write("work/project/thaw.yaml", "event: ../../home/secret.json");
    assertRefused("event in thaw.yaml, " + project + "/../../home/secret.json -> " + secret);
    write("work/project/thaw.yaml", "event: {a: 1}".replace("{a: 1}", "'{\"a\": 1}'"));
    assertTaken();

    Path data = write("home/data/secrets/s.txt", "x").getParent().getParent();
    write("work/project/thaw.yaml", "seed: ../../home/data");
    assertRefused("data, " + project + "/../../home/data -> " + data);
  }

  @Test
  void data_that_the_user_types_may_lie_anywhere_but_not_lead_on() throws IOException {
    Path typed = Files.createDirectories(project.resolve("data/secrets"));
    Files.createSymbolicLink(typed.resolve("s.txt"), secret);
    DataChoice data = new DataChoice(List.of(project.resolve("data").toString()), List.of());
    assertRefused(typed.resolve("s.txt") + " -> " + secret, data);
  }

  @Test
  void what_a_build_has_left_is_looked_at() throws IOException {
    write("work/project/pom.xml", "<project/>");
    template(".", "");
    Path classes = Files.createDirectories(folder.toRealPath().resolve("home/classes"));
    link("target/classes", classes);
    assertRefused("code of F, " + project + "/target/classes -> " + classes);
  }

  @Test
  void links_within_the_project_are_taken_and_so_are_those_that_lead_nowhere() throws IOException {
    write("work/project/fn/node_modules/tool/cli.js", "");
    link("fn/node_modules/.bin/tool", Path.of("../tool/cli.js"));
    link("fn/nowhere", folder.resolve("nothing"));
    write("work/project/shared/a", "");
    link("fn/shared", Path.of("../shared"));
    assertTaken();
  }

  @ParameterizedTest
  @ValueSource(strings = {".git/HEAD", "pom.xml", "settings.gradle.kts"})
  void modules_of_one_repository_or_build_may_name_each_other(String mark) throws IOException {
    write("work/other/fn/bootstrap", "#!/bin/sh\n");
    template("../other/fn", "");
    UserMistake mistake = assertThrows(UserMistake.class, () -> source().read());
    assertTrue(mistake.getMessage().contains("code of F"), mistake.getMessage());
    write("work/" + mark, "");
    assertTaken();
    link("fn/x", secret);
    link("x", secret);
    template("fn", "");
    assertThrows(UserMistake.class, () -> source().read());
  }

  @Test
  void what_sam_and_cdk_have_built_may_name_the_project() throws IOException {
    for (String output : List.of(".aws-sam/build", "cdk.out")) {
      Files.createDirectories(project.resolve(output));
      Path built = project.resolve(output).resolve("template.yaml");
      String up = output.contains("/") ? "../../fn" : "../fn";
      Files.writeString(
          built,
          Files.readString(project.resolve("template.yaml")).replace(": fn,", ": " + up + ","));
      assertEquals(List.of(), SourceChoice.of(built).read().warnings(), output);
    }
  }

  @Test
  void a_folder_that_is_typed_may_lie_anywhere_but_not_lead_on() throws IOException {
    Files.delete(project.resolve("template.yaml"));
    SourceChoice typed =
        SourceChoice.of(project.resolve("fn")).withHandler(java.util.Optional.of("a.B::c"));
    assertEquals(List.of(), typed.read().warnings());
    link("fn/x", secret);
    UserMistake mistake = assertThrows(UserMistake.class, typed::read);
    assertTrue(mistake.getMessage().contains("fn/x -> " + secret), mistake.getMessage());
  }
}
