package thaw.app.packaging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.app.choice.PathFrom;
import thaw.files.WholeFile;
import thaw.function.packaging.CodeLocation;
import thaw.function.template.Template;
import thaw.template.TemplateText;
import thaw.template.TemplateValue;

/**
 * How a package gets back into the CDK app whose template its function is of: code for the stack,
 * which overrides just the properties that the package has changed.
 *
 * @param template that {@code cdk synth} has written
 * @param id of the function
 * @param app the folder of {@code cdk.json}
 */
record CdkPapers(Path template, String id, Path app) {
  private static final String IMAGE = "image.tar";

  /** Returns the papers of a function of CDK's output; empty for one of another template. */
  static Optional<CdkPapers> of(Optional<Path> template, String id) {
    return template
        .map(Path::toAbsolutePath)
        .filter(file -> file.toString().endsWith(".template.json") && CodeLocation.isBuilt(file))
        .map(file -> {
          Path app = file.getParent();
          while (app != null && !Files.isRegularFile(app.resolve("cdk.json"))) {
            app = app.getParent();
          }
          return new CdkPapers(file, id, app == null ? file.resolveSibling("") : app);
        });
  }

  /** Returns the line for terminals. */
  String line() {
    return "This function is of a CDK app: README.md has the code that puts the package into its stack.";
  }

  /**
   * Returns the section of the README.
   *
   * @param made the package's template
   * @param folder where the package will be
   */
  String section(Path made, Path folder) {
    boolean isJava = isJava();
    Map<String, Optional<String>> overrides = new LinkedHashMap<>();
    TemplateValue.Members after = properties(made);
    differ("", properties(template), after, isJava, overrides);
    overrides.keySet().removeIf(name -> name.equals("Code") || name.startsWith("Code."));
    boolean hasLayers = overrides.keySet().removeIf(name -> name.startsWith("Layers"));
    boolean isImage = after.value("PackageType").isPresent();
    String file = PathFrom.folder(app, folder.resolve(isImage ? IMAGE : PackageOrder.ZIP));
    StringBuilder code = new StringBuilder(isJava ? javaHead(isImage, file) : head(isImage, file));
    String end = ";\n";
    for (String gone : isImage ? List.of("S3Bucket", "S3Key", "ZipFile") : List.of("ZipFile")) {
      code.append("cfn.addPropertyDeletionOverride(").append(quoted("Code." + gone)).append(")");
      code.append(end);
    }
    overrides.forEach((name, value) ->
        code.append(
                value
                    .map(words -> "cfn.addPropertyOverride(" + quoted(name) + ", " + words + ")")
                    .orElse("cfn.addPropertyDeletionOverride(" + quoted(name) + ")"))
            .append(end));
    return """

    ## In your CDK app

    In the stack, `fn` is the construct of `%s`. After `cdk synth` its template has the package; `cdk deploy` deploys it.

    ```%s
    %s```
    %s\
    """
        .formatted(
            id,
            isJava ? "java" : "typescript",
            code,
            hasLayers
                ? "\nIts layers are `layers.zip`: add a `LayerVersion` of it to the function.\n"
                : "");
  }

  /** Returns whether a tool of Java starts the app. */
  private boolean isJava() {
    Path file = app.resolve("cdk.json");
    return Files.isRegularFile(file)
        && WholeFile.text(file)
            .lines()
            .anyMatch(line -> line.contains("\"app\"") && line.matches(".*(mvn|gradle|java ).*"));
  }

  private static String head(boolean isImage, String file) {
    return isImage
        ? """
        import { TarballImageAsset } from 'aws-cdk-lib/aws-ecr-assets';
        import { CfnFunction } from 'aws-cdk-lib/aws-lambda';

        const cfn = fn.node.defaultChild as CfnFunction;
        const image = new TarballImageAsset(this, "ThawPackage", { tarballFile: %s });
        cfn.addPropertyOverride("Code.ImageUri", image.imageUri);
        """
            .formatted(quoted(file))
        : """
        import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
        import { Asset } from 'aws-cdk-lib/aws-s3-assets';

        const cfn = fn.node.defaultChild as CfnFunction;
        const asset = new Asset(this, "ThawPackage", { path: %s });
        cfn.addPropertyOverride("Code.S3Bucket", asset.s3BucketName);
        cfn.addPropertyOverride("Code.S3Key", asset.s3ObjectKey);
        """
            .formatted(quoted(file));
  }

