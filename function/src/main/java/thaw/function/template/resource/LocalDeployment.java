package thaw.function.template.resource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import thaw.function.FunctionUrl;
import thaw.function.resource.Secret;
import thaw.function.resource.StoredParameter;
import thaw.function.resource.ValueFiles;
import thaw.function.template.ReadOptions;
import thaw.function.template.TemplateResource;
import thaw.template.DeclaredResource;
import thaw.template.Deployment;
import thaw.template.ResourceProperties;

/** The names that resources have here, and the values that the user has as files. */
final class LocalDeployment implements Deployment {
  private final ReadOptions options;
  private @Nullable ValueFiles files;
  private @Nullable Map<String, PropertyEffects.OfType> effects;

  LocalDeployment(ReadOptions options) {
    this.options = options;
  }

  @Override
  public String region() {
    return options.region();
  }

  @Override
  public String accountId() {
    return options.accountId();
  }

  @Override
  public String stack() {
    return options.stack();
  }

  @Override
  public Optional<String> ref(DeclaredResource resource) {
    if (resource.type().equals(DatabaseIdentity.ATTACHMENT)) {
      return resource.property("SecretId");
    }
    if (DatabaseIdentity.isOne(resource.type())) {
      DatabaseIdentity identity = database(resource);
      return Optional.of(
          resource.type().equals(DatabaseIdentity.PROXY_TARGETS) ? identity.arn() : identity.id());
    }
    return ResourceIdentity.of(resource, options).ref();
  }

  @Override
  public Optional<String> attribute(DeclaredResource resource, String attribute) {
    if (DatabaseIdentity.isOne(resource.type())) {
      return database(resource).attribute(attribute, resource::property);
    }
    if (resource.type().equals(DatabaseIdentity.ATTACHMENT)) {
      return resource.property("SecretId");
    }
    ResourceIdentity identity = ResourceIdentity.of(resource, options);
    if (attribute.endsWith("FunctionUrl")) {
      return urlOwner(resource, identity, attribute)
          .map(owner -> FunctionUrl.address(owner, region()));
    }
    return attribute.equals("Alias") && resource.type().equals(TemplateResource.SERVERLESS_FUNCTION)
        ? identity
            .attribute("Arn")
            .flatMap(arn -> resource.property("AutoPublishAlias").map(alias -> arn + ":" + alias))
        : identity.attribute(attribute);
  }

  private DatabaseIdentity database(DeclaredResource resource) {
    return DatabaseIdentity.of(resource.type(), resource.id(), resource::property, options);
  }

  /** SAM gives the URL to the alias that it publishes. */
  private static Optional<String> urlOwner(
      DeclaredResource resource, ResourceIdentity identity, String attribute) {
    if (resource.type().equals(QualifierReader.URL)) {
      return resource
          .property("TargetFunctionArn")
          .map(target -> target.replaceFirst("^arn:.*:function:", ""))
          .map(name -> named(name, resource.property("Qualifier")));
    }
    boolean hasUrl = resource.properties().value("FunctionUrlConfig").isPresent();
    return attribute.equals(FUNCTION_URL) && hasUrl
        ? identity.ref().map(name -> named(name, resource.property("AutoPublishAlias")))
        : Optional.empty();
  }

  private static String named(String function, Optional<String> alias) {
    return function + alias.map(name -> ":" + name).orElse("");
  }

  @Override
  public List<Path> stacks() {
    return options.elsewhere().stacks();
  }

  @Override
  public Map<String, String> imports() {
    return options.elsewhere().imports();
  }

  @Override
  public Map<String, String> attributes() {
    return options.elsewhere().attributes();
  }

  @Override
  public Optional<String> parameter(String name) {
    return files().parameters().stream()
        .filter(each -> each.name().equals(name))
        .map(StoredParameter::value)
        .findFirst();
  }

  @Override
  public Optional<String> secret(String id) {
    return files().secrets().stream()
        .filter(each -> each.name().equals(id) || isArn(id, each.name()))
        .flatMap(each ->
            each.content() instanceof Secret.Content.Text(String text)
                ? Optional.of(text).stream()
                : Optional.<String>empty().stream())
        .findFirst();
  }

  private static boolean isArn(String id, String name) {
    return id.endsWith(":secret:" + name)
        || id.endsWith(":secret:" + name + "-" + Secret.suffix(name));
  }

  @Override
  public Optional<String> content(String id, ResourceProperties secret) {
    Secret read = new SecretReader(secret.intrinsics()).read(id, secret);
    return read.content() instanceof Secret.Content.Text(String text)
        ? Optional.of(text)
        : Optional.empty();
  }

  @Override
  public Optional<Set<String>> effective(String type) {
    if (effects == null) {
      effects = PropertyEffects.all();
    }
    if (DatabaseIdentity.isOne(type)) {
      return Optional.of(Set.of()); // what is not known is the usual
    }
    PropertyEffects.OfType properties = effects.get(type);
    if (properties != null) {
      return Optional.of(properties.effect());
    }
    return Unprovided.isProvided(type) ? Optional.empty() : Optional.of(Set.of());
  }

  private ValueFiles files() {
    if (files == null) {
      files =
          options.elsewhere().data().stream()
              .map(ValueFiles::read)
              .reduce(
                  new ValueFiles(List.of(), List.of()),
                  (one, other) ->
                      new ValueFiles(
                          other.over(one.secrets()), other.overParameters(one.parameters())));
    }
    return files;
  }
}
