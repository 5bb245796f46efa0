package thaw.template;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Moves a resource of a template in another folder: its paths go from the folder of the template
 * that has it inside.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/cli/latest/reference/cloudformation/package.html">properties
 *     with paths</a>
 */
record LocalPaths(Path from, Path to) {
  private static final String FUNCTION = "AWS::Serverless::Function";

  /** The properties that may have a path, of any resource. */
  private static final Set<String> PROPERTIES =
      Set.of(
          "CodeUri",
          "ImageUri",
          "Code",
          "ContentUri",
          "Content",
          "DefinitionUri",
          "Location",
          "TemplateURL");

  /** The members of metadata that have one. */
  private static final Set<String> METADATA =
      Set.of("aws:asset:path", "ThawImage", "ThawRuntimeImage");

  TemplateValue moved(TemplateValue resource) {
    if (from.toAbsolutePath().normalize().equals(to.toAbsolutePath().normalize())
        || !(resource instanceof TemplateValue.Members members)) {
      return resource;
    }
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>(members.members());
    all.computeIfPresent("Metadata", (_, member) -> moved(member, METADATA));
    all.computeIfPresent("Properties", (_, member) -> moved(member, PROPERTIES));
    if (DeclaredResource.type(members).equals(FUNCTION)) {
      all.computeIfPresent("Properties", (_, member) -> withFolder(member));
    }
    return new TemplateValue.Members(all, members.place());
  }

  private TemplateValue.Member moved(TemplateValue.Member of, Set<String> names) {
    if (!(of.value() instanceof TemplateValue.Members members)) {
      return of;
    }
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>(members.members());
    names.forEach(name ->
        all.computeIfPresent(
            name,
            (_, member) ->
                member.value() instanceof TemplateValue.Text text
                    ? new TemplateValue.Member(member.key(), moved(text))
                    : member));
    return new TemplateValue.Member(of.key(), new TemplateValue.Members(all, members.place()));
  }

  /** SAM takes an absent CodeUri for the template's folder. */
  private TemplateValue.Member withFolder(TemplateValue.Member of) {
    if (!(of.value() instanceof TemplateValue.Members members)
        || members.members().keySet().stream()
            .anyMatch(Set.of("CodeUri", "InlineCode", "ImageUri", "PackageType")::contains)) {
      return of;
    }
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>(members.members());
    all.put(
        "CodeUri", new TemplateValue.Member(of.key(), moved(TemplateValue.string(".", of.key()))));
    return new TemplateValue.Member(of.key(), new TemplateValue.Members(all, members.place()));
  }

  private TemplateValue moved(TemplateValue.Text text) {
    String path = text.asString();
    if (path.contains("://") || path.matches("[^/]+\\.dkr\\.ecr\\..*")) {
      return text;
    }
    try {
      Path absolute = to.toAbsolutePath().normalize().resolve(path).normalize();
      Path moved =
          Path.of(path).isAbsolute()
              ? Path.of(path)
              : from.toAbsolutePath().normalize().relativize(absolute);
      return TemplateValue.string(
          moved.toString().isEmpty() ? "." : moved.toString(), text.place());
    } catch (InvalidPathException e) {
      return text;
    }
  }
}
