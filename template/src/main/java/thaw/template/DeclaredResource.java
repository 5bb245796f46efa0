package thaw.template;

import java.util.Optional;
import java.util.function.Function;

/**
 * A resource while its references are resolved.
 *
 * @param id its logical id; that of a nested stack's has its stack's before it where two would be
 *     equal
 * @param text returns the text of a property's value
 */
public record DeclaredResource(
    String id,
    String type,
    TemplateValue.Members properties,
    Place place,
    Function<TemplateValue, String> text) {
  /** The type of APIs that only events of functions imply. */
  public static final String IMPLICIT_API = "AWS::Serverless::ImplicitApi";

  /** Returns the text of a property, which may be absent. */
  public Optional<String> property(String name) {
    return properties.value(name).map(text);
  }

  /** Returns the type of a resource as it is written; empty without one. */
  static String type(TemplateValue resource) {
    return resource instanceof TemplateValue.Members members
            && members.value("Type").orElse(null) instanceof TemplateValue.Text type
        ? type.text()
        : "";
  }
}
