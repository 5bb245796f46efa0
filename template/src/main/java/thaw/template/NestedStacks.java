package thaw.template;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.problem.Spelling;

/**
 * The stacks that a template has inside: their resources are there beside its own, and their
 * outputs are attributes. A resource keeps its logical id where nothing else has it; else that of
 * the stack goes before.
 */
final class NestedStacks {
  /** Templates that each name the next one twice would be read without end. */
  private static final int MOST_STACKS = 500;

  static final String OUTPUTS = "Outputs.";

  private static final String APPLICATION = "AWS::Serverless::Application";
  private static final String STACK = "AWS::CloudFormation::Stack";

  private final Resolution resolution;
  private final Surroundings around;
  private final Map<String, Optional<Resolution>> children = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

  NestedStacks(Resolution resolution, Surroundings around) {
    this.resolution = resolution;
    this.around = around;
  }

  boolean isStack(String id) {
    String type =
        Optional.ofNullable(resolution.declared().members().get(id))
            .map(member -> DeclaredResource.type(member.value()))
            .orElse("");
    return type.equals(APPLICATION) || type.equals(STACK);
  }

  /** Returns the resources of all of them, with paths from this template's folder. */
  Map<String, TemplateValue.Member> resources() {
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    for (String id : resolution.declared().members().keySet()) {
      if (isStack(id) && resolution.exists(id)) {
        child(id).ifPresent(child -> all.putAll(resources(child)));
      }
    }
    return all;
  }

  private Map<String, TemplateValue.Member> resources(Resolution child) {
    LocalPaths paths = new LocalPaths(folder(resolution), folder(child));
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    if (child.resolved().value("Resources").orElse(null) instanceof TemplateValue.Members found) {
      found
          .members()
          .forEach((id, member) ->
              all.put(
                  child.publicId(id),
                  new TemplateValue.Member(member.key(), paths.moved(member.value()))));
    }
    return all;
  }

  /** Returns what {@code Ref} gives of a resource of theirs, by the name that it has out here. */
  Optional<TemplateValue> ref(String publicId, TemplateValue.Call call) {
    for (Optional<Resolution> child : children.values()) {
      if (child.isPresent()) {
        Resolution inside = child.get();
        Optional<TemplateValue> found =
            inside.declared().members().keySet().stream()
                .filter(id -> inside.publicId(id).equals(publicId))
                .findFirst()
                .map(id -> inside.ref(id, call))
                .or(() -> inside.nested().ref(publicId, call));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Path folder(Resolution of) {
    return of.file().resolveSibling("");
  }

  List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    children.values().forEach(child -> child.ifPresent(each -> all.addAll(each.warnings())));
    return all;
  }

  List<Path> files() {
    List<Path> all = new ArrayList<>(files);
    children.values().forEach(child -> child.ifPresent(each -> all.addAll(each.files())));
    return all;
  }

  /** Returns the stacks beside them that have what they import. */
  Set<Resolution> imported() {
    Set<Resolution> all = new LinkedHashSet<>();
    children.values().forEach(child -> child.ifPresent(each -> all.addAll(each.imported())));
    return all;
  }

  /** Returns an output of one, or why it is not known. */
  TemplateValue output(String id, String name, TemplateValue.Call call) {
    Optional<Resolution> child = resolution.exists(id) ? child(id) : Optional.empty();
    if (child.isEmpty()) {
      return call.because(
          new TemplateValue.Unknown(
              call.place()
                  .mistake(
                      "the stack %s is not here, nor its output %s".formatted(id, name),
                      "add --attribute %s.%s%s=VALUE, or attributes: in thaw.yaml"
                          .formatted(id, OUTPUTS, name)),
              true));
    }
    TemplateValue.Members outputs = child.get().outputs();
    return TemplateValue.mapping(outputs, name)
        .flatMap(output -> output.value("Value"))
        .orElseThrow(() ->
            call.place()
                .mistake(
                    "the stack %s has no output %s".formatted(id, name),
                    Spelling.nearest(name, outputs.members().keySet())
                        .map(near -> "write " + near)
                        .orElse("add it to the Outputs of " + child.get().file())));
  }

  private Optional<Resolution> child(String id) {
    Optional<Resolution> known = children.get(id);
    if (known == null) {
      known = read(id);
      children.put(id, known);
    }
    return known;
  }

  private Optional<Resolution> read(String id) {
    TemplateValue.Members resource = resolution.resource(id);
    Place place = resolution.declared().member(id).orElseThrow().key();
    TemplateValue.Members properties =
        TemplateValue.mapping(resource, "Properties")
            .orElseGet(() -> new TemplateValue.Members(Map.of(), place));
    Optional<Path> file = file(resource, properties);
    if (file.isEmpty()) {
      warnings.add(
          "%s: the stack %s is left out: its template is not on this machine".formatted(place, id));
      return Optional.empty();
    }
    if (around.leadsTo(file.get())) {
      throw place.mistake(
          "the stack %s leads to itself: %s".formatted(id, file.get()), "name another template");
    }
    if (around.nested().incrementAndGet() > MOST_STACKS) {
      throw place.mistake(
          "there must not be more than %d nested stacks: %s".formatted(MOST_STACKS, file.get()),
          "name fewer; each stack is counted as often as it is there");
    }
    files.add(file.get());
    Map<String, TemplateValue> parameters = new LinkedHashMap<>();
    resolution.parameters().pseudo().forEach(parameters::put);
    TemplateValue.mapping(properties, "Parameters")
        .ifPresent(given ->
            given.members().forEach((name, member) -> parameters.put(name, member.value())));
    Set<String> taken = new HashSet<>(around.taken());
    taken.addAll(resolution.declared().members().keySet());
    for (Optional<Resolution> other : children.values()) {
      other.ifPresent(each -> taken.addAll(each.declared().members().keySet()));
    }
    return Optional.of(
        Resolution.within(
            file.get(),
            parameters,
            resolution.deployment(),
            around.with(file.get(), id, taken),
            resolution.known()));
  }

  /** The template's file: CDK names it in the metadata, since the property leads to a bucket. */
  private Optional<Path> file(TemplateValue.Members resource, TemplateValue.Members properties) {
    Optional<String> asset =
        TemplateValue.mapping(resource, "Metadata")
            .flatMap(metadata -> metadata.value("aws:asset:path"))
            .flatMap(NestedStacks::text);
    return asset
        .or(() -> properties.value("Location").flatMap(NestedStacks::text))
        .or(() -> properties.value("TemplateURL").flatMap(NestedStacks::text))
        .flatMap(this::local);
  }

  private Optional<Path> local(String location) {
    try {
      Path path = folder(resolution).resolve(location.replaceFirst("^file://", "")).normalize();
      return location.matches("(https?|s3)://.*") || !Files.isRegularFile(path)
          ? Optional.empty()
          : Optional.of(path);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(TemplateValue value) {
    return value instanceof TemplateValue.Text text
        ? Optional.of(text.asString())
        : Optional.empty();
  }
}
