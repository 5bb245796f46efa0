package thaw.function.template.resource;

import java.util.LinkedHashMap;
import java.util.Map;
import thaw.function.resource.Bucket;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads a bucket of a template. What guards, bills or expires objects changes no answer here.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">Bucket
 *     naming rules</a>
 */
final class BucketReader {
  private static final String NAME = "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]";

  private final Intrinsics intrinsics;

  BucketReader(Intrinsics intrinsics) {
    this.intrinsics = intrinsics;
  }

  Bucket read(TemplateResource resource) {
    ResourceProperties properties =
        new ResourceProperties(resource.properties(), intrinsics, resource.place());
    String name =
        properties
            .text("BucketName")
            .orElseGet(() -> ResourceIdentity.generatedBucketName(resource));
    if (!name.matches(NAME) || name.contains("..") || name.matches("\\d+(\\.\\d+){3}")) {
      throw properties.mistake(
          "BucketName",
          "a bucket's name has 3..63 lower-case letters, digits, dots and hyphens: " + name,
          "choose another BucketName");
    }
    return new Bucket(resource.logicalId(), name, versioned(properties), notifications(properties));
  }

  private static boolean versioned(ResourceProperties properties) {
    return properties
        .below("VersioningConfiguration")
        .flatMap(configuration ->
            configuration
                .text("Status")
                .map(status ->
                    switch (status) {
                      case "Enabled" -> true;
                      case "Suspended" -> false;
                      default ->
                          throw configuration.mistake(
                              "Status",
                              "the Status of a VersioningConfiguration must be Enabled or"
                                  + " Suspended: "
                                  + status,
                              "write Status: Enabled");
                    }))
        .orElse(false);
  }

  private Map<String, Object> notifications(ResourceProperties properties) {
    Map<String, Object> plain = new LinkedHashMap<>();
    properties
        .below("NotificationConfiguration")
        .ifPresent(configuration ->
            configuration
                .members()
                .members()
                .forEach(
                    (key, member) -> plain.put(key, plain(intrinsics.resolve(member.value())))));
    return plain;
  }

  private static Object plain(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> text.asString();
      case TemplateValue.Items items -> items.items().stream().map(BucketReader::plain).toList();
      case TemplateValue.Members members -> {
        Map<String, Object> plain = new LinkedHashMap<>();
        members.members().forEach((key, member) -> plain.put(key, plain(member.value())));
        yield plain;
      }
      case TemplateValue.Call call -> throw call.mistake();
    };
  }
}
