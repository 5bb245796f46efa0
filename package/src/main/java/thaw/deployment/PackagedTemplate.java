package thaw.deployment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import thaw.files.WholeFile;
import thaw.function.FunctionDefinition;
import thaw.function.template.BlockTemplate;
import thaw.function.template.LocalPaths;
import thaw.function.template.TemplateExcerpt;
import thaw.function.template.TemplateFile;
import thaw.function.template.TemplateLayers;
import thaw.problem.UserMistake;

/** The template beside a package: that of the function's owner, with what is another thing now. */
public final class PackagedTemplate {
  /** Names the image of a customer-managed runtime in a function's {@code Metadata}. */
  private static final String RUNTIME_IMAGE = "ThawRuntimeImage";

  /** Names the image of a function whose ImageUri is in a registry, likewise. */
  private static final String FUNCTION_IMAGE = "ThawImage";

  /** The alias of a customer-managed runtime that functions use. */
  static final String RUNTIME_ALIAS = "live";

  private static final String CODE = "CodeUri";
  private static final String IMAGE = "ImageUri";
  private static final String LAYERS = "Layers";
  private static final String JVM_OPTIONS = "JAVA_TOOL_OPTIONS";

  private PackagedTemplate() {}

  /** The function's logical id in the template: a jar's name has what no id may have. */
  public static String id(Optional<String> original, FunctionDefinition function) {
    if (original.isPresent()) {
      return function.logicalId();
    }
    String letters =
        function.logicalId().replaceFirst("\\.(jar|zip)$", "").replaceAll("[^A-Za-z0-9]", "");
    return letters.isEmpty() ? "Function" : letters;
  }

  /**
   * Returns a package's template, without layers that the owner's has the contents of, see {@link
   * #withLayers}: where those are is written from another folder.
   *
   * @param original of the owner; a function without a template gets a plain one
   * @param changes properties of the function and their new values, as YAML on one line
   */
  public static String of(
      Optional<String> original, FunctionDefinition function, Map<String, String> changes) {
    String id = id(original, function);
    String text =
        original.map(own -> excerpt(own, id, function)).orElseGet(() -> plain(id, function));
    for (Map.Entry<String, String> change : changes.entrySet()) {
      String property = change.getKey();
      String value = change.getValue();
      if (!TemplateFile.isOfSam(text, id)) {
        value = property.equals(IMAGE) ? "{" + IMAGE + ": " + value + "}" : value;
        property = property.equals(CODE) || property.equals(IMAGE) ? "Code" : property;
      } else if (property.equals(IMAGE)) {
        text = TemplateFile.withoutProperty(text, id, CODE).orElse(text);
      }
      if (value.startsWith("[")) { // SAM puts a list behind that of all functions
        text = TemplateFile.withoutProperty(text, id, property).orElse(text);
      }
      text =
          TemplateFile.withLine(text, id, property, value)
              .orElseThrow(() -> unreadable(id + " is written on one line, or shared by an alias"));
    }
    return text;
  }

  /**
   * Returns the text of the owner's template, in which lines can be changed, for another folder.
   */
  public static Optional<String> original(
      Optional<Path> template, FunctionDefinition function, Path folder) {
    return template.map(file ->
        LocalPaths.movedTo(
            inLines(file, function), file.toAbsolutePath().resolveSibling(""), folder));
  }

  private static String inLines(Path template, FunctionDefinition function) {
    return BlockTemplate.of(WholeFile.text(template), function.logicalId());
  }

  /**
   * Returns why a template cannot be written beside a package, by whatever way, with what cannot be
   * changed in it and where that is; empty where it can.
   */
  public static Optional<UserMistake> objection(
      Optional<Path> template, FunctionDefinition function) {
    Optional<String> original = template.map(file -> inLines(file, function));
    String id = id(original, function);
    try {
      String text = of(original, function, provided(function, "function.zip", "x86_64"));
      if (!function.layers().isEmpty()) {
        text = withLayers(text, original, function, "layers.zip");
      }
      withMetadata(withoutZip(text, id), id, RUNTIME_IMAGE, "image.tar");
      return Optional.empty();
    } catch (UserMistake e) {
      return Optional.of(
          new UserMistake(
              template
                      .map(file -> TemplateFile.place(file, WholeFile.text(file), id) + ": ")
                      .orElse("")
                  + e.getMessage(),
              e.remedy()));
    }
  }

