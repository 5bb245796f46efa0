package thaw.function.template.api;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.FunctionDefinition;
import thaw.function.PayloadFormat;
import thaw.function.template.FunctionUrlReader;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.template.Intrinsics;
import thaw.template.Place;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads the events of type {@code Api} and {@code HttpApi} of functions into the APIs that they
 * name or imply.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-api.html">Api
 *     event</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-httpapi.html">HttpApi
 *     event</a>
 */
final class ApiEventReader {
  static final Duration REST_LIMIT = Duration.ofSeconds(29);
  static final Duration HTTP_LIMIT = Duration.ofSeconds(30);
  static final int SHORTEST_LIMIT_MILLIS = 50;

  /** AWS raises that of a regional REST API on request, as far as a function may run. */
  static final int LONGEST_REST_LIMIT_MILLIS = 900_000;

  private static final int LONGEST_HTTP_LIMIT_MILLIS = 30_000;
  private static final Set<String> METHODS =
      new TreeSet<>(
          List.of("ANY", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "*"));
  private static final Pattern SEGMENT =
      Pattern.compile("\\{[\\w.:-]+\\+?}|[^{}/]*"); // a parameter, or a text without one

  private final Template template;
  private final Intrinsics intrinsics;
  private final Map<String, ApiDraft> drafts;
  private final Set<String> defined;
  private final Set<ApiDraft.Path> written;
  private final Consumer<String> warnings;

  /**
   * @param drafts by logical id; gets those that only events imply
   * @param defined logical ids of those whose routes something else says: an event that names one
   *     only lets it call the function
   * @param written the routes of definitions that take those of events beside them
   */
  ApiEventReader(
      Template template,
      Intrinsics intrinsics,
      Map<String, ApiDraft> drafts,
      Set<String> defined,
      Set<ApiDraft.Path> written,
      Consumer<String> warnings) {
    this.template = template;
    this.intrinsics = intrinsics;
    this.drafts = drafts;
    this.defined = defined;
    this.written = written;
    this.warnings = warnings;
  }

  /** All of one function. */
  void read(TemplateResource resource, FunctionDefinition function) {
    Optional<TemplateValue.Members> events = Template.members(resource.properties(), "Events");
    if (events.isEmpty()) {
      return;
    }
    for (String name : events.get().members().keySet()) {
      TemplateValue.Members event = Template.members(events.get(), name).orElseThrow();
      ResourceProperties whole =
          new ResourceProperties(event, intrinsics, events.get().members().get(name).key());
      Optional<Api.Kind> kind =
          switch (whole.text("Type").orElse("")) {
            case "Api" -> Optional.of(Api.Kind.REST);
            case "HttpApi" -> Optional.of(Api.Kind.HTTP);
            default -> Optional.empty();
          };
      kind.ifPresent(api -> readKnown(api, whole, function));
    }
  }

  /** Reads an event, and leaves one out of which something is not known. */
  private void readKnown(Api.Kind kind, ResourceProperties event, FunctionDefinition function) {
    try {
      read(kind, event, function);
    } catch (UserMistake e) {
      if (TemplateValue.unknown(event.members()).isEmpty()) {
        throw e;
      }
      warnings.accept(
          "%s: the event is left out: %s".formatted(event.owner(), TemplateValue.why(e)));
    }
  }

  private void read(Api.Kind kind, ResourceProperties event, FunctionDefinition function) {
    ResourceProperties properties = event.belowOrEmpty("Properties");
    ApiProperties.checkEvent(kind, properties.members(), warnings);
    Optional<ApiDraft> draft = draft(kind, properties);
    if (draft.isPresent()) {
      ApiDraft.Path path = path(kind, properties, function);
      if (!defined.contains(draft.get().logicalId())) {
        add(draft.get(), path);
      } else if (draft.get().paths().stream().noneMatch(path::isSameRoute)) {
        warnings.accept(
            "%s: no request comes of this event: %s has a definition of its own, without %s %s"
                .formatted(path.place(), draft.get().logicalId(), path.method(), path.path()));
      }
    }
  }

  /** Of the same route in the definition, SAM replaces that of an HTTP API. */
  private void add(ApiDraft draft, ApiDraft.Path path) {
    Optional<ApiDraft.Path> same =
        draft.paths().stream()
            .filter(other -> path.isSameRoute(other) && written.contains(other))
            .findFirst();
    if (draft.kind() == Api.Kind.HTTP) {
      same.ifPresent(draft.paths()::remove);
    }
    if (draft.kind() == Api.Kind.HTTP || same.isEmpty()) {
      draft.paths().add(path);
    }
  }

