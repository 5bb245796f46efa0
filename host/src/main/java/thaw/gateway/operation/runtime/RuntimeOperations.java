package thaw.gateway.operation.runtime;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.gateway.operation.TagOperations;
import thaw.gateway.request.ApiError;
import thaw.gateway.request.ApiRequest;
import thaw.gateway.request.ApiTimes;
import thaw.gateway.request.Constraint;
import thaw.gateway.request.Input;
import thaw.gateway.request.ListPage;
import thaw.gateway.request.Operation;
import thaw.http.Response;
import thaw.platform.catalog.CustomerRuntimes;
import thaw.platform.record.Arn;
import thaw.platform.record.Refused;
import thaw.platform.record.resource.PublishedRuntime;
import thaw.platform.record.resource.ReleaseLifecycle;

/**
 * Customer-managed runtimes, their versions and aliases: operations of the service lambda-core,
 * which has the address of the Lambda API here.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/lambda-core/">Lambda Core</a>
 */
public final class RuntimeOperations {
  private static final String BASE = "/2026-10-01/runtimes";
  private static final String ONE = BASE + "/{RuntimeName}";
  private static final String VERSIONS = ONE + "/versions";
  private static final String VERSION = VERSIONS + "/{Name}";
  private static final String ALIASES = ONE + "/aliases";
  private static final String ALIAS = ALIASES + "/{Name}";

  private static final String NAME_FORM = "[a-z0-9]([a-z0-9_.-]{0,126})?[a-z0-9]";
  private static final Constraint NAME = Constraint.matches(NAME_FORM);
  private static final Constraint IDENTIFIER =
      Constraint.matches(
          "(arn:(aws[a-zA-Z-]*):lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:\\d{12}:runtime/)?"
              + NAME_FORM);
  private static final Constraint CHILD =
      Constraint.matches("[A-Za-z0-9_]([A-Za-z0-9_.-]{0,126}[A-Za-z0-9_])?");
  private static final Constraint DATE = Constraint.matches("\\d{4}-\\d{2}-\\d{2}");
  private static final Constraint WITHOUT_CONTROLS = Constraint.matches("[^\\p{C}]*");
  private static final Constraint TEXT = Constraint.atMost(1024);

  private static final String WINDOW = "x-amzn-runtime-recovery-window-in-days";
  private static final int SHORTEST_WINDOW_DAYS = 7;
  private static final int LONGEST_WINDOW_DAYS = 30;

  private final CustomerRuntimes runtimes;
  private final RuntimeShapes shapes;

  public RuntimeOperations(CustomerRuntimes runtimes) {
    this.runtimes = runtimes;
    this.shapes = new RuntimeShapes(runtimes);
  }

  public List<Operation> operations() {
    return List.of(
        new Operation("CreateRuntime", "POST", BASE, this::create),
        new Operation("ListRuntimes", "GET", BASE, this::list),
        new Operation("GetRuntime", "GET", ONE, this::get),
        new Operation("UpdateRuntime", "PUT", ONE, this::update),
        new Operation("DeleteRuntime", "DELETE", ONE, this::delete),
        new Operation("RestoreRuntime", "POST", ONE + "/restore", this::restore),
        new Operation("CreateRuntimeVersion", "POST", VERSIONS, this::createVersion),
        new Operation("ListRuntimeVersions", "GET", VERSIONS, this::versions),
        new Operation("GetRuntimeVersion", "GET", VERSION, this::version),
        new Operation("UpdateRuntimeVersion", "PATCH", VERSION, this::updateVersion),
        new Operation("DeleteRuntimeVersion", "DELETE", VERSION, this::deleteVersion),
        new Operation("CreateRuntimeAlias", "POST", ALIASES, this::createAlias),
        new Operation("ListRuntimeAliases", "GET", ALIASES, this::aliases),
        new Operation("GetRuntimeAlias", "GET", ALIAS, this::alias),
        new Operation("UpdateRuntimeAlias", "PUT", ALIAS, this::updateAlias),
        new Operation("DeleteRuntimeAlias", "DELETE", ALIAS, this::deleteAlias));
  }