  private static String javaHead(boolean isImage, String file) {
    return isImage
        ? """
        // software.amazon.awscdk.services.lambda.CfnFunction, software.amazon.awscdk.services.ecr.assets.TarballImageAsset
        CfnFunction cfn = (CfnFunction) fn.getNode().getDefaultChild();
        TarballImageAsset image =
            TarballImageAsset.Builder.create(this, "ThawPackage").tarballFile(%s).build();
        cfn.addPropertyOverride("Code.ImageUri", image.getImageUri());
        """
            .formatted(quoted(file))
        : """
        // software.amazon.awscdk.services.lambda.CfnFunction, software.amazon.awscdk.services.s3.assets.Asset
        CfnFunction cfn = (CfnFunction) fn.getNode().getDefaultChild();
        Asset asset = Asset.Builder.create(this, "ThawPackage").path(%s).build();
        cfn.addPropertyOverride("Code.S3Bucket", asset.getS3BucketName());
        cfn.addPropertyOverride("Code.S3Key", asset.getS3ObjectKey());
        """
            .formatted(quoted(file));
  }

  private TemplateValue.Members properties(Path file) {
    return Optional.of(TemplateText.read(file))
        .flatMap(root -> Template.members(root, "Resources"))
        .flatMap(resources -> Template.members(resources, id))
        .flatMap(resource -> Template.members(resource, "Properties"))
        .orElseThrow(() -> new IllegalStateException(file + " has no properties of " + id));
  }

  /** Adds the overrides that make one mapping of another, each by its path. */
  private static void differ(
      String path,
      TemplateValue.Members before,
      TemplateValue.Members after,
      boolean isJava,
      Map<String, Optional<String>> overrides) {
    for (String name : before.members().keySet()) {
      if (after.value(name).isEmpty()) {
        overrides.put(path + escaped(name), Optional.empty());
      }
    }
    after
        .members()
        .forEach((name, member) -> {
          Optional<TemplateValue> old = before.value(name);
          if (member.value() instanceof TemplateValue.Members members) {
            differ(
                path + escaped(name) + ".",
                old.orElse(null) instanceof TemplateValue.Members own
                    ? own
                    : new TemplateValue.Members(Map.of(), members.place()),
                members,
                isJava,
                overrides);
          } else if (!old.map(each -> code(each, true))
              .equals(Optional.of(code(member.value(), true)))) {
            overrides.put(path + escaped(name), Optional.of(code(member.value(), isJava)));
          }
        });
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace(".", "\\.");
  }

  /** Returns a value as it is written in a program. */
  private static String code(TemplateValue value, boolean isJava) {
    return switch (value) {
      case TemplateValue.Text text ->
          text.kind() == TemplateValue.Kind.NUMBER || text.kind() == TemplateValue.Kind.BOOLEAN
              ? text.text()
              : quoted(text.asString());
      case TemplateValue.Items items ->
          items.items().stream()
              .map(each -> code(each, isJava))
              .collect(Collectors.joining(", ", isJava ? "List.of(" : "[", isJava ? ")" : "]"));
      case TemplateValue.Members members ->
          members.members().entrySet().stream()
              .map(each -> entry(each.getKey(), each.getValue().value(), isJava))
              .collect(Collectors.joining(", ", isJava ? "Map.of(" : "{ ", isJava ? ")" : " }"));
      case TemplateValue.Call call -> {
        String entry =
            call.function().equals("GetAtt") && call.argument() instanceof TemplateValue.Text text
                ? entry(
                    "Fn::GetAtt",
                    new TemplateValue.Items(
                        Stream.of(text.text().split("\\.", 2))
                            .map(part ->
                                (TemplateValue)
                                    new TemplateValue.Text(
                                        part, TemplateValue.Kind.STRING, call.place()))
                            .toList(),
                        call.place()),
                    isJava)
                : entry(
                    call.function().equals("Ref") ? "Ref" : "Fn::" + call.function(),
                    call.argument(),
                    isJava);
        yield isJava ? "Map.of(" + entry + ")" : "{ " + entry + " }";
      }
    };
  }

  private static String entry(String name, TemplateValue value, boolean isJava) {
    return quoted(name) + (isJava ? ", " : ": ") + code(value, isJava);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
