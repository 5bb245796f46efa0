package thaw.template;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the resources of a template are taken for: as if it were deployed. */
public interface Deployment {
  /** The attribute of one of SAM's functions that is one of the URL which SAM makes for it. */
  String FUNCTION_URL = "Url.FunctionUrl";

  String region();

  String accountId();

  String stack();

  /** Returns what {@code Ref} gives; empty where only AWS makes it. */
  Optional<String> ref(DeclaredResource resource);

  /** Returns what {@code GetAtt} gives; empty where only AWS makes it. */
  Optional<String> attribute(DeclaredResource resource, String attribute);

  /** Returns the value of a parameter that is stored outside of the template. */
  Optional<String> parameter(String name);

  /**
   * Returns the value of a secret that is stored outside of the template.
   *
   * @param id a name or an ARN
   */
  Optional<String> secret(String id);

  /** Returns the value of a secret of the template, whose values are resolved. */
  Optional<String> content(String id, ResourceProperties secret);

  /** Returns the templates of other stacks that the user names; absolute. */
  List<Path> stacks();

  /** Returns what other stacks export, as the user says, by name. */
  Map<String, String> imports();

  /** Returns attributes that the user knows, by {@code LogicalId.Attribute}. */
  Map<String, String> attributes();

  /**
   * Returns the properties of a type of resource that have an effect; empty where all may have one.
   */
  Optional<Set<String>> effective(String type);
}
