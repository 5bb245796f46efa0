package thaw.function.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import thaw.problem.Spelling;
import thaw.template.Place;
import thaw.template.TemplateValue;

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
    TemplateValue.Members parameters,
    TemplateValue.Members globals,
    TemplateValue.Members globalsOfAll,
    Map<String, TemplateResource> resources,
    TemplateValue.Members outputs,
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

  /** The sections whose entries CloudFormation names by logical ids. */
  private static final List<String> NAMED =
      List.of("Parameters", "Mappings", "Conditions", "Resources", "Outputs");

  private static final Pattern LOGICAL_ID = Pattern.compile("[A-Za-z0-9]{1,255}");
  private static final int MOST_SHOWN = 80;

  public static Template of(TemplateValue.Members root) {
    List<String> warnings = new ArrayList<>();
    NAMED.forEach(section -> requireLogicalIds(root, section));
    root.members()
        .forEach((name, member) -> {
          if (!SECTIONS.contains(name)) {
            warnings.add(
                "%s: unknown section %s%s"
                    .formatted(member.key(), name, meant(name, SECTIONS, Map.of())));
          }
        });
    TemplateValue.Members resources =
        members(root, "Resources")
            .orElseThrow(() ->
                root.place()
                    .mistake(
                        "the template has no Resources",
                        "give a SAM template that declares an AWS::Serverless::Function"));
    TemplateValue.Members none = new TemplateValue.Members(Map.of(), root.place());
    TemplateValue.Members globalsOfAll = members(root, "Globals").orElse(none);
    TemplateValue.Members globals = members(globalsOfAll, "Function").orElse(none);
    Map<String, TemplateResource> read = resources(resources);
    warnOfMissingTransform(root, read, warnings);
    TemplateValue.Members outputs =
        root.value("Outputs").orElse(none) instanceof TemplateValue.Members section
            ? section
            : none;
    return new Template(
        members(root, "Parameters").orElse(none), globals, globalsOfAll, read, outputs, warnings);
  }

  /** Returns what {@code Globals} says of a kind of resource, such as {@code Api}. */
  public TemplateValue.Members globals(String kind) {
    return members(globalsOfAll, kind)
        .orElseGet(() -> new TemplateValue.Members(Map.of(), globalsOfAll.place()));
  }

  /**
   * Refuses names that CloudFormation refuses. Thaw makes names of files of them, too.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/resources-section-structure.html">Logical
   *     ID</a>
   */
  private static void requireLogicalIds(TemplateValue.Members root, String section) {
    if (root.value(section).orElse(null) instanceof TemplateValue.Members entries) {
      entries
          .members()
          .forEach((id, member) -> {
            // ForEach and Transform stand where names do.
            if (!id.startsWith("Fn::") && !LOGICAL_ID.matcher(id).matches()) {
              throw member
                  .key()
                  .mistake(
                      "a name in %s must be 1..255 letters and digits: %s"
                          .formatted(section, shown(id)),
                      remedy(id));
            }
          });
    }
  }

  private static String shown(String id) {
    return id.length() > MOST_SHOWN ? id.substring(0, MOST_SHOWN) + "..." : id;
  }

  private static String remedy(String id) {
    String letters = id.replaceAll("[^A-Za-z0-9]", "");
    return letters.isEmpty() || letters.length() > MOST_SHOWN
        ? "rename it, also where it is referred to; CloudFormation refuses it, too"
        : "rename it to "
            + letters
            + ", also where it is referred to; CloudFormation refuses it, too";
  }

  /** The mapping at a name, or nothing; anything else there is a mistake. */
  public static Optional<TemplateValue.Members> members(TemplateValue.Members parent, String name) {
    return TemplateValue.mapping(parent, name);
  }

  /**
   * Warns of each property that does not exist, with the name that was probably meant.
   *
   * @param what whose properties they are, in words
   */
  public static void warnOfUnknown(
      String what, TemplateValue.Members properties, Set<String> known, Consumer<String> warnings) {
    warnOfUnknown(what, properties, known, Map.of(), warnings);
  }

  /**
   * Refuses each property that is another one misspelt, as a deployment does, and warns of others
   * that do not exist: AWS may have them by now.
   *
   * @param others the name that is known, by one in lower case that other tools have
   */
  public static void refuseMisspelt(
      String what,
      TemplateValue.Members properties,
      Set<String> known,
      Map<String, String> others,
      Consumer<String> warnings) {
    properties
        .members()
        .forEach((name, member) -> {
          Optional<String> misspelt =
              known.contains(name) ? Optional.empty() : Spelling.misspelt(name, known);
          if (misspelt.isPresent()) {
            throw member
                .key()
                .mistake(
                    what + " has no property " + name + ", and AWS refuses it at deployment",
                    "rename " + name + " to " + misspelt.get());
          }
        });
    warnOfUnknown(what, properties, known, others, warnings);
  }

  private static void warnOfUnknown(
      String what,
      TemplateValue.Members properties,
      Set<String> known,
      Map<String, String> others,
      Consumer<String> warnings) {
    properties
        .members()
        .forEach((name, member) -> {
          if (!known.contains(name)) {
            warnings.accept(
                "%s: %s has no property %s%s"
                    .formatted(member.key(), what, name, meant(name, known, others)));
          }
        });
  }

  private static String meant(String name, Set<String> known, Map<String, String> others) {
    return Optional.ofNullable(others.get(name.toLowerCase(Locale.ROOT)))
        .filter(known::contains)
        .or(() -> Spelling.meant(name, known))
        .map(n -> ", did you mean " + n + "?")
        .orElse("");
  }

  private static Map<String, TemplateResource> resources(TemplateValue.Members section) {
    Map<String, TemplateResource> resources = new LinkedHashMap<>();
    section
        .members()
        .forEach((id, member) -> {
          if (!id.startsWith("Fn::")) { // what loops make is there when they are written out
            resources.put(id, resource(section, id, member.key()));
          }
        });
    return resources;
  }

  private static TemplateResource resource(TemplateValue.Members section, String id, Place place) {
    TemplateValue.Members members = members(section, id).orElseThrow();
    if (!(members.value("Type").orElse(null) instanceof TemplateValue.Text type)) {
      throw place.mistake(
          "resource " + id + " has no Type",
          SECTIONS.contains(id)
              ? "put the section %s at the left, beside Resources".formatted(id)
              : "add its type, for example AWS::Serverless::Function");
    }
    TemplateValue.Members properties =
        members(members, "Properties").orElse(new TemplateValue.Members(Map.of(), place));
    return new TemplateResource(id, type.text(), properties, members, place);
  }

  private static void warnOfMissingTransform(
      TemplateValue.Members root, Map<String, TemplateResource> resources, List<String> warnings) {
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
