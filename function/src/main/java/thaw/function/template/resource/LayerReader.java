package thaw.function.template.resource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.problem.UserMistake;
import thaw.template.Intrinsics;
import thaw.template.Resolution;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads a function's layers: those of the same template with local content; others are warned of.
 */
final class LayerReader {
  private final Path root;
  private final Map<String, TemplateResource> resources;
  private final Map<String, Path> copies;
  private final Function<String, Optional<TemplateResource>> beside;
  private final Intrinsics intrinsics;
  private final Consumer<String> warnings;

  /**
   * @param copies files and folders of this machine by ARN or name of a layer
   */
  LayerReader(
      Path root,
      Map<String, TemplateResource> resources,
      Map<String, Path> copies,
      Function<String, Optional<TemplateResource>> beside,
      Intrinsics intrinsics,
      Consumer<String> warnings) {
    this.root = root;
    this.resources = resources;
    this.copies = copies;
    this.beside = beside;
    this.intrinsics = intrinsics;
    this.warnings = warnings;
  }

  List<CodeSource> read(ResourceProperties function) {
    Optional<TemplateValue.Member> member = function.members().member("Layers");
    if (member.isEmpty()) {
      return List.of();
    }
    TemplateValue value = member.get().value();
    if (!(value instanceof TemplateValue.Items layers)) {
      throw member
          .get()
          .key()
          .mistake("Layers must be a list", "write each layer on its own line, after \"- \"");
    }
    return layers.items().stream().flatMap(layer -> layer(layer).stream()).toList();
  }

  private Optional<CodeSource> layer(TemplateValue layer) {
    Optional<TemplateResource> local = local(layer);
    Optional<CodeSource> content = local.flatMap(this::content).or(() -> copy(layer));
    if (content.isEmpty()) {
      warnings.accept(
          "%s: layer %s is left out: its content is not here; give it ContentUri, or name a copy of it under layers: in thaw.yaml"
              .formatted(
                  layer.place(), local.map(TemplateResource::logicalId).orElse(shown(layer))));
    }
    return content;
  }

  /** The copy that the user has of a layer of elsewhere. */
  private Optional<CodeSource> copy(TemplateValue layer) {
    if (!(layer instanceof TemplateValue.Text arn)) {
      return Optional.empty();
    }
    String name = arn.asString().replaceFirst("^arn:[^/]*:layer:([^:]+)(:\\d+)?$", "$1");
    return Optional.ofNullable(copies.get(arn.asString()))
        .or(() -> Optional.ofNullable(copies.get(name)))
        .map(path -> CodeLocation.of(path, root, "layers: " + name));
  }

  /** Finds layers of the stacks beside one by the ARN of their versions. */
  static Function<String, Optional<TemplateResource>> beside(Resolution resolution) {
    return arn ->
        resolution.beside().stream().flatMap(stack -> layer(stack, arn).stream()).findFirst();
  }

  private static Optional<TemplateResource> layer(Resolution stack, String arn) {
    try {
      return Template.of(stack.resolved()).resources().values().stream()
          .filter(TemplateResource::isLayer)
          .filter(each -> stack.reference(each.logicalId(), each.place()).equals(Optional.of(arn)))
          .findFirst();
    } catch (UserMistake e) {
      return Optional.empty(); // the mistake is told to who runs that stack
    }
  }

  /** Finds the layer of the template, or of a stack beside it, whose version has the ARN. */
  private Optional<TemplateResource> local(TemplateValue layer) {
    return layer instanceof TemplateValue.Text arn
        ? resources.values().stream()
            .filter(TemplateResource::isLayer)
            .filter(each -> arn(each).equals(arn.asString()))
            .findFirst()
            .or(() -> beside.apply(arn.asString()))
        : Optional.empty();
  }

  private String arn(TemplateResource layer) {
    TemplateValue id = TemplateValue.string(layer.logicalId(), layer.place());
    return intrinsics.text(new TemplateValue.Call("Ref", id, layer.place()), "Ref");
  }

  private Optional<CodeSource> content(TemplateResource layer) {
    boolean serverless = layer.type().equals(TemplateResource.SERVERLESS_LAYER);
    String property = serverless ? "ContentUri" : "Content";
    ResourceProperties properties =
        new ResourceProperties(layer.properties(), intrinsics, layer.place());
    return LocalContent.path(root, layer, properties, property)
        .map(path ->
            unlessBuilt(
                layer, CodeLocation.of(path, root, properties.place(property) + ": " + property)))
        .map(found -> new BuildMetadata(root).applied(layer, found, metadata(layer)));
  }

  private Optional<ResourceProperties> metadata(TemplateResource layer) {
    return layer
        .members()
        .value("Metadata")
        .filter(TemplateValue.Members.class::isInstance)
        .map(value ->
            new ResourceProperties((TemplateValue.Members) value, intrinsics, layer.place()));
  }

  /** SAM builds a layer only when its Metadata say how; otherwise the folder is the content. */
  private static CodeSource unlessBuilt(TemplateResource layer, CodeSource source) {
    boolean built =
        layer.members().value("Metadata").orElse(null) instanceof TemplateValue.Members metadata
            && metadata.member("BuildMethod").isPresent();
    return source instanceof CodeSource.Project project && !built
        ? new CodeSource.Folder(project.path())
        : source;
  }

  private String shown(TemplateValue layer) {
    return layer instanceof TemplateValue.Call unknown
        ? "that is not known (" + TemplateValue.why(unknown.mistake()) + ")"
        : intrinsics.text(layer, "a layer");
  }
}