  /** The runtime's name, of a name or an ARN. Those of other accounts and regions are not here. */
  private static String runtime(ApiRequest request, Input input) {
    String written = request.parameter("RuntimeName");
    input.check(written, "runtimeName", Constraint.atLeast(2), Constraint.atMost(2048), IDENTIFIER);
    input.requireValidParameters();
    String name = written.substring(written.indexOf('/') + 1);
    if (!written.equals(name) && !written.equals(Arn.runtime(name))) {
      throw Refused.notFound("Runtime not found: " + written);
    }
    return name;
  }

  private static String child(ApiRequest request, Input input) {
    String name = request.parameter("Name");
    checkChild(name, "name", input);
    return name;
  }

  private static void checkChild(String name, String path, Input input) {
    input.check(name, path, Constraint.atLeast(1), Constraint.atMost(128), CHILD);
  }

  private static String requiredChild(Input input, String member) {
    return input.required(member, Constraint.atLeast(1), Constraint.atMost(128), CHILD);
  }

  private static ReleaseLifecycle lifecycle(Input input) {
    return input
        .object("ReleaseLifecycle")
        .map(object ->
            new ReleaseLifecycle(
                object.textOrNull("ReleaseState", Constraint.oneOf("PREVIEW", "GA", "DEPRECATED")),
                object.textOrNull("DeprecationDate", DATE),
                object.textOrNull("FunctionCreateBlockDate", DATE),
                object.textOrNull("FunctionUpdateBlockDate", DATE)))
        .orElse(ReleaseLifecycle.NONE);
  }

  private static CustomerRuntimes.About about(Input input) {
    return new CustomerRuntimes.About(
        input.textOrNull("Description", TEXT),
        input.textOrNull("LicenseInfo", TEXT),
        lifecycle(input));
  }

  private static CustomerRuntimes.Target target(Input input, String version) {
    return new CustomerRuntimes.Target(
        version, input.textOrNull("Description", TEXT, WITHOUT_CONTROLS), lifecycle(input));
  }

  private static Duration window(ApiRequest request, Input input) {
    Optional<String> written = request.header(WINDOW);
    if (written.isEmpty()) {
      return Duration.ofDays(LONGEST_WINDOW_DAYS);
    }
    int days = written.get().matches("\\d{1,9}") ? Integer.parseInt(written.get()) : 0;
    if (days < SHORTEST_WINDOW_DAYS) {
      input.violation(
          written.get(),
          "recoveryWindowInDays",
          "Member must have value greater than or equal to " + SHORTEST_WINDOW_DAYS);
    } else if (days > LONGEST_WINDOW_DAYS) {
      input.violation(
          written.get(),
          "recoveryWindowInDays",
          "Member must have value less than or equal to " + LONGEST_WINDOW_DAYS);
    }
    return Duration.ofDays(days);
  }

  private Response create(ApiRequest request) {
    Input input = request.input();
    String name = input.required("Name", Constraint.atLeast(2), Constraint.atMost(128), NAME);
    CustomerRuntimes.About about = about(input);
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    input.requireValidParameters();
    TagOperations.requireFew(tags);
    return Response.json(202, shapes.described(runtimes.create(name, about, tags)));
  }

  private Response list(ApiRequest request) {
    return ListPage.ofRuntimes()
        .answer(request, runtimes.all(), PublishedRuntime::name, shapes::runtime);
  }

  private Response get(ApiRequest request) {
    PublishedRuntime runtime = runtimes.get(runtime(request, Input.empty()));
    return Response.json(shapes.runtime(runtime).put("Id", runtime.id()));
  }

  private Response update(ApiRequest request) {
    Input input = request.input();
    CustomerRuntimes.About about = about(input);
    String name = runtime(request, input);
    return Response.json(shapes.described(runtimes.update(name, about)));
  }

  private Response delete(ApiRequest request) {
    Input input = Input.empty();
    Duration window = window(request, input);
    runtimes.delete(runtime(request, input), window);
    return accepted();
  }

  /** Returns a response without a body. */
  private static Response accepted() {
    return new Response(202, Map.of(), new byte[0]);
  }

