package thaw.app.choice;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.packaging.CodeSource;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.template.TemplateText;
import thaw.template.TemplateValue;
import thaw.template.TemplateValue.Items;
import thaw.template.TemplateValue.Members;
import thaw.template.TemplateValue.Text;

/** The requests of OpenAPI definitions: in the template, beside it, and among the resources. */
final class OpenApiRoutes {
  private static final Set<String> METHODS =
      Set.of("get", "post", "put", "patch", "delete", "head");
  private static final List<String> NAMES =
      List.of(
          "openapi.yaml",
          "openapi.yml",
          "openapi.json",
          "swagger.yaml",
          "swagger.yml",
          "swagger.json",
          "META-INF/openapi.yaml",
          "META-INF/openapi.yml",
          "META-INF/openapi.json",
          "static/openapi.yaml",
          "static/openapi.json");

  private final List<KnownRequest> requests = new ArrayList<>();

  private OpenApiRoutes() {}

  /**
   * @param root folder of the template
   */
  static List<KnownRequest> of(Path root, CodeSource code) {
    OpenApiRoutes found = new OpenApiRoutes();
    Set<Path> files = new LinkedHashSet<>();
    ApplicationReader.template(root).ifPresent(template -> found.readTemplate(template, files));
    folders(root, code).flatMap(folder -> NAMES.stream().map(folder::resolve)).forEach(files::add);
    files.stream().filter(Files::isRegularFile).forEach(found::readFile);
    return found.requests;
  }

  private static Stream<Path> folders(Path root, CodeSource code) {
    Stream<Path> ofCode =
        switch (code) {
          case CodeSource.Folder folder -> Stream.of(folder.path());
          case CodeSource.Built built -> built.classes().stream();
          case CodeSource.Project project ->
              Stream.of(project.path(), project.path().resolve("src/main/resources"));
          case CodeSource.Archive _, CodeSource.Image _ -> Stream.empty();
        };
    return Stream.concat(Stream.of(root, root.resolve("src/main/resources")), ofCode);
  }

  /** What is broken is told by who needs it. */
  private static Optional<Members> read(Path file) {
    try {
      return Optional.of(TemplateText.read(file));
    } catch (UserMistake | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private void readTemplate(Path template, Set<Path> files) {
    read(template)
        .flatMap(all -> members(all, "Resources"))
        .ifPresent(resources ->
            resources
                .members()
                .keySet()
                .forEach(id ->
                    members(resources, id)
                        .flatMap(resource -> members(resource, "Properties"))
                        .ifPresent(properties -> {
                          members(properties, "DefinitionBody")
                              .ifPresent(body -> add(body, "the definition of " + id));
                          text(properties, "DefinitionUri")
                              .ifPresent(uri -> files.add(template.resolveSibling(uri)));
                        })));
  }

  private void readFile(Path file) {
    read(file).ifPresent(definition -> add(definition, "" + file.getFileName()));
  }

  private void add(Members definition, String origin) {
    members(definition, "paths")
        .ifPresent(paths ->
            paths
                .members()
                .keySet()
                .forEach(path ->
                    members(paths, path)
                        .ifPresent(item ->
                            item.members().keySet().stream()
                                .filter(METHODS::contains)
                                .forEach(method ->
                                    requests.add(
                                        new KnownRequest(
                                            method.toUpperCase(Locale.ROOT),
                                            path,
                                            values(definition, item, method),
                                            origin))))));
  }

  private static Map<String, String> values(Members definition, Members item, String method) {
    Map<String, String> values = new HashMap<>();
    Stream.of(Optional.of(item), members(item, method))
        .flatMap(Optional::stream)
        .flatMap(each -> each.value("parameters").stream())
        .filter(Items.class::isInstance)
        .flatMap(each -> ((Items) each).items().stream())
        .filter(Members.class::isInstance)
        .map(each -> referred(definition, (Members) each))
        .filter(each -> text(each, "in").filter("path"::equals).isPresent())
        .forEach(each -> text(each, "name").ifPresent(name -> values.put(name, value(each))));
    return values;
  }

  /** {@code $ref: '#/components/parameters/Id'}. */
  private static Members referred(Members definition, Members parameter) {
    Optional<String> reference = text(parameter, "$ref").filter(each -> each.startsWith("#/"));
    Optional<Members> at = reference.isPresent() ? Optional.of(definition) : Optional.empty();
    for (String name : reference.map(each -> each.substring(2).split("/")).orElse(new String[0])) {
      at = at.flatMap(members -> members(members, name));
    }
    return at.orElse(parameter);
  }

  /**
   * An example that the definition has, or a value of the schema's type; version 2 has no schema.
   */
  private static String value(Members parameter) {
    Members schema = members(parameter, "schema").orElse(parameter);
    return text(parameter, "example")
        .or(() -> text(schema, "example"))
        .or(() -> text(schema, "default"))
        .or(() -> first(schema, "enum"))
        .orElseGet(
            () -> TypedValue.of(text(schema, "format").orElse(text(schema, "type").orElse(""))));
  }

  private static Optional<String> first(Members members, String name) {
    return members
        .value(name)
        .filter(Items.class::isInstance)
        .flatMap(items -> ((Items) items).items().stream().findFirst())
        .flatMap(OpenApiRoutes::text);
  }

  private static Optional<Members> members(Members members, String name) {
    return members.value(name).filter(Members.class::isInstance).map(Members.class::cast);
  }

  private static Optional<String> text(Members members, String name) {
    return members.value(name).flatMap(OpenApiRoutes::text);
  }

  private static Optional<String> text(TemplateValue value) {
    return value instanceof Text text ? Optional.of(text.asString()) : Optional.empty();
  }
}
