package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.Template;
import thaw.function.template.resource.ApplicationReader;
import thaw.template.Parameters;
import thaw.template.TemplateText;

/**
 * Templates of packages of every sample function, translated by the public SAM translator and read
 * by Thaw. Those for customer-managed runtimes are read only: the translator does not know {@code
 * RuntimeConfig} yet.
 */
@Thorough(
    "It asks the translator of AWS by Python; PackageTest and ApplicationReaderTest read what we write")
@SideBySide
class SamTranslatorTest {
  private static final List<String> SAMPLES =
      List.of("petstore", "product", "event-sources", "seven-mistakes", "two-apis");

  @TempDir Path folder;

  @Test
  void templates_of_packages_pass() throws Exception {
    String python = Python.apart("samtranslator", "aws-sam-translator==1.115.0");
    Python.run(List.of(python, "-m", "pip", "install", "--quiet", "pyyaml"));
    List<String> command = new ArrayList<>();
    command.add(python);
    command.add(Python.scripts(SamTranslatorTest.class).resolve("translate.py").toString());
    int templates = 0;
    for (String sample : SAMPLES) {
      Path source = Path.of("..", "functions", sample, "template.yaml");
      String original = Files.readString(source);
      Application application = ApplicationReader.read(source.getParent(), ReadOptions.defaults());
      for (FunctionDefinition function : application.functions()) {
        if (!function.runtime().startsWith("java")) {
          continue;
        }
        for (Map.Entry<String, String> made : templates(original, function).entrySet()) {
          Path target =
              Files.createDirectories(
                  folder.resolve(sample + "-" + function.logicalId() + "-" + made.getKey()));
          Files.writeString(target.resolve("template.yaml"), made.getValue());
          Files.write(target.resolve("function.zip"), new byte[0]);
          Files.write(target.resolve("image.tar"), new byte[0]);
          Application read = ApplicationReader.read(target, withOtherFunctions(target));
          assertEquals(1, read.functions().size(), made.getValue());
          if (!made.getKey().equals("runtime")) {
            command.add(target.resolve("template.yaml").toString());
            templates++;
          }
        }
      }
    }
    assertTrue(templates > 20, "only " + templates);
    Python.Run run = Python.run(command);
    assertEquals(templates + " translated\n", run.output());
  }

  @Test
  void a_template_with_layers_has_their_contents_beside_it_and_keeps_those_of_elsewhere()
      throws Exception {
    String original =
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function:
            Layers: [!Ref Words]
        Resources:
          Words:
            Type: AWS::Serverless::LayerVersion
            Properties:
              ContentUri: words/
          Unused:
            Type: AWS::Lambda::LayerVersion
            Properties:
              Content: unused/
          Greet:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: app.jar
              Handler: example.Handler
              Runtime: java25
              Layers:
                - !Sub "arn:aws:lambda:${AWS::Region}:123456789012:layer:other:1"
        Outputs:
          Layer:
            Value: !Ref Words
        """;
    Path source = Files.createDirectories(folder.resolve("layered"));
    Files.createDirectories(source.resolve("words"));
    Files.write(source.resolve("app.jar"), new byte[0]);
    Files.writeString(source.resolve("template.yaml"), original);
    FunctionDefinition greet =
        ApplicationReader.read(source, ReadOptions.defaults()).functions().getFirst();
    String made =
        PackagedTemplate.withLayers(
            PackagedTemplate.of(
                Optional.of(original),
                greet,
                PackagedTemplate.managed(greet, "function.zip", Optional.of("arm64"))),
            Optional.of(original),
            greet,
            "layers.zip");
    assertEquals(
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          GreetLayers:
            Type: AWS::Serverless::LayerVersion
            Properties:
              ContentUri: layers.zip
          Greet:
            Type: AWS::Serverless::Function
            Properties:
              Layers:
                - !Ref GreetLayers
                - !Sub "arn:aws:lambda:${AWS::Region}:123456789012:layer:other:1"
              Architectures: [arm64]
              MemorySize: 128
              CodeUri: function.zip
              Handler: example.Handler
              Runtime: java25
        """,
        made);
    String python = Python.apart("samtranslator", "aws-sam-translator==1.115.0");
    Python.run(List.of(python, "-m", "pip", "install", "--quiet", "pyyaml"));
    Path target = Files.writeString(folder.resolve("template.yaml"), made);
    Python.Run run =
        Python.run(
            List.of(
                python,
                Python.scripts(SamTranslatorTest.class).resolve("translate.py").toString(),
                target.toString()));
    assertEquals("1 translated\n", run.output());
  }

  /** Returns values for the functions of other stacks that a template has parameters for. */
  private static ReadOptions withOtherFunctions(Path folder) {
    Template template = Template.of(TemplateText.read(folder.resolve("template.yaml")));
    Map<String, String> values = new LinkedHashMap<>();
    Parameters.required(template.parameters()).forEach(name -> values.put(name, "other"));
    return ReadOptions.defaults().withParameters(values);
  }

  private static Map<String, String> templates(String original, FunctionDefinition function) {
    Optional<String> own = Optional.of(original);
    String id = function.logicalId();
    Map<String, String> made = new LinkedHashMap<>();
    made.put(
        "provided",
        PackagedTemplate.of(
            own, function, PackagedTemplate.provided(function, "function.zip", "x86_64")));
    made.put(
        "managed",
        PackagedTemplate.starting(
            PackagedTemplate.of(
                own,
                function,
                PackagedTemplate.managed(function, "function.zip", Optional.empty())),
            id,
            List.of("-XX:+UseSerialGC"),
            true));
    made.put(
        "image",
        PackagedTemplate.starting(
            PackagedTemplate.withoutZip(
                PackagedTemplate.of(
                    own, function, PackagedTemplate.image(function, "image.tar", "x86_64")),
                id),
            id,
            List.of(),
            true));
    made.put(
        "runtime",
        PackagedTemplate.onImage(
            PackagedTemplate.of(
                own,
                function,
                PackagedTemplate.onRuntime(function, "function.zip", "x86_64", "thaw-java25")),
            id,
            "image.tar"));
    return made;
  }
}
