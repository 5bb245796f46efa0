package thaw.function.template.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.AliasDefinition;
import thaw.function.EventInvokeConfig;
import thaw.function.EventSource;
import thaw.function.FunctionUrl;
import thaw.function.template.FunctionUrlReader;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;

/**
 * Reads what CloudFormation makes resources of their own and SAM properties of a function: versions
 * and aliases, function URLs, and how asynchronous events are treated.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/AWS_Lambda.html">AWS::Lambda</a>
 */
final class QualifierReader {
  static final String URL = "AWS::Lambda::Url";
  static final String EVENT_INVOKE_CONFIG = "AWS::Lambda::EventInvokeConfig";
  private static final String LATEST = "$LATEST";

  private final Map<String, List<TemplateResource>> resources;
  private final Intrinsics intrinsics;
  private final Consumer<String> warnings;

  QualifierReader(
      Collection<TemplateResource> resources, Intrinsics intrinsics, Consumer<String> warnings) {
    this.resources = resources.stream().collect(Collectors.groupingBy(TemplateResource::type));
    this.intrinsics = intrinsics;
    this.warnings = warnings;
  }

  /** Returns the resources of a type whose values are known, which are those of a function. */
  private Stream<ResourceProperties> of(String type, String nameProperty, String function) {
    return resources.getOrDefault(type, List.of()).stream()
        .filter(
            resource -> Intrinsics.isKnown(resource.properties(), resource.logicalId(), warnings))
        .map(
            resource -> new ResourceProperties(resource.properties(), intrinsics, resource.place()))
        .filter(properties ->
            properties
                .text(nameProperty)
                .map(EventSourceReader::named)
                .map(EventSource.Target::function)
                .filter(function::equals)
                .isPresent());
  }

  boolean publishesVersion(String function) {
    return of(TemplateResource.VERSION, "FunctionName", function).findAny().isPresent();
  }

  List<AliasDefinition> aliases(String function) {
    List<AliasDefinition> aliases = new ArrayList<>();
    of(TemplateResource.ALIAS, "FunctionName", function)
        .forEach(alias -> {
          String name =
              alias
                  .text("Name")
                  .orElseThrow(
                      () -> alias.owner().mistake("the alias has no Name", "add Name: live"));
          aliases.add(new AliasDefinition(name, url(function, name), events(function, name)));
        });
    return aliases;
  }

  /**
   * @param alias empty for the function's own
   */
  Optional<FunctionUrl> url(String function, String alias) {
    return of(URL, "TargetFunctionArn", function)
        .filter(url -> qualifier(url, "TargetFunctionArn").equals(alias))
        .findFirst()
        .map(url -> FunctionUrlReader.of("the function URL", url));
  }

  /**
   * @param alias empty for the function's own
   */
  EventInvokeConfig events(String function, String alias) {
    return of(EVENT_INVOKE_CONFIG, "FunctionName", function)
        .filter(config -> qualifier(config, "FunctionName").equals(alias))
        .findFirst()
        .map(config -> AsynchronousReader.config(config, warnings))
        .orElse(EventInvokeConfig.NONE);
  }

  /** Returns the qualifier, which may be that of the ARN, too. */
  private static String qualifier(ResourceProperties properties, String nameProperty) {
    String qualifier =
        properties
            .text("Qualifier")
            .orElseGet(() ->
                EventSourceReader.named(properties.text(nameProperty).orElse("")).qualifier());
    return qualifier.equals(LATEST) ? "" : qualifier;
  }
}