  private Optional<ApiDraft> draft(Api.Kind kind, ResourceProperties properties) {
    String property = kind == Api.Kind.REST ? "RestApiId" : "ApiId";
    Optional<String> named = properties.text(property);
    if (named.isEmpty()) {
      ApiDraft implicit = ApiDraft.implicit(kind, template, intrinsics, properties.owner());
      return Optional.of(drafts.computeIfAbsent(implicit.logicalId(), _ -> implicit));
    }
    Optional<ApiDraft> found =
        drafts.values().stream().filter(api -> api.id().equals(named.get())).findFirst();
    if (found.isEmpty()) {
      warnings.accept(
          "%s: %s names no AWS::Serverless::%s of this template, the event is left out: %s"
              .formatted(
                  properties.place(property), property, ApiDraft.globals(kind), named.get()));
    } else if (found.get().kind() != kind) {
      throw properties.mistake(
          property,
          property + " names an API of the other kind: " + found.get().logicalId(),
          kind == Api.Kind.REST
              ? "write Type: HttpApi with ApiId"
              : "write Type: Api with RestApiId");
    }
    return found;
  }

  private ApiDraft.Path path(
      Api.Kind kind, ResourceProperties properties, FunctionDefinition function) {
    if (properties.text("ResponseTransferMode").filter("STREAM"::equals).isPresent()) {
      warnings.accept(
          properties.place("ResponseTransferMode")
              + ": responses of APIs are taken whole, ResponseTransferMode STREAM is ignored");
    }
    Optional<String> path = properties.text("Path");
    Optional<String> method = properties.text("Method");
    boolean otherwise = kind == Api.Kind.HTTP && path.isEmpty() && method.isEmpty();
    if (!otherwise && path.isEmpty()) {
      throw properties.owner().mistake("the event has no Path", "add Path: /{proxy+} or the like");
    }
    if (kind == Api.Kind.REST && method.isEmpty()) {
      throw properties.owner().mistake("the event has no Method", "add Method: get, or any");
    }
    int longest = kind == Api.Kind.REST ? LONGEST_REST_LIMIT_MILLIS : LONGEST_HTTP_LIMIT_MILLIS;
    var millis = properties.wholeNumber("TimeoutInMillis", SHORTEST_LIMIT_MILLIS, longest, "ms");
    return new ApiDraft.Path(
        properties.owner(),
        method.map(text -> method(text, properties.place("Method"))).orElse(ApiRoute.ANY),
        path.map(text -> path(text, properties.place("Path"))).orElse(ApiRoute.OTHERWISE),
        new ApiRoute.Target.Function(
            function.name(),
            function.autoPublishAlias(),
            format(kind, properties),
            limit(kind, millis)),
        properties.below("Auth"),
        false);
  }

  /**
   * @param millis empty for what the kind of API has by default
   */
  static Duration limit(Api.Kind kind, OptionalInt millis) {
    return millis.isPresent()
        ? Duration.ofMillis(millis.getAsInt())
        : kind == Api.Kind.REST ? REST_LIMIT : HTTP_LIMIT;
  }

  private static PayloadFormat format(Api.Kind kind, ResourceProperties properties) {
    return kind == Api.Kind.HTTP
            && FunctionUrlReader.oneOf(properties, "PayloadFormatVersion", List.of("2.0", "1.0"))
                .orElse("2.0")
                .equals("2.0")
        ? PayloadFormat.V2
        : PayloadFormat.V1;
  }

  static String method(String text, Place place) {
    String method = text.toUpperCase(Locale.ROOT);
    if (!METHODS.contains(method)) {
      throw place.mistake(
          "Method must be an HTTP method or any: " + text,
          Spelling.nearest(text, METHODS)
              .map(near -> "write Method: " + near.toLowerCase(Locale.ROOT))
              .orElse("write Method: get or the like"));
    }
    return method.equals("*") ? ApiRoute.ANY : method;
  }

  static String path(String text, Place place) {
    if (text.equals(ApiRoute.OTHERWISE)) {
      return text;
    }
    if (!text.startsWith("/")) {
      throw place.mistake("Path must begin with a slash: " + text, "write Path: /" + text);
    }
    String[] segments = text.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      if (!SEGMENT.matcher(segments[i]).matches()) {
        throw place.mistake(
            "a parameter of Path must be a whole segment: " + text,
            "write it between two slashes, such as /pets/{id}");
      }
      if (segments[i].endsWith("+}") && i < segments.length - 1) {
        throw place.mistake(
            "a greedy parameter of Path must be its end: " + text,
            "leave out what follows " + segments[i]);
      }
    }
    return text;
  }
}
