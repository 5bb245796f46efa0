package thaw.function.template.resource;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.template.TemplateValue;

/**
 * Tells functions that only deployments call, such as those that CDK has for its custom resources,
 * from those of the application. They are JavaScript or Python; a custom resource's function for a
 * JVM is somebody's own.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-custom-resources.html">Custom
 *     resources</a>
 */
final class DeploymentFunctions {
  private static final Pattern OF_OTHERS = Pattern.compile("(nodejs|python).*");
  private static final Pattern OF_PROVIDER =
      Pattern.compile("framework\\.(onEvent|isComplete|onTimeout)");

  /** What CDK makes logical ids of, with digests of its constructs' own ids. */
  private static final Pattern OF_CDK =
      Pattern.compile(
          "LogRetention[0-9a-f]{32}|BucketNotificationsHandler[0-9a-f]{32}"
              + "|AWS679f53fac002430cb0da5b7982bd2287|CustomCDKBucketDeployment[0-9A-F]{32}"
              + "|CustomResourceProvider/?Handler");

  private DeploymentFunctions() {}

  /** Returns a template, which is resolved, without them. */
  static Template without(Template template) {
    Set<String> tokens =
        template.resources().values().stream()
            .filter(DeploymentFunctions::isCustom)
            .flatMap(resource -> text(resource.properties(), "ServiceToken").stream())
            .map(arn -> arn.replaceFirst("^.*:", ""))
            .collect(Collectors.toSet());
    Map<String, TemplateResource> resources = new LinkedHashMap<>(template.resources());
    resources.values().removeIf(each -> isOne(each, tokens));
    return new Template(
        template.parameters(),
        template.globals(),
        template.globalsOfAll(),
        resources,
        template.outputs(),
        template.warnings());
  }

  private static boolean isCustom(TemplateResource resource) {
    return resource.type().startsWith("Custom::")
        || resource.type().equals("AWS::CloudFormation::CustomResource");
  }

  private static boolean isOne(TemplateResource resource, Collection<String> tokens) {
    return resource.type().equals(TemplateResource.LAMBDA_FUNCTION)
        && text(resource.properties(), "Runtime")
            .filter(runtime -> OF_OTHERS.matcher(runtime).matches())
            .isPresent()
        && (tokens.contains(FunctionReader.name(resource))
            || text(resource.properties(), "Handler")
                .filter(handler -> OF_PROVIDER.matcher(handler).matches())
                .isPresent()
            || Stream.concat(Stream.of(resource.logicalId()), path(resource).stream())
                .anyMatch(id -> OF_CDK.matcher(id).find()));
  }

  private static Optional<String> path(TemplateResource resource) {
    return Template.members(resource.members(), "Metadata")
        .flatMap(metadata -> text(metadata, "aws:cdk:path"));
  }

  /**
   * Returns the path of a resource's construct within its stack, as the owner's code names it;
   * empty for what CDK has not made.
   */
  static Optional<String> construct(TemplateResource resource) {
    return path(resource)
        .map(path -> path.substring(path.indexOf('/') + 1).replaceFirst("/Resource$", ""))
        .filter(path -> !path.isEmpty());
  }

  private static Optional<String> text(TemplateValue.Members members, String name) {
    return members.value(name).orElse(null) instanceof TemplateValue.Text text
        ? Optional.of(text.asString())
        : Optional.empty();
  }
}
