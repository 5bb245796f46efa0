package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.files.Trees;
import thaw.fixture.Sources;

class FirstScreenTest {
  private static final String FUNCTION =
      """
        %s:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: ., Handler: com.example.Hello, Runtime: java25}
      """;

  @TempDir Path folder;

  private String screen() {
    return String.join("\n", FirstScreen.of(folder));
  }

  @AfterEach
  void every_line_fits_a_terminal_of_100_columns() {
    assertTrue(screen().lines().allMatch(line -> line.length() <= 100), screen());
  }

  private void template(String... functions) throws Exception {
    StringBuilder text = new StringBuilder("Transform: AWS::Serverless-2016-10-31\nResources:\n");
    for (String function : functions) {
      text.append(FUNCTION.formatted(function));
    }
    Files.writeString(folder.resolve("template.yaml"), text);
  }

  @Test
  void a_template_s_functions_are_named() throws Exception {
    template("Create", "Get");

    assertTrue(screen().contains("template.yaml has 2 functions: Create, Get"), screen());
    assertTrue(screen().contains("\n  thaw why --function Create   explain"), screen());
  }

  @Test
  void folders_below_with_a_template_are_named() throws Exception {
    template("Create", "Get");
    Path template = folder.resolve("template.yaml");
    for (String name : List.of("functions/orders", "functions/pets", "target/copy")) {
      Files.createDirectories(folder.resolve(name));
      Files.copy(template, folder.resolve(name).resolve("template.yaml"));
    }
    Files.delete(template);
    Files.writeString(folder.resolve("pom.xml"), "<project/>");

    assertTrue(
        screen().contains("2 folders below have one: functions/orders, functions/pets\n"),
        screen());
    assertTrue(screen().contains("\n  thaw why functions/orders --function Create   "), screen());

    Path output = Files.createDirectories(folder.resolve("functions/infra/cdk.out"));
    Files.writeString(folder.resolve("functions/infra/cdk.json"), "{}");
    Files.writeString(output.resolve("cdk.out"), "{}");
    Files.writeString(
        output.resolve("Shop.template.json"),
        "{\"Resources\": {\"F\": {\"Type\": \"AWS::Lambda::Function\"}}}");
    assertTrue(screen().contains("3 folders below have one: functions/infra, "), screen());
    Trees.delete(folder.resolve("functions/infra"));

    for (String name : List.of("a-folder", "another-folder", "one-more-folder")) {
      Files.createDirectories(folder.resolve(name).resolve("sub"));
      Files.copy(
          folder.resolve("functions/pets/template.yaml"),
          folder.resolve(name).resolve("template.yaml"));
    }
    assertTrue(screen().contains("5 folders below have one: a-folder, ...\n"), screen());
  }

  @Test
  void the_only_function_need_not_be_named() throws Exception {
    template("Create");

    assertTrue(screen().contains("template.yaml has one function: Create"), screen());
    assertTrue(screen().contains("\n  thaw why   explain"), screen());
  }

  @Test
  void a_template_that_cannot_be_read_is_told_with_its_remedy() throws Exception {
    Files.writeString(folder.resolve("template.yaml"), "Resources: {}\n");

    assertTrue(screen().contains("declares no function"), screen());
    assertTrue(screen().contains("\nRemedy: declare "), screen());
  }

  @Test
  void a_jar_with_a_handler_can_be_explained_at_once() throws Exception {
    Path classes =
        Sources.compile(
            folder.resolve("classes"),
            "package com.example; import com.amazonaws.services.lambda.runtime.*;"
                + " public class Hello implements RequestHandler<String, String> { public String"
                + " handleRequest(String event, Context context) { return event; } }");
    Files.writeString(folder.resolve("pom.xml"), "<project/>");
    Sources.jar(classes, folder.resolve("target/app.jar"));

    assertTrue(screen().contains("\n  thaw why target/app.jar "), screen());
  }

  @Test
  void a_jar_with_several_handlers_is_named_with_one_of_them() throws Exception {
    Path classes = folder.resolve("classes");
    for (String name : List.of("Buy", "Sell")) {
      Sources.compile(
          classes,
          "package com.example; import com.amazonaws.services.lambda.runtime.*; public class "
              + name
              + " implements RequestHandler<String, String> { public String"
              + " handleRequest(String event, Context context) { return event; } }");
    }
    Sources.jar(classes, folder.resolve("shop.jar"));

    assertTrue(screen().contains("shop.jar has 2 classes that could be its handler"), screen());
    assertTrue(screen().contains("\n  thaw why shop.jar --handler com.example.Buy"), screen());
  }

  @Test
  void a_project_and_an_empty_folder_get_another_beginning() throws Exception {
    assertTrue(screen().contains("\n  thaw init hello   make a new function"), screen());
    Files.writeString(folder.resolve("build.gradle.dcl"), "");
    assertTrue(screen().contains("a project without a template"), screen());
  }
}
