package thaw.function.template.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;

/** A folder with a template that a test has written, and the artefact {@code target/app.jar}. */
record TemplateFolder(Path path) {
  private static final ReadOptions OPTIONS = ReadOptions.defaults();

  void build() throws IOException {
    Files.createDirectory(path.resolve("target"));
    Files.writeString(path.resolve("target/app.jar"), "");
  }

  Path template() {
    return path.resolve("template.yaml");
  }

  Application read(String text) throws IOException {
    Files.writeString(template(), text);
    return ApplicationReader.read(path, OPTIONS);
  }

  /** The first function of a template with these parameters. */
  FunctionDefinition read(String text, Map<String, String> parameters) throws IOException {
    Files.writeString(template(), text);
    return ApplicationReader.read(template(), OPTIONS.withParameters(parameters))
        .functions()
        .getFirst();
  }

  /** A template of one function, F, whose properties start at line 6. */
  static String function(String... properties) {
    StringBuilder text =
        new StringBuilder(
            """
            Transform: AWS::Serverless-2016-10-31
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
            """);
    for (String property : properties) {
      text.append("      ").append(property).append('\n');
    }
    boolean code = Stream.of(properties).anyMatch(property -> property.startsWith("CodeUri"));
    return text.append(code ? "" : "      CodeUri: target/app.jar\n").toString();
  }

  static List<String> ids(Application application) {
    return application.functions().stream().map(FunctionDefinition::logicalId).toList();
  }
}
