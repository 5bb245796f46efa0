package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;

/**
 * Templates as the public resolvers of AWS read them: each value is one that cfn-lint, or SAM's
 * translator, has there.
 */
@SideBySide
class IndependentResolverTest {
  private static final String CFN_LINT = "cfn-lint==1.58.0";
  private static final JsonMapper JSON = new JsonMapper();

  private final List<String> differences = new ArrayList<>();
  private int compared;

  private static String python() throws Exception {
    String python = Python.apart("cfnlint", CFN_LINT);
    Python.run(List.of(python, "-m", "pip", "install", "--quiet", "aws-sam-translator==1.115.0"));
    return python;
  }

  @Thorough("It asks resolvers of AWS by Python; ResolutionTest has the same values")
  @Test
  void each_value_is_one_that_other_resolvers_have() throws Exception {
    Path scripts = Python.scripts(IndependentResolverTest.class);
    List<String> command =
        new ArrayList<>(List.of(python(), scripts.resolve("resolve.py").toString()));
    List<Path> templates;
    try (Stream<Path> files = Files.list(scripts.resolve("independent"))) {
      templates = files.sorted().toList();
    }
    templates.forEach(file -> command.add(file.toString()));
    Python.Run run = Python.run(command);
    assertEquals(0, run.exit(), run::output);
    JsonNode opinions = JSON.readTree(run.output());
    for (Path file : templates) {
      Map<String, TemplateResource> resources = resolved(file);
      opinions
          .path(String.valueOf(file.getFileName()))
          .properties()
          .forEach(opinion ->
              opinion
                  .getValue()
                  .properties()
                  .forEach(resource ->
                      compare(
                          file.getFileName() + " " + opinion.getKey() + " " + resource.getKey(),
                          resource.getValue(),
                          Optional.ofNullable(resources.get(resource.getKey())))));
    }
    assertEquals(List.of(), differences);
    assertTrue(compared > 100, "only " + compared);
  }

  private static Map<String, TemplateResource> resolved(Path file) {
    Resolution resolution =
        Resolution.of(file, TemplateText.read(file), Map.of(), new NoDeployment());
    return Template.of(resolution.resolved()).resources();
  }

  private void compare(String place, JsonNode opinion, Optional<TemplateResource> resource) {
    if (resource.isEmpty()) {
      if (!place.endsWith(" Prod")) { // its condition does not hold, which cfn-lint does not decide
        differences.add(place + " is not there");
      }
      return;
    }
    compare(place, opinion, resource.get().properties());
  }

  private void compare(String place, JsonNode opinion, TemplateValue ours) {
    if (opinion.isArray()) {
      if (!opinion.isEmpty()) {
        compared++;
        List<String> texts = new ArrayList<>();
        opinion.forEach(each -> texts.add(each.asText()));
        if (!(ours instanceof TemplateValue.Text text)
            || texts.stream().noneMatch(each -> isSame(each, text.asString()))) {
          differences.add(place + ": " + texts + ", and here: " + ours);
        }
      }
      return;
    }
    for (Map.Entry<String, JsonNode> each : opinion.properties()) {
      if (isSams(each.getKey())) {
        continue;
      }
      Optional<TemplateValue> below =
          switch (ours) {
            case TemplateValue.Members members -> members.value(each.getKey());
            case TemplateValue.Items items
                when Integer.parseInt(each.getKey()) < items.items().size() ->
                Optional.of(items.items().get(Integer.parseInt(each.getKey())));
            case TemplateValue.Items _, TemplateValue.Text _, TemplateValue.Call _ ->
                Optional.empty();
          };
      String name = place + "." + each.getKey();
      if (below.isPresent()) {
        compare(name, each.getValue(), below.get());
      } else if (hasText(each.getValue())) {
        differences.add(name + " is absent, and there: " + each.getValue());
      }
    }
  }

  /** JSON is the same with other blanks. */
  private static boolean isSame(String one, String other) {
    try {
      return one.equals(other)
          || one.startsWith("{") && JSON.readTree(one).equals(JSON.readTree(other));
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static boolean hasText(JsonNode opinion) {
    return opinion.isArray()
        ? !opinion.isEmpty()
        : opinion.properties().stream().anyMatch(each -> hasText(each.getValue()));
  }

  /** What SAM's translator makes of other properties, and adds. */
  private static boolean isSams(String property) {
    return List.of("Code", "Role", "Tags").contains(property);
  }

  @Thorough("It asks resolvers of AWS by Python; ResolutionTest has the same values")
  @Test
  void the_table_of_types_is_that_of_the_schemas() throws Exception {
    Path script = Python.scripts(IndependentResolverTest.class).resolve("resource_types.py");
    Python.Run run = Python.run(List.of(python(), script.toString()));
    assertEquals(0, run.exit(), run::output);
    assertEquals(
        Files.readString(Path.of("src/main/resources/thaw/function/template/resource-types.txt")),
        run.output(),
        "write resource-types.txt anew by resource_types.py");
  }

  /** One in which only the template has names. */
  private record NoDeployment() implements Deployment {
    @Override
    public String region() {
      return "us-east-1";
    }

    @Override
    public String accountId() {
      return "123456789012";
    }

    @Override
    public Optional<String> ref(DeclaredResource resource) {
      return Optional.empty();
    }

    @Override
    public Optional<String> attribute(DeclaredResource resource, String attribute) {
      return Optional.empty();
    }

    @Override
    public Optional<String> parameter(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<String> secret(String id) {
      return Optional.empty();
    }

    @Override
    public Optional<String> content(String id, ResourceProperties secret) {
      return Optional.empty();
    }

    @Override
    public Map<String, String> imports() {
      return Map.of();
    }

    @Override
    public Map<String, String> attributes() {
      return Map.of();
    }
  }
}