  /**
   * Refuses such a template before anything is built.
   *
   * @throws UserMistake for what is in the way
   */
  public static void requireTakenOver(Optional<Path> template, FunctionDefinition function) {
    Optional<UserMistake> objection = objection(template, function);
    if (objection.isPresent()) {
      throw objection.get();
    }
  }

  /** Returns the functions of the owner's template that the package's does not have. */
  public static List<String> leftOut(Optional<String> original, FunctionDefinition function) {
    return original
        .map(own -> TemplateExcerpt.otherFunctions(own, function.logicalId()))
        .orElse(List.of());
  }

  private static String excerpt(String own, String id, FunctionDefinition function) {
    Optional<TemplateLayers> layers = TemplateLayers.of(own, id);
    if (layers.isEmpty() && !function.layers().isEmpty()) {
      throw unreadable("the layers of " + id + " are not a plain list");
    }
    String text = own;
    Set<String> local = layers.map(TemplateLayers::local).orElse(Set.of());
    if (layers.isPresent() && !layers.get().used().isEmpty()) {
      text =
          TemplateFile.withoutProperty(own, id, LAYERS)
              .orElseThrow(() -> unreadable(id + " is written on one line, or shared by an alias"));
    }
    return TemplateExcerpt.of(text, id, local)
        .orElseThrow(() -> unreadable("it is not YAML in block style"));
  }

  /** Layers that the function has and whose contents are elsewhere, as the owner writes them. */
  public static List<String> layersElsewhere(
      Optional<String> original, FunctionDefinition function) {
    return original
        .flatMap(own -> TemplateLayers.of(own, id(original, function)))
        .map(TemplateLayers::others)
        .orElse(List.of());
  }

  /**
   * Returns a template with the contents of the function's layers as one layer, before those that
   * are elsewhere.
   *
   * @param text of a package's template
   * @param original of the owner
   * @param zip of the contents, beside the template
   */
  public static String withLayers(
      String text, Optional<String> original, FunctionDefinition function, String zip) {
    String id = id(original, function);
    String name = id + LAYERS;
    boolean sam = TemplateFile.isOfSam(text, id);
    List<String> resource =
        List.of(
            name + ":",
            "  Type: " + (sam ? "AWS::Serverless::LayerVersion" : "AWS::Lambda::LayerVersion"),
            "  Properties:",
            "    " + (sam ? "ContentUri" : "Content") + ": " + zip);
    List<String> list = new ArrayList<>(List.of(LAYERS + ":", "  - !Ref " + name));
    layersElsewhere(original, function).forEach(other -> list.add("  - " + other));
    return TemplateFile.withLines(text, id, list)
        .flatMap(with -> TemplateFile.withResource(with, resource))
        .orElseThrow(() -> unreadable("there is no place for Layers in " + id));
  }

  private static UserMistake unreadable(String why) {
    return new UserMistake(
        "the template cannot be taken over: " + why,
        "write it as block YAML, or package the built jar: --handler");
  }

  /**
   * Returns the template of a function without one. Its variables are those of {@code thaw.yaml},
   * where secrets belong, so whoever deploys it gives their values as parameters.
   */
  private static String plain(String id, FunctionDefinition function) {
    StringBuilder parameters = new StringBuilder();
    StringBuilder variables = new StringBuilder();
    Set<String> names = new HashSet<>();
    new TreeMap<>(function.environment())
        .forEach((name, value) -> {
          variables.append(variables.isEmpty() ? "      Environment:\n        Variables:\n" : "");
          variables.append("          ").append(name).append(": ");
          if (name.equals(JVM_OPTIONS)) { // Thaw adds its own to them
            variables.append('\'').append(value.replace("'", "''")).append("'\n");
            return;
          }
          String parameter = name.replace("_", "");
          while (!names.add(parameter)) {
            parameter += "X";
          }
          parameters.append(parameters.isEmpty() ? "\nParameters:\n" : "");
          parameters.append("  ").append(parameter).append(":\n");
          parameters.append("    Type: String\n    NoEcho: true\n");
          variables.append("!Ref ").append(parameter).append('\n');
        });
    return """
    AWSTemplateFormatVersion: "2010-09-09"
    Transform: AWS::Serverless-2016-10-31
    %s
    Resources:
      %s:
        Type: AWS::Serverless::Function
        Properties:
          Handler: %s
          MemorySize: %d
          Timeout: %d
    """
            .formatted(
                parameters,
                id,
                function.handler(),
                function.memory().mebibytes(),
                function.timeout().toSeconds())
        + variables;
  }

