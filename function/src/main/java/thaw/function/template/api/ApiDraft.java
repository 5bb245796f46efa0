package thaw.function.template.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.Place;
import thaw.template.ResourceProperties;

/**
 * An API while it is read.
 *
 * @param properties with those of {@code Globals}
 * @param paths grows as definitions and events of functions are read
 * @param authorizers those that are declared beside the API's {@code Auth}, by name, in the form
 *     that they have there; grows likewise
 */
record ApiDraft(
    String logicalId,
    Api.Kind kind,
    ResourceProperties properties,
    List<Path> paths,
    Map<String, ResourceProperties> authorizers) {
  private static final Pattern STAGE_VARIABLE =
      Pattern.compile("\\$\\{stageVariables\\.([A-Za-z0-9_]+)}");

  /**
   * A method of a path, before it is known who may call it.
   *
   * @param place where it is declared
   * @param target where its requests go
   * @param auth the event's {@code Auth}, or what says the same
   * @param keyRequired whether the API's definition demands a key
   */
  record Path(
      Place place,
      String method,
      String path,
      ApiRoute.Target target,
      Optional<ResourceProperties> auth,
      boolean keyRequired) {
    boolean isSameRoute(Path other) {
      return method.equals(other.method) && path.equals(other.path);
    }
  }

  ApiDraft(String logicalId, Api.Kind kind, ResourceProperties properties) {
    this(logicalId, kind, properties, new ArrayList<>(), new LinkedHashMap<>());
  }

  static ApiDraft of(TemplateResource resource, Template template, Intrinsics intrinsics) {
    Api.Kind kind =
        resource.type().equals(TemplateResource.SERVERLESS_API) ? Api.Kind.REST : Api.Kind.HTTP;
    return new ApiDraft(
        resource.logicalId(),
        kind,
        new ResourceProperties(resource.properties(), intrinsics, resource.place()));
  }

  /** One that only events imply. */
  static ApiDraft implicit(Api.Kind kind, Template template, Intrinsics intrinsics, Place event) {
    return new ApiDraft(
        kind == Api.Kind.REST ? Api.IMPLICIT_REST : Api.IMPLICIT_HTTP,
        kind,
        new ResourceProperties(template.globals(globals(kind)), intrinsics, event));
  }

  static String globals(Api.Kind kind) {
    return kind == Api.Kind.REST ? "Api" : "HttpApi";
  }

  /**
   * Returns the address of an integration with the values of the stage's variables.
   *
   * @param absent what stands for one that the stage has not
   */
  String withStageVariables(String uri, UnaryOperator<String> absent) {
    ResourceProperties variables =
        properties.belowOrEmpty(kind == Api.Kind.REST ? "Variables" : "StageVariables");
    return STAGE_VARIABLE
        .matcher(uri)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                variables.text(found.group(1)).orElseGet(() -> absent.apply(found.group(1)))));
  }

  boolean isImplicit() {
    return logicalId.equals(Api.IMPLICIT_REST) || logicalId.equals(Api.IMPLICIT_HTTP);
  }

  String id() {
    return Api.idOf(logicalId);
  }
}
