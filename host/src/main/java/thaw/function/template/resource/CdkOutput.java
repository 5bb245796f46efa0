package thaw.function.template.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.packaging.CodeLocation;
import thaw.problem.UserMistake;

/**
 * Finds the template that {@code cdk synth} has written. The code of its functions lies beside it,
 * as {@code aws:asset:path} in their metadata says.
 */
final class CdkOutput {
  private static final String TEMPLATE = ".template.json";
  private static final String FUNCTION = "AWS::Lambda::Function";

  private CdkOutput() {}

  /**
   * @param folder of CDK's output, or of an application with a {@code cdk.json}
   */
  static Optional<Path> template(Path folder) {
    boolean isApplication = Files.isRegularFile(folder.resolve("cdk.json"));
    Path output = isApplication ? folder.resolve(CodeLocation.CDK_OUTPUT) : folder;
    List<Path> found = Files.isDirectory(output) ? templates(output) : List.of();
    if (found.isEmpty() && isApplication) {
      throw new UserMistake(
          folder + " is a CDK application without a synthesised template that has functions",
          "run: cdk synth");
    }
    if (found.size() > 1) {
      throw new UserMistake(
          output + " has " + found.size() + " stacks with functions",
          "name one: " + found.stream().map(Path::toString).collect(Collectors.joining(", ")));
    }
    return found.stream().findFirst();
  }

  private static List<Path> templates(Path output) {
    try (Stream<Path> files = Files.list(output)) {
      return files
          .filter(file -> file.toString().endsWith(TEMPLATE))
          .filter(CdkOutput::hasFunction)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + output, e);
    }
  }

  private static boolean hasFunction(Path template) {
    try {
      return Files.readString(template).contains(FUNCTION);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + template, e);
    }
  }
}