  private Response restore(ApiRequest request) {
    Input input = Input.empty();
    Optional<String> version = request.queried("RuntimeVersion");
    Optional<String> alias = request.queried("RuntimeAlias");
    version.ifPresent(name -> checkChild(name, "runtimeVersion", input));
    alias.ifPresent(name -> checkChild(name, "runtimeAlias", input));
    String name = runtime(request, input);
    if (version.isPresent() && alias.isPresent()) {
      throw ApiError.invalidParameter("RuntimeVersion and RuntimeAlias are mutually exclusive.")
          .refusal();
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("RuntimeName", name);
    if (version.isPresent()) {
      PublishedRuntime.Version restored = runtimes.restoreVersion(name, version.get());
      node.put("RuntimeVersion", version.get());
      return restored(node, restored.arn(), restored.modifiedMillis());
    }
    if (alias.isPresent()) {
      PublishedRuntime.Alias restored = runtimes.restoreAlias(name, alias.get());
      node.put("RuntimeAlias", alias.get());
      return restored(node, restored.arn(), restored.modifiedMillis());
    }
    PublishedRuntime restored = runtimes.restore(name);
    return restored(node, restored.arn(), restored.modifiedMillis());
  }

  private static Response restored(ObjectNode node, String arn, long modifiedMillis) {
    return Response.json(
        node.put("Arn", arn)
            .put("State", RuntimeShapes.ACTIVE)
            .put("LastModified", ApiTimes.withMillis(modifiedMillis)));
  }

  private Response createVersion(ApiRequest request) {
    Input input = request.input();
    String image = input.required("ImageUri");
    String name = requiredChild(input, "Name");
    String notes = input.textOrNull("ReleaseNotes");
    boolean dryRun = input.flag("DryRun").orElse(false);
    String runtime = runtime(request, input);
    return Response.json(
        201, shapes.withPlatforms(runtimes.createVersion(runtime, name, image, notes, dryRun)));
  }

  private Response versions(ApiRequest request) {
    return ListPage.ofRuntimes()
        .answer(
            request,
            List.copyOf(runtimes.get(runtime(request, Input.empty())).versions().values()),
            PublishedRuntime.Version::name,
            shapes::version);
  }

  private Response version(ApiRequest request) {
    Input input = Input.empty();
    String name = child(request, input);
    return Response.json(shapes.withPlatforms(runtimes.version(runtime(request, input), name)));
  }

  private Response updateVersion(ApiRequest request) {
    Input input = request.input();
    String name = child(request, input);
    String notes = input.required("ReleaseNotes");
    return Response.json(
        shapes.withPlatforms(runtimes.updateVersion(runtime(request, input), name, notes)));
  }

  private Response deleteVersion(ApiRequest request) {
    Input input = Input.empty();
    String name = child(request, input);
    Duration window = window(request, input);
    runtimes.deleteVersion(runtime(request, input), name, window);
    return accepted();
  }

  private Response createAlias(ApiRequest request) {
    Input input = request.input();
    String version = requiredChild(input, "RuntimeVersion");
    String name = requiredChild(input, "Name");
    CustomerRuntimes.Target target = target(input, version);
    String runtime = runtime(request, input);
    return Response.json(201, shapes.alias(runtimes.createAlias(runtime, name, target)));
  }

  private Response aliases(ApiRequest request) {
    return ListPage.ofRuntimes()
        .answer(
            request,
            List.copyOf(runtimes.get(runtime(request, Input.empty())).aliases().values()),
            PublishedRuntime.Alias::name,
            shapes::withCompatibility);
  }

  private Response alias(ApiRequest request) {
    Input input = Input.empty();
    String name = child(request, input);
    return Response.json(shapes.withCompatibility(runtimes.alias(runtime(request, input), name)));
  }

  private Response updateAlias(ApiRequest request) {
    Input input = request.input();
    String name = child(request, input);
    String version = requiredChild(input, "RuntimeVersion");
    CustomerRuntimes.Target target = target(input, version);
    String runtime = runtime(request, input);
    PublishedRuntime.Alias updated = runtimes.updateAlias(runtime, name, target);
    return Response.json(shapes.withCompatibility(updated).put("RuntimeName", runtime));
  }

  private Response deleteAlias(ApiRequest request) {
    Input input = Input.empty();
    String name = child(request, input);
    Duration window = window(request, input);
    runtimes.deleteAlias(runtime(request, input), name, window);
    return accepted();
  }
}
