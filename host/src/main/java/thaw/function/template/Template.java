package thaw.function.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The sections of a template. Knows how a template is laid out, not what a resource means.
 *
 * @param parameters the section Parameters
 * @param globals the members of {@code Globals.Function}
 * @param globalsOfAll the section Globals
 * @param resources by logical id, in the template's order
 * @param outputs the section Outputs
 * @param warnings what is read and not supported
 */
public record Template(
    Value.Members parameters,
    Value.Members globals,
    Value.Members globalsOfAll,
    Map<String, Resource> resources,
    Value.Members outputs,
    List<String> warnings) {
  private static final Set<String> SECTIONS =
      Set.of(
          "AWSTemplateFormatVersion",
          "Transform",
          "Description",
          "Metadata",
          "Globals",
          "Parameters",
          "Rules",
          "Mappings",
          "Conditions",
          "Resources",
          "Outputs",
          "Hooks");

  public static Template of(Value.Members root) {
    List<String> warnings = new ArrayList<>();
    root.members()
        .forEach((name, member) -> {
          if (!SECTIONS.contains(name)) {
            warnings.add(
                "%s: unknown section %s%s".formatted(member.key(), name, meant(name, SECTIONS)));
          }
        });
    Value.Members resources =
        members(root, "Resources")
            .orElseThrow(() ->
                root.place()
                    .mistake(
                        "the template has no Resources",
                        "give a SAM template that declares an AWS::Serverless::Function"));
    Value.Members none = new Value.Members(Map.of(), root.place());
    Value.Members globalsOfAll = members(root, "Globals").orElse(none);
    Value.Members globals = members(globalsOfAll, "Function").orElse(none);
    Map<String, Resource> read = resources(resources, warnings);
    warnOfMissingTransform(root, read, warnings);
    Value.Members outputs =
        root.value("Outputs").orElse(none) instanceof Value.Members section ? section : none;
    return new Template(
        members(root, "Parameters").orElse(none), globals, globalsOfAll, read, outputs, warnings);
  }

  /** What {@code Globals} says of a kind of resource, such as {@code Api}. */
  public Value.Members globals(String kind) {
    return members(globalsOfAll, kind)
        .orElseGet(() -> new Value.Members(Map.of(), globalsOfAll.place()));
  }

  /** The mapping at a name, or nothing; anything else there is a mistake. */
  public static Optional<Value.Members> members(Value.Members parent, String name) {
    return parent
        .member(name)
        .map(member ->
            switch (member.value()) {
              case Value.Members members -> members;
              case Value.Text _, Value.Items _, Value.Call _ ->
                  throw member
                      .key()
                      .mistake(name + " must be a mapping", "indent its entries below it");
            });
  }

  public static String meant(String name, Set<String> known) {
    return Spelling.nearest(name, known).map(n -> ", did you mean " + n + "?").orElse("");
  }

  private static Map<String, Resource> resources(Value.Members section, List<String> warnings) {
    Map<String, Resource> resources = new LinkedHashMap<>();
    section
        .members()
        .forEach((id, member) -> {
          if (id.startsWith("Fn::")) {
            warnings.add(member.key() + ": " + id + " is not supported and left out");
          } else {
            resources.put(id, resource(section, id, member.key()));
          }
        });
    return resources;
  }

  private static Resource resource(Value.Members section, String id, Place place) {
    Value.Members members = members(section, id).orElseThrow();
    if (!(members.value("Type").orElse(null) instanceof Value.Text type)) {
      throw place.mistake(
          "resource " + id + " has no Type", "add its type, for example AWS::Serverless::Function");
    }
    Value.Members properties =
        members(members, "Properties").orElse(new Value.Members(Map.of(), place));
    return new Resource(id, type.text(), properties, members, place);
  }

  private static void warnOfMissingTransform(
      Value.Members root, Map<String, Resource> resources, List<String> warnings) {
    boolean serverless =
        resources.values().stream().anyMatch(r -> r.type().startsWith("AWS::Serverless::"));
    if (serverless && root.member("Transform").isEmpty()) {
      warnings.add(
          root.place()
              + ": no \"Transform: AWS::Serverless-2016-10-31\": CloudFormation would refuse"
              + " AWS::Serverless types");
    }
  }
}
