package thaw.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Templates as the public resolvers of AWS read them: each value is one that cfn-lint, or SAM's
 * translator, has there.
 */
class IndependentResolverTest {
  private static final List<String> RESOLVERS =
      List.of("cfn-lint==1.58.0", "aws-sam-translator==1.115.0");

  private static final JsonMapper JSON = new JsonMapper();
  private static final Path SCRIPTS = Path.of("src/test/resources/thaw/template").toAbsolutePath();
  private static final Path ENVIRONMENT = Path.of("target/python-resolvers").toAbsolutePath();
  private static final long PATIENCE_MINUTES = 9;

  private final List<String> differences = new ArrayList<>();
  private int compared;

  @Tag("thorough") // It asks resolvers of AWS by Python; the host's ResolutionTest has the same
  // values.
  @Test
  void each_value_is_one_that_other_resolvers_have() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(SCRIPTS.resolve("resolve.py").toString()));
    List<Path> templates;
    try (Stream<Path> files = Files.list(SCRIPTS.resolve("independent"))) {
      templates = files.sorted().toList();
    }
    templates.forEach(file -> arguments.add(file.toString()));
    JsonNode opinions = JSON.readTree(python(arguments));
    for (Path file : templates) {
      TemplateValue.Members resources = resolved(file);
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
                          resources.value(resource.getKey()))));
    }
    assertEquals(List.of(), differences);
    assertTrue(compared > 100, "only " + compared);
  }

  private static TemplateValue.Members resolved(Path file) {
    Resolution resolution =
        Resolution.of(file, TemplateText.read(file), Map.of(), new NoDeployment());
    return TemplateValue.mapping(resolution.resolved(), "Resources").orElseThrow();
  }

  private void compare(String place, JsonNode opinion, Optional<TemplateValue> resource) {
    if (resource.isEmpty()) {
      if (!place.endsWith(" Prod")) { // its condition does not hold, which cfn-lint does not decide
        differences.add(place + " is not there");
      }
      return;
    }
    TemplateValue none = new TemplateValue.Members(Map.of(), new Place(place, 1, 1));
    compare(
        place,
        opinion,
        resource.get() instanceof TemplateValue.Members members
            ? members.value("Properties").orElse(none)
            : none);
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

  @Tag("thorough") // It asks resolvers of AWS by Python; the host's ResolutionTest has the same
  // values.
  @Test
  void the_table_of_types_is_that_of_the_schemas() throws Exception {
    assertEquals(
        Files.readString(Path.of("src/main/resources/thaw/template/resource-types.txt")),
        python(List.of(SCRIPTS.resolve("resource_types.py").toString())),
        "write resource-types.txt anew by resource_types.py");
  }

  /** Runs Python with the resolvers, of an environment that is made once; returns its output. */
  private static String python(List<String> arguments) throws Exception {
    Path python = ENVIRONMENT.resolve("bin/python3");
    if (run(python, List.of("-c", "import cfnlint, samtranslator")).isEmpty()) {
      run(Path.of("python3"), List.of("-m", "venv", ENVIRONMENT.toString()));
      List<String> install = new ArrayList<>(List.of("-m", "pip", "install", "--quiet"));
      install.addAll(RESOLVERS);
      Assumptions.assumeTrue(
          run(python, install).isPresent(), RESOLVERS + " could not be installed by pip");
    }
    return run(python, arguments)
        .orElseThrow(() -> new AssertionError(arguments + " ended with an error, see above"));
  }

  /** Returns what a run of Python printed; empty where it failed, or where there is no Python. */
  private static Optional<String> run(Path python, List<String> arguments) throws Exception {
    Path output = Files.createTempFile("python", ".txt");
    try {
      List<String> command = new ArrayList<>(List.of(python.toString()));
      command.addAll(arguments);
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly().waitFor();
      }
      return process.exitValue() == 0 ? Optional.of(Files.readString(output)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // there is no such program
    } finally {
      Files.delete(output);
    }
  }
}
