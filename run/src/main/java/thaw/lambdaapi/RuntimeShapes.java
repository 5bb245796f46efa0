package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import thaw.platform.CustomerRuntimes;
import thaw.platform.record.Arn;
import thaw.platform.record.PublishedRuntime;
import thaw.platform.record.ReleaseLifecycle;
import thaw.platform.record.RuntimeImages;

/** Customer-managed runtimes, with versions and aliases, as lambda-core describes them. */
record RuntimeShapes(CustomerRuntimes runtimes) {
  static final String ACTIVE = "ACTIVE";

  /** Returns a runtime without the state, which what creates and updates does not tell. */
  ObjectNode described(PublishedRuntime runtime) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("Arn", runtime.arn()).put("Name", runtime.name());
    text(node, "Description", runtime.description());
    text(node, "LicenseInfo", runtime.license());
    lifecycle(node, runtimes.lifecycle(runtime));
    times(node, runtime.createdMillis(), runtime.modifiedMillis());
    return node;
  }

  ObjectNode runtime(PublishedRuntime runtime) {
    ObjectNode node = described(runtime);
    state(node, runtime.deletionMillis());
    return node;
  }

  ObjectNode version(PublishedRuntime.Version version) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("Name", version.name())
        .put("Arn", version.arn())
        .put("ResolvedUri", version.image().uri());
    state(node, version.deletionMillis());
    text(node, "ReleaseNotes", version.releaseNotes());
    compatibility(node, version.image());
    times(node, version.createdMillis(), version.modifiedMillis());
    return node;
  }

  ObjectNode withPlatforms(PublishedRuntime.Version version) {
    ObjectNode node = version(version);
    ArrayNode platforms = node.putArray("Platforms");
    version
        .image()
        .platforms()
        .forEach(platform ->
            platforms
                .addObject()
                .put("Architecture", platform.architecture())
                .put("Os", platform.os())
                .put("Digest", platform.digest()));
    return node;
  }

  ObjectNode alias(PublishedRuntime.Alias alias) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("Name", alias.name())
        .put("Arn", alias.arn())
        .put("RuntimeVersion", alias.version())
        .put("RuntimeVersionArn", Arn.runtimeVersion(alias.runtime(), alias.version()));
    state(node, alias.deletionMillis());
    text(node, "Description", alias.description());
    lifecycle(node, runtimes.lifecycle(alias));
    times(node, alias.createdMillis(), alias.modifiedMillis());
    return node;
  }

  /** Returns an alias with what the version that it leads to goes with. */
  ObjectNode withCompatibility(PublishedRuntime.Alias alias) {
    ObjectNode node = alias(alias);
    PublishedRuntime.Version version =
        runtimes.get(alias.runtime()).versions().get(alias.version());
    if (version != null) {
      compatibility(node, version.image());
    }
    return node;
  }

  private static void compatibility(ObjectNode node, RuntimeImages.Image image) {
    ObjectNode compatibility = node.putObject("Compatibility");
    compatibility.putArray("IntegrationModels").add("RuntimeAPI");
    ArrayNode architectures = compatibility.putArray("Architectures");
    image.architectures().forEach(architectures::add);
    compatibility.put("ManagedInstances", "NotSupported"); // there are none here
  }

  private static void state(ObjectNode node, @Nullable Long deletionMillis) {
    node.put("State", deletionMillis == null ? ACTIVE : "PENDING_DELETION");
    if (deletionMillis != null) {
      node.put("PendingDeletionAt", ApiTimes.withMillis(deletionMillis));
    }
  }

  private static void times(ObjectNode node, long createdMillis, long modifiedMillis) {
    node.put("Created", ApiTimes.withMillis(createdMillis))
        .put("LastModified", ApiTimes.withMillis(modifiedMillis));
  }

  private static void lifecycle(ObjectNode node, ReleaseLifecycle lifecycle) {
    if (!lifecycle.isNone()) {
      ObjectNode members = node.putObject("ReleaseLifecycle");
      text(members, "ReleaseState", lifecycle.releaseState());
      text(members, "DeprecationDate", lifecycle.deprecationDate());
      text(members, "FunctionCreateBlockDate", lifecycle.functionCreateBlockDate());
      text(members, "FunctionUpdateBlockDate", lifecycle.functionUpdateBlockDate());
    }
  }

  private static void text(ObjectNode node, String member, @Nullable String value) {
    if (value != null) {
      node.put(member, value);
    }
  }
}
