package thaw.function.template.resource;

import java.util.Optional;
import thaw.function.resource.Secret;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.PlainValue;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads a secret of a template.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-secretsmanager-secret.html">AWS::SecretsManager::Secret</a>
 */
final class SecretReader {
  private static final String GENERATE = "GenerateSecretString";

  private final Intrinsics intrinsics;

  SecretReader(Intrinsics intrinsics) {
    this.intrinsics = intrinsics;
  }

  Secret read(TemplateResource resource) {
    return read(
        resource.logicalId(),
        new ResourceProperties(resource.properties(), intrinsics, resource.place()));
  }

  Secret read(String logicalId, ResourceProperties properties) {
    String name = properties.text("Name").orElse(logicalId);
    if (!name.matches("[A-Za-z0-9/_+=.@-]{1,512}")) {
      throw properties.mistake(
          "Name",
          "a secret's name has 1..512 letters, digits and characters of /_+=.@-: " + name,
          "choose another Name");
    }
    Optional<String> written = written(properties);
    Optional<ResourceProperties> generate = properties.below(GENERATE);
    if (written.isPresent() && generate.isPresent()) {
      throw properties.mistake(
          GENERATE,
          logicalId + " has both SecretString and GenerateSecretString",
          "remove one of the two");
    }
    return new Secret(
        logicalId,
        name,
        properties.text("Description").orElse(""),
        written
            .or(() -> generate.map(settings -> GeneratedSecret.read(settings).text(name)))
            .<Secret.Content>map(Secret.Content.Text::new)
            .orElseGet(Secret.Content.Missing::new));
  }

  /** Returns the written text with all its blanks; JSON may be written as a mapping. */
  private Optional<String> written(ResourceProperties properties) {
    return properties
        .members()
        .value("SecretString")
        .map(intrinsics::resolve)
        .map(value ->
            value instanceof TemplateValue.Text text ? text.asString() : PlainValue.json(value));
  }
}
