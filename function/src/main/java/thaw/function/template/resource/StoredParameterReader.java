package thaw.function.template.resource;

import thaw.function.resource.StoredParameter;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;

/**
 * Reads a parameter of a template.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-ssm-parameter.html">AWS::SSM::Parameter</a>
 */
final class StoredParameterReader {
  private final Intrinsics intrinsics;

  StoredParameterReader(Intrinsics intrinsics) {
    this.intrinsics = intrinsics;
  }

  StoredParameter read(TemplateResource resource) {
    ResourceProperties properties =
        new ResourceProperties(resource.properties(), intrinsics, resource.place());
    String name = properties.text("Name").orElse(resource.logicalId());
    if (!name.matches("[A-Za-z0-9_./-]+")) {
      throw properties.mistake(
          "Name",
          "a parameter's name has letters, digits and characters of _./-: " + name,
          "choose another Name");
    }
    return new StoredParameter(
        resource.logicalId(),
        name,
        type(properties),
        properties
            .members()
            .value("Value")
            .map(value -> intrinsics.text(value, "Value"))
            .filter(value -> !value.isEmpty())
            .orElseThrow(() ->
                properties.mistake(
                    "Value", resource.logicalId() + " has no Value", "add Value: TEXT")),
        properties.text("Description").orElse(""));
  }

  private static StoredParameter.Type type(ResourceProperties properties) {
    return switch (properties.text("Type").orElse("String")) {
      case "String" -> StoredParameter.Type.STRING;
      case "StringList" -> StoredParameter.Type.STRING_LIST;
      default ->
          throw properties.mistake(
              "Type",
              "Type must be String or StringList: CloudFormation makes no others",
              "write Type: String, or give a SecureString by a file of a seed");
    };
  }
}