  /** Returns the properties in which a function differs that brings its JVM. */
  public static Map<String, String> provided(
      FunctionDefinition function, String zip, String architecture) {
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put(CODE, zip);
    changes.put("Handler", function.handler());
    changes.put("Runtime", "provided.al2023");
    changes.put("MemorySize", Integer.toString(function.memory().mebibytes()));
    changes.put("Architectures", "[" + architecture + "]");
    if (function.snapStart()) {
      changes.put("SnapStart", "{ApplyOn: None}"); // a runtime of one's own in a zip has none
    }
    return changes;
  }

  /** Returns the properties in which a zip for a customer-managed runtime differs. */
  public static Map<String, String> onRuntime(
      FunctionDefinition function, String zip, String architecture, String runtime) {
    Map<String, String> changes = provided(function, zip, architecture);
    changes.put("Runtime", "custom");
    changes.put(
        "RuntimeConfig",
        "{RuntimeArn: !Sub 'arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:runtime/"
            + runtime
            + "', RuntimeAlias: "
            + RUNTIME_ALIAS
            + "}");
    return changes;
  }

  /** Returns the properties in which a container image differs. */
  public static Map<String, String> image(
      FunctionDefinition function, String image, String architecture) {
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put("PackageType", "Image");
    changes.put(IMAGE, image);
    changes.put("MemorySize", Integer.toString(function.memory().mebibytes()));
    changes.put("Architectures", "[" + architecture + "]");
    return changes;
  }

  /** Returns a template without the properties of a zip, which a container image must not have. */
  public static String withoutZip(String template, String id) {
    String text = template;
    for (String property : List.of("Handler", "Runtime", LAYERS)) {
      text =
          TemplateFile.withoutProperty(text, id, property)
              .orElseThrow(() -> unreadable(id + " is written on one line, or shared by an alias"));
    }
    return text;
  }

  /** Returns a template that says where the runtime's image is on this machine. */
  public static String onImage(String template, String id, String image) {
    return withMetadata(template, id, RUNTIME_IMAGE, image);
  }

  /**
   * Returns a template that also says where on this machine the image is that it has in a registry.
   */
  public static String alsoHere(String template, String id, String image) {
    return withMetadata(template, id, FUNCTION_IMAGE, image);
  }

  private static String withMetadata(String template, String id, String name, String image) {
    return TemplateFile.withAttribute(template, id, "Metadata", "{" + name + ": " + image + "}")
        .orElseThrow(() -> unreadable(id + " is written on one line, or shared by an alias"));
  }

  /**
   * Returns the properties in which a function of a managed runtime differs.
   *
   * @param architecture if it was asked for; else the owner's stays
   */
  public static Map<String, String> managed(
      FunctionDefinition function, String zip, Optional<String> architecture) {
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put(CODE, zip);
    changes.put("Handler", function.handler());
    changes.put("Runtime", function.runtime());
    changes.put("MemorySize", Integer.toString(function.memory().mebibytes()));
    architecture.ifPresent(name -> changes.put("Architectures", "[" + name + "]"));
    return changes;
  }

  /** Returns a template with further variables of the function. */
  public static String withVariables(String template, String id, Map<String, String> variables) {
    return variables.isEmpty()
        ? template
        : TemplateFile.withVariables(template, id, variables)
            .orElseThrow(() -> unreadable("there is no place for further variables in " + id));
  }

  /**
   * Returns a template with what the JVM of a managed runtime is told, and with SnapStart where it
   * is asked for.
   *
   * @param id of the function
   * @param options of the JVM
   */
  public static String starting(
      String template, String id, List<String> options, boolean snapStart) {
    String text = template;
    if (!options.isEmpty()) {
      text =
          TemplateFile.withJvmOptions(text, id, String.join(" ", options))
              .orElseThrow(() -> unreadable("there is no place for JAVA_TOOL_OPTIONS in " + id));
    }
    return snapStart
        ? TemplateFile.withSnapStart(text, id)
            .orElseThrow(() -> unreadable("there is no place for SnapStart in " + id))
        : text;
  }
}
