package thaw.function.template.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.packaging.CodeLocation;
import thaw.json.Json;
import thaw.problem.ShellWord;
import thaw.problem.UserMistake;
import thaw.template.CdkAssets;

/**
 * Finds the template of a stack that {@code cdk synth} has written, by its manifest: a cloud
 * assembly, which may have others inside for the stages of an application.
 *
 * @see <a href="https://docs.aws.amazon.com/cdk/v2/guide/deploy.html#deploy-how-synth-app">Cloud
 *     assemblies</a>
 */
final class CdkOutput {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String APPLICATION = "cdk.json";
  private static final String MANIFEST = "manifest.json";
  static final String TEMPLATE = ".template.json";
  private static final String FUNCTION = "AWS::Lambda::Function";

  /** CDK's own functions, which only its deployments call, are JavaScript and Python. */
  private static final Pattern OF_ITS_OWNER =
      Pattern.compile("\"Runtime\"\\s*:\\s*\"(java|provided)|\"PackageType\"\\s*:\\s*\"Image\"");

  /**
   * A stack.
   *
   * @param name as {@code cdk ls} shows it, such as {@code Prod/Shop}
   * @param others by which CDK's commands know it, too
   * @param nested templates of the stacks that are inside of it
   */
  private record Stack(String name, Set<String> others, Path template, List<Path> nested) {
    boolean has(Pattern pattern) {
      return Stream.concat(Stream.of(template), nested.stream())
          .anyMatch(file -> pattern.matcher(text(file)).find());
    }
  }

  private CdkOutput() {}

  /**
   * Returns the template of the only stack with functions.
   *
   * @param folder of CDK's output, or of an application with a {@code cdk.json}
   */
  static Optional<Path> template(Path folder) {
    Optional<Path> output = output(folder);
    List<Stack> stacks = output.map(CdkOutput::withFunctions).orElse(List.of());
    if (stacks.isEmpty() && isApplication(folder)) {
      throw new UserMistake(
          folder + " is a CDK application without a synthesised template that has functions",
          "run: cdk synth");
    }
    if (stacks.size() > 1) {
      List<String> paths =
          stacks.stream()
              .map(stack -> ShellWord.quoted(folder.resolve(stack.name()).normalize()))
              .toList();
      throw new UserMistake(
          output.get() + " has " + stacks.size() + " stacks with functions",
          "name one of them instead of %s: %s"
              .formatted(ShellWord.quoted(folder), String.join(", ", paths)));
    }
    return stacks.stream().findFirst().map(Stack::template);
  }

  /**
   * Returns the template of the stack that a path names below the folder of an application or of
   * CDK's output.
   *
   * @param path does not exist
   */
  static Optional<Path> named(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    while (folder != null && !Files.isDirectory(folder)) {
      folder = folder.getParent();
    }
    if (folder == null || output(folder).filter(Files::isDirectory).isEmpty()) {
      return Optional.empty();
    }
    String name = folder.relativize(absolute).toString();
    List<Stack> stacks = stacks(output(folder).get());
    Optional<Path> found =
        stacks.stream()
            .filter(stack -> stack.name().equals(name) || stack.others().contains(name))
            .findFirst()
            .map(Stack::template);
    return found.map(template -> path.isAbsolute() ? template : fromHere(template));
  }

  private static Path fromHere(Path template) {
    Path here = Path.of("").toAbsolutePath();
    return template.startsWith(here) ? here.relativize(template) : template;
  }

  /** CDK marks its output by a file of this name, whatever the folder's name is. */
  private static boolean isAssembly(Path folder) {
    return Files.isRegularFile(folder.resolve(CodeLocation.CDK_OUTPUT))
        && Files.isRegularFile(folder.resolve(MANIFEST));
  }

  private static boolean isApplication(Path folder) {
    return Files.isRegularFile(folder.resolve(APPLICATION));
  }

  /** Returns the folder of an application's output, or that which is one; it may not exist yet. */
  private static Optional<Path> output(Path folder) {
    if (!isApplication(folder)) {
      return Optional.of(folder).filter(each -> isAssembly(each) || !templates(each).isEmpty());
    }
    String named = json(folder.resolve(APPLICATION)).path("output").asText("");
    String output = named.isBlank() ? CodeLocation.CDK_OUTPUT : named;
    return Optional.of(
        inside(folder, output)
            .orElseThrow(() ->
                new UserMistake(
                    folder.resolve(APPLICATION)
                        + ": output leads out of the application: "
                        + output,
                    "name the output itself, in place of " + folder)));
  }

  /** Returns a path below a folder; empty where it leads out of it. */
  private static Optional<Path> inside(Path folder, String name) {
    try {
      Path path = folder.resolve(name);
      Path below = path.toAbsolutePath().normalize();
      Path around = folder.toAbsolutePath().normalize();
      return below.startsWith(around) && !below.equals(around)
          ? Optional.of(path)
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns the stacks with functions of the owner's; all with functions, where none has such. */
  private static List<Stack> withFunctions(Path output) {
    List<Stack> stacks =
        stacks(output).stream().filter(stack -> stack.has(Pattern.compile(FUNCTION))).toList();
    List<Stack> owners = stacks.stream().filter(stack -> stack.has(OF_ITS_OWNER)).toList();
    return owners.isEmpty() ? stacks : owners;
  }

  private static List<Stack> stacks(Path assembly) {
    if (!Files.isDirectory(assembly)) {
      return List.of();
    }
    Path manifest = assembly.resolve(MANIFEST);
    if (!Files.isRegularFile(manifest)) {
      return templates(assembly).stream()
          .map(file ->
              new Stack(
                  file.getFileName().toString().replace(TEMPLATE, ""), Set.of(), file, List.of()))
          .toList();
    }
    List<Stack> stacks = new ArrayList<>();
    for (var artifact : json(manifest).path("artifacts").properties()) {
      JsonNode properties = artifact.getValue().path("properties");
      switch (artifact.getValue().path("type").asText("")) {
        case "aws:cloudformation:stack" ->
            inside(assembly, properties.path("templateFile").asText(""))
                .filter(Files::isRegularFile)
                .map(template -> stack(artifact.getKey(), artifact.getValue(), template))
                .ifPresent(stacks::add);
        case "cdk:cloud-assembly" ->
            inside(assembly, properties.path("directoryName").asText(""))
                .ifPresent(within -> stacks.addAll(stacks(within)));
        default -> {
          // assets, the tree of constructs
        }
      }
    }
    return stacks;
  }

  private static Stack stack(String id, JsonNode artifact, Path template) {
    String stackName = artifact.path("properties").path("stackName").asText(id);
    return new Stack(
        artifact.path("displayName").asText(id).replaceFirst(" \\(.*\\)$", ""),
        Stream.of(id, stackName).collect(Collectors.toSet()),
        template,
        CdkAssets.templates(template.resolveSibling(id + ".assets.json")).stream()
            .filter(file -> !file.equals(template))
            .toList());
  }

  private static List<Path> templates(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(TEMPLATE))
          .filter(file -> !file.toString().endsWith(".nested" + TEMPLATE))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder, e);
    }
  }

  private static JsonNode json(Path file) {
    String text = text(file);
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UserMistake(
          file + " is not JSON: " + Json.reason(e), "run cdk synth again, or correct it");
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }
}
