package thaw.function.template.resource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;
import thaw.function.template.Intrinsics;
import thaw.function.template.LocalContent;
import thaw.function.template.Properties;
import thaw.function.template.Resource;
import thaw.function.template.Value;

/**
 * Reads a function's layers: those of the same template with local content; others are warned of.
 */
final class LayerReader {
  private final Path root;
  private final Map<String, Resource> resources;
  private final Intrinsics intrinsics;
  private final Consumer<String> warnings;

  LayerReader(
      Path root,
      Map<String, Resource> resources,
      Intrinsics intrinsics,
      Consumer<String> warnings) {
    this.root = root;
    this.resources = resources;
    this.intrinsics = intrinsics;
    this.warnings = warnings;
  }

  List<CodeSource> read(Properties function) {
    Optional<Value.Member> member = function.members().member("Layers");
    if (member.isEmpty()) {
      return List.of();
    }
    Value value = member.get().value();
    if (value instanceof Value.Call && Intrinsics.unsupported(value).isEmpty()) {
      value = intrinsics.resolve(value);
    }
    if (!(value instanceof Value.Items layers)) {
      throw member
          .get()
          .key()
          .mistake("Layers must be a list", "write each layer on its own line, after \"- \"");
    }
    return layers.items().stream().flatMap(layer -> layer(layer).stream()).toList();
  }

  private Optional<CodeSource> layer(Value layer) {
    Optional<Resource> local = local(layer);
    Optional<CodeSource> content = local.flatMap(this::content);
    if (content.isEmpty()) {
      warnings.accept(
          "%s: layer %s is left out: only layers with local content are supported"
              .formatted(layer.place(), local.map(Resource::logicalId).orElse(shown(layer))));
    }
    return content;
  }

  private Optional<Resource> local(Value layer) {
    boolean reference =
        layer instanceof Value.Call call
            && (call.function().equals("Ref") || call.function().equals("GetAtt"));
    if (!reference || !(((Value.Call) layer).argument() instanceof Value.Text name)) {
      return Optional.empty();
    }
    String logicalId = name.text().replaceFirst("\\..*", "");
    return Optional.ofNullable(resources.get(logicalId)).filter(Resource::isLayer);
  }

  private Optional<CodeSource> content(Resource layer) {
    boolean serverless = layer.type().equals(Resource.SERVERLESS_LAYER);
    String property = serverless ? "ContentUri" : "Content";
    Properties properties = new Properties(layer.properties(), intrinsics, layer.place());
    return LocalContent.path(root, layer, properties, property)
        .map(path ->
            unlessBuilt(
                layer, CodeLocation.of(path, root, properties.place(property) + ": " + property)));
  }

  /** SAM builds a layer only when its Metadata say how; otherwise the folder is the content. */
  private static CodeSource unlessBuilt(Resource layer, CodeSource source) {
    boolean built =
        layer.members().value("Metadata").orElse(null) instanceof Value.Members metadata
            && metadata.member("BuildMethod").isPresent();
    return source instanceof CodeSource.Project project && !built
        ? new CodeSource.Folder(project.path())
        : source;
  }

  private String shown(Value layer) {
    return Intrinsics.unsupported(layer).isPresent()
        ? "with an unsupported function"
        : intrinsics.text(layer, "a layer");
  }
}
