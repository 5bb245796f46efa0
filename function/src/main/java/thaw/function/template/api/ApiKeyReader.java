package thaw.function.template.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import thaw.function.ApiKey;
import thaw.function.resource.DerivedId;
import thaw.function.template.FunctionUrlReader;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/** Reads which keys open an API: API keys, the usage plans that they belong to, and SAM's own. */
final class ApiKeyReader {
  private static final String KEY = "AWS::ApiGateway::ApiKey";
  private static final String PLAN = "AWS::ApiGateway::UsagePlan";
  private static final String MEMBERSHIP = "AWS::ApiGateway::UsagePlanKey";
  private static final int LENGTH = 40;

  private final Template template;
  private final Intrinsics intrinsics;
  private final Consumer<String> warnings;

  /** The API keys by what {@code Ref} gives; only those that clients may use. */
  private final Map<String, ApiKey> keys = new TreeMap<>();

  ApiKeyReader(Template template, Intrinsics intrinsics, Consumer<String> warnings) {
    this.template = template;
    this.intrinsics = intrinsics;
    this.warnings = warnings;
    template.resources().values().stream()
        .filter(resource -> resource.type().equals(KEY))
        .forEach(resource -> {
          ResourceProperties properties = properties(resource);
          if (properties.text("Enabled").filter("true"::equals).isPresent()) {
            keys.put(
                resource.logicalId(),
                new ApiKey(resource.logicalId(), value(resource.logicalId(), properties)));
          } else {
            warnings.accept(
                resource.place()
                    + ": the API key "
                    + resource.logicalId()
                    + " opens nothing: it is not Enabled");
          }
        });
  }

  private String value(String logicalId, ResourceProperties properties) {
    if (properties.members().value("Value").orElse(null) instanceof TemplateValue.Call unknown) {
      warnings.accept(
          "%s: the API key %s has a value of its own here: %s"
              .formatted(unknown.place(), logicalId, TemplateValue.why(unknown.mistake())));
      return made(logicalId);
    }
    return properties.text("Value").orElseGet(() -> made(logicalId));
  }

  /** Returns the resources of a type whose values are known; others are left out. */
  private List<TemplateResource> all(String type) {
    return template.resources().values().stream()
        .filter(resource -> resource.type().equals(type))
        .filter(
            resource -> Intrinsics.isKnown(resource.properties(), resource.logicalId(), warnings))
        .toList();
  }

  private ResourceProperties properties(TemplateResource resource) {
    return new ResourceProperties(resource.properties(), intrinsics, resource.place());
  }

  /** Returns a value for what AWS makes at random; it is the same at each start. */
  private static String made(String logicalId) {
    return DerivedId.of("API key " + logicalId, LENGTH);
  }

  List<ApiKey> of(ApiDraft draft, String stage) {
    Set<String> plans = new TreeSet<>();
    for (TemplateResource plan : all(PLAN)) {
      if (properties(plan).members().value("ApiStages").orElse(null)
          instanceof TemplateValue.Items stages) {
        for (TemplateValue item : stages.items()) {
          if (item instanceof TemplateValue.Members members
              && names(new ResourceProperties(members, intrinsics, plan.place()), draft, stage)) {
            plans.add(plan.logicalId());
          }
        }
      }
    }
    List<ApiKey> found = new ArrayList<>();
    for (TemplateResource membership : all(MEMBERSHIP)) {
      ResourceProperties properties = properties(membership);
      if (properties.text("UsagePlanId").filter(plans::contains).isPresent()) {
        properties.text("KeyId").map(keys::get).ifPresent(found::add);
      }
    }
    implied(draft).ifPresent(found::add);
    return found;
  }

  private static boolean names(ResourceProperties apiStage, ApiDraft draft, String stage) {
    if (TemplateValue.unknown(apiStage.members()).isPresent()) {
      return false; // an API of another stack
    }
    String named = apiStage.text("Stage").orElse("");
    return apiStage.text("ApiId").filter(draft.id()::equals).isPresent()
        && (named.equals(stage) || named.startsWith(draft.logicalId())); // SAM's stage resource
  }

  /** Returns the key of {@code Auth: UsagePlan}, by which SAM makes plan and key itself. */
  private static Optional<ApiKey> implied(ApiDraft draft) {
    return draft
        .properties()
        .below("Auth")
        .flatMap(auth -> auth.below("UsagePlan"))
        .flatMap(plan ->
            FunctionUrlReader.oneOf(plan, "CreateUsagePlan", List.of("PER_API", "SHARED", "NONE")))
        .filter(made -> !made.equals("NONE"))
        .map(made -> made.equals("SHARED") ? "ServerlessApiKey" : draft.logicalId() + "ApiKey")
        .map(name -> new ApiKey(name, made(name)));
  }
}
