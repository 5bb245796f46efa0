package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;

class PropertyEffectsTest {
  @TempDir Path folder;

  /** What the service's own schemas say, reduced to names by properties.py. */
  private static Map<String, List<String>> specification() throws Exception {
    Map<String, List<String>> all = new TreeMap<>();
    try (var in = PropertyEffectsTest.class.getResourceAsStream("properties.txt")) {
      new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(" "))
          .forEach(words -> all.put(words[0], Arrays.asList(words).subList(1, words.length)));
    }
    return all;
  }

  @Test
  void every_property_of_the_specification_has_an_effect_or_is_known_to_have_none()
      throws Exception {
    Map<String, List<String>> known = new TreeMap<>();
    PropertyEffects.all()
        .forEach((type, properties) ->
            known.put(
                type,
                Stream.of(properties.effect(), properties.line(), properties.unseen())
                    .flatMap(Collection::stream)
                    .sorted()
                    .toList()));
    Map<String, List<String>> specified = specification();
    assertEquals(specified.keySet(), known.keySet());
    specified.forEach((type, properties) -> assertEquals(properties, known.get(type), type));
  }

  /** Names of properties that exist are known to the readers that tell of misspelt ones. */
  @Test
  void the_properties_of_functions_are_those_of_the_specification() throws Exception {
    for (String type : List.of("AWS::Serverless::Function", "AWS::Lambda::Function")) {
      List<String> missing = new ArrayList<>(specification().get(type));
      missing.removeAll(FunctionProperties.known(type));
      assertEquals(List.of(), missing, type);
    }
  }

  @Test
  void the_page_has_a_row_for_each_type() throws Exception {
    String page = Files.readString(Path.of("../docs/aws/template-properties.md"));
    PropertyEffects.all()
        .forEach((type, properties) -> {
          String row =
              Stream.of(properties.effect(), properties.line(), properties.unseen())
                  .map(names -> String.join(", ", names))
                  .collect(Collectors.joining(" | ", "| `" + type + "` | ", " |"));
          assertTrue(page.contains(row), row);
        });
  }

  @Test
  void a_property_without_effect_makes_one_line_for_all_that_have_it() throws Exception {
    new TemplateFolder(folder).build();
    StringBuilder resources =
        new StringBuilder(
            """
            Globals: {Function: {Runtime: java21, Handler: a.B, CodeUri: target/app.jar}}
            Transform: AWS::Serverless-2016-10-31
            Resources:
            """);
    for (String id : List.of("A", "B", "C", "D", "E")) {
      resources
          .append("  ")
          .append(id)
          .append(
              ": {Type: AWS::Serverless::Function, Properties: {Description: d, Tags: {a: b}, VpcConfig:"
                  + " {SecurityGroupIds: [sg-1], SubnetIds: [subnet-1]}}}\n");
    }
    resources.append(
        """
          T: {Type: AWS::SNS::Topic, Properties: {FifoTopic: false}}
          S: {Type: AWS::Serverless::Api, Properties: {StageName: x, TracingEnabled: true}}
          K: {Type: AWS::Lambda::EventSourceMapping, Properties: {FunctionName: !Ref A, Topics: [t], SelfManagedEventSource: {}}}
        """);
    Application application = new TemplateFolder(folder).read(resources.toString());
    assertEquals(
        List.of(
            "VpcConfig of A, B, C and 2 more has no effect here",
            "TracingEnabled of S has no effect here",
            "Topics of K has no effect here",
            "the event source of K is not provided locally: SelfManagedEventSource",
            "the API S leads to no function"),
        application.warnings().stream()
            .map(warning -> warning.replaceFirst("^.*?:\\d+:\\d+: ", ""))
            .toList());
  }
}
