package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.CustomerRuntimes;
import thaw.platform.record.Arn;
import thaw.platform.record.PublishedRuntime;
import thaw.platform.record.Refused;
import thaw.platform.record.ReleaseLifecycle;

/**
 * Customer-managed runtimes, their versions and aliases: operations of the service lambda-core,
 * which has the address of the Lambda API here.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/lambda-core/">Lambda Core</a>
 */
final class RuntimeOperations {
  private static final String BASE = "/2026-10-01/runtimes";
  private static final String ONE = BASE + "/{RuntimeName}";
  private static final String VERSIONS = ONE + "/versions";
  private static final String VERSION = VERSIONS + "/{Name}";
  private static final String ALIASES = ONE + "/aliases";
  private static final String ALIAS = ALIASES + "/{Name}";

  private static final String WINDOW = "x-amzn-runtime-recovery-window-in-days";
  private static final int LONGEST_WINDOW_DAYS = 30;

  private final CustomerRuntimes runtimes;
  private final RuntimeShapes shapes;

  RuntimeOperations(CustomerRuntimes runtimes) {
    this.runtimes = runtimes;
    this.shapes = new RuntimeShapes(runtimes);
  }

  List<Operation> operations() {
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
  private static String runtime(ApiRequest request) {
    String written = request.parameter("RuntimeName");
    String name = written.substring(written.indexOf('/') + 1);
    if (!written.equals(name) && !written.equals(Arn.runtime(name))) {
      throw Refused.notFound("Runtime not found: " + written);
    }
    return name;
  }

  private static String child(ApiRequest request) {
    return request.parameter("Name");
  }

  private static ReleaseLifecycle lifecycle(Input input) {
    return input
        .object("ReleaseLifecycle")
        .map(object ->
            new ReleaseLifecycle(
                object.textOrNull("ReleaseState"),
                object.textOrNull("DeprecationDate"),
                object.textOrNull("FunctionCreateBlockDate"),
                object.textOrNull("FunctionUpdateBlockDate")))
        .orElse(ReleaseLifecycle.NONE);
  }

  private static CustomerRuntimes.About about(Input input) {
    return new CustomerRuntimes.About(
        input.textOrNull("Description"), input.textOrNull("LicenseInfo"), lifecycle(input));
  }

  private static CustomerRuntimes.Target target(Input input, String version) {
    return new CustomerRuntimes.Target(version, input.textOrNull("Description"), lifecycle(input));
  }

  private static Duration window(ApiRequest request) {
    return Duration.ofDays(
        request.header(WINDOW).map(Integer::parseInt).orElse(LONGEST_WINDOW_DAYS));
  }

  private Response create(ApiRequest request) {
    Input input = request.input();
    String name = input.required("Name");
    CustomerRuntimes.About about = about(input);
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    TagOperations.requireFew(tags);
    return Response.json(202, shapes.described(runtimes.create(name, about, tags)));
  }

  private Response list(ApiRequest request) {
    return ListPage.ofRuntimes()
        .answer(request, runtimes.all(), PublishedRuntime::name, shapes::runtime);
  }

  private Response get(ApiRequest request) {
    PublishedRuntime runtime = runtimes.get(runtime(request));
    return Response.json(shapes.runtime(runtime).put("Id", runtime.id()));
  }

  private Response update(ApiRequest request) {
    Input input = request.input();
    CustomerRuntimes.About about = about(input);
    String name = runtime(request);
    return Response.json(shapes.described(runtimes.update(name, about)));
  }

  private Response delete(ApiRequest request) {
    Duration window = window(request);
    runtimes.delete(runtime(request), window);
    return accepted();
  }

  /** Returns a response without a body. */
  private static Response accepted() {
    return new Response(202, Map.of(), new byte[0]);
  }

  private Response restore(ApiRequest request) {
    Optional<String> version = request.queried("RuntimeVersion");
    Optional<String> alias = request.queried("RuntimeAlias");
    String name = runtime(request);
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
    String name = input.required("Name");
    String notes = input.textOrNull("ReleaseNotes");
    boolean dryRun = input.flag("DryRun").orElse(false);
    String runtime = runtime(request);
    return Response.json(
        201, shapes.withPlatforms(runtimes.createVersion(runtime, name, image, notes, dryRun)));
  }

  private Response versions(ApiRequest request) {
    return ListPage.ofRuntimes()
        .answer(
            request,
            List.copyOf(runtimes.get(runtime(request)).versions().values()),
            PublishedRuntime.Version::name,
            shapes::version);
  }

  private Response version(ApiRequest request) {
    String name = child(request);
    return Response.json(shapes.withPlatforms(runtimes.version(runtime(request), name)));
  }

  private Response updateVersion(ApiRequest request) {
    Input input = request.input();
    String name = child(request);
    String notes = input.required("ReleaseNotes");
    return Response.json(
        shapes.withPlatforms(runtimes.updateVersion(runtime(request), name, notes)));
  }

  private Response deleteVersion(ApiRequest request) {
    String name = child(request);
    Duration window = window(request);
    runtimes.deleteVersion(runtime(request), name, window);
    return accepted();
  }

  private Response createAlias(ApiRequest request) {
    Input input = request.input();
    String version = input.required("RuntimeVersion");
    String name = input.required("Name");
    CustomerRuntimes.Target target = target(input, version);
    String runtime = runtime(request);
    return Response.json(201, shapes.alias(runtimes.createAlias(runtime, name, target)));
  }

  private Response aliases(ApiRequest request) {
    return ListPage.ofRuntimes()
        .answer(
            request,
            List.copyOf(runtimes.get(runtime(request)).aliases().values()),
            PublishedRuntime.Alias::name,
            shapes::withCompatibility);
  }

  private Response alias(ApiRequest request) {
    String name = child(request);
    return Response.json(shapes.withCompatibility(runtimes.alias(runtime(request), name)));
  }

  private Response updateAlias(ApiRequest request) {
    Input input = request.input();
    String name = child(request);
    String version = input.required("RuntimeVersion");
    CustomerRuntimes.Target target = target(input, version);
    String runtime = runtime(request);
    PublishedRuntime.Alias updated = runtimes.updateAlias(runtime, name, target);
    return Response.json(shapes.withCompatibility(updated).put("RuntimeName", runtime));
  }

  private Response deleteAlias(ApiRequest request) {
    String name = child(request);
    Duration window = window(request);
    runtimes.deleteAlias(runtime(request), name, window);
    return accepted();
  }
}
