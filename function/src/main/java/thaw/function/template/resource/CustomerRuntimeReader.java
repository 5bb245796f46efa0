package thaw.function.template.resource;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import thaw.function.CustomerRuntime;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads on which customer-managed runtime a function runs, and which image of this machine stands
 * for it: the template names a runtime, never its image, so Thaw has an attribute of its own for
 * that, {@code Metadata: {ThawRuntimeImage: PATH}}.
 *
 * @param root the template's folder, from which the image's path goes
 */
record CustomerRuntimeReader(Path root, Intrinsics intrinsics) {
  private static final String CONFIG = "RuntimeConfig";
  private static final String IMAGE = "ThawRuntimeImage";
  private static final String EXAMPLE =
      "below RuntimeConfig write RuntimeArn: !Sub"
          + " arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:runtime/NAME and"
          + " RuntimeAlias: ALIAS";

  Optional<CustomerRuntime> read(
      TemplateResource resource, ResourceProperties properties, String runtime) {
    Optional<TemplateValue.Member> image =
        metadata(resource).flatMap(members -> members.member(IMAGE));
    Optional<ResourceProperties> config = properties.below(CONFIG);
    if (!CustomerRuntime.isNamedBy(runtime)) {
      if (config.isPresent()) {
        throw properties.mistake(
            CONFIG,
            CONFIG + " goes with Runtime: custom only: " + runtime,
            "write Runtime: custom");
      }
      if (image.isPresent()) {
        throw image
            .get()
            .key()
            .mistake(IMAGE + " goes with Runtime: custom only: " + runtime, "remove " + IMAGE);
      }
      return Optional.empty();
    }
    ResourceProperties named =
        config.orElseThrow(() ->
            properties.mistake(
                "Runtime", "Runtime: custom needs a " + CONFIG, "add " + CONFIG + "; " + EXAMPLE));
    return Optional.of(
        new CustomerRuntime(arn(named), alias(named), image.map(member -> image(member))));
  }

  private static String arn(ResourceProperties config) {
    String arn = required(config, "RuntimeArn");
    if (arn.length() < CustomerRuntime.SHORTEST_ARN
        || arn.length() > CustomerRuntime.LONGEST_ARN
        || !CustomerRuntime.ARN.matcher(arn).matches()) {
      throw config.mistake("RuntimeArn", "RuntimeArn is not an ARN of a runtime: " + arn, EXAMPLE);
    }
    return arn;
  }

  private static String alias(ResourceProperties config) {
    String alias = required(config, "RuntimeAlias");
    if (alias.length() > CustomerRuntime.LONGEST_ALIAS) {
      throw config.mistake(
          "RuntimeAlias",
          "RuntimeAlias must have "
              + CustomerRuntime.LONGEST_ALIAS
              + " characters at most: "
              + alias,
          "name an alias of the runtime");
    }
    return alias;
  }

  private static String required(ResourceProperties config, String name) {
    return config
        .text(name)
        .orElseThrow(() -> config.owner().mistake(CONFIG + " has no " + name, EXAMPLE));
  }

  private static Optional<TemplateValue.Members> metadata(TemplateResource resource) {
    return resource.members().value("Metadata").orElse(null)
            instanceof TemplateValue.Members metadata
        ? Optional.of(metadata)
        : Optional.empty();
  }

  private Path image(TemplateValue.Member member) {
    String written = intrinsics.text(member.value(), IMAGE);
    try {
      Path path = root.resolve(written).toAbsolutePath().normalize();
      if (!written.isBlank() && Files.exists(path)) {
        return path;
      }
      throw member
          .key()
          .mistake(
              IMAGE + " names no file or folder: " + path,
              "name the runtime's image, seen from the template: an OCI layout (a folder or a .tar)"
                  + " or what docker save has written");
    } catch (InvalidPathException e) {
      throw member
          .key()
          .mistake(
              IMAGE + " is not a path: " + e.getReason(), "write a path without odd characters");
    }
  }
}
