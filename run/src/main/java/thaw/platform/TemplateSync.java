package thaw.platform;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.function.AliasDefinition;
import thaw.function.EventInvokeConfig;
import thaw.function.FunctionDefinition;
import thaw.function.ManagedInstances;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.EventInvokeRecord;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.LayerUse;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.Registry;

/**
 * Makes what there is when the program starts: what was kept, with what the template says of it,
 * and what that refers to. It is used only before anything runs.
 */
record TemplateSync(Registry registry, List<FunctionDefinition> templates) {
  /** The template says what the latest version of its functions is; all else is as it was kept. */
  void load(long nowMillis) {
    Map<String, FunctionRecord> kept = new HashMap<>();
    registry.kept().forEach(function -> kept.put(function.name(), function));
    for (FunctionDefinition template : templates) {
      registry.load(function(template, kept.remove(template.name()), nowMillis));
    }
    kept.values().stream()
        .filter(function -> !function.fromTemplate() || function.latest().code() != null)
        .forEach(registry::load);
  }

  private static FunctionRecord function(
      FunctionDefinition template, @Nullable FunctionRecord before, long nowMillis) {
    FunctionVersion latest = Definitions.latest(template, nowMillis);
    FunctionRecord function =
        before == null
            ? FunctionRecord.of(template.name(), true, latest, Map.of())
            : FunctionCatalog.merged(before, latest);
    if (template.reservedConcurrency().isPresent()) {
      function = function.withReserved(template.reservedConcurrency().getAsInt());
    }
    EventInvokeConfig events = template.asynchronous().config();
    function = withEvents(function, FunctionVersion.LATEST, events, nowMillis);
    if (template.managed().isPresent()) {
      function = scaled(function, template.managed().get());
    }
    if (template.url().isPresent()) {
      function = TemplateUrl.given(function, "", template.url().get(), nowMillis);
    }
    for (AliasDefinition alias : template.aliases()) {
      function = withEvents(function, alias.name(), alias.events(), nowMillis);
      if (alias.url().isPresent()) {
        function = TemplateUrl.given(function, alias.name(), alias.url().get(), nowMillis);
      }
    }
    return function;
  }

  private static FunctionRecord withEvents(
      FunctionRecord function, String qualifier, EventInvokeConfig events, long nowMillis) {
    return events.equals(EventInvokeConfig.NONE)
        ? function
        : function.withEventInvoke(qualifier, EventInvokeRecord.of(events, nowMillis));
  }

  private static FunctionRecord scaled(FunctionRecord function, ManagedInstances on) {
    if (on.least().isEmpty() && on.most().isEmpty()) {
      return function;
    }
    return function.withScaling(
        FunctionVersion.LATEST_PUBLISHED,
        new CapacityProvider.Scaling(
            on.least().isPresent() ? on.least().getAsInt() : null,
            on.most().isPresent() ? on.most().getAsInt() : null));
  }

  /** Returns the reserved concurrency by function. */
  Map<String, Integer> reserved() {
    Map<String, Integer> reserved = new HashMap<>();
    for (FunctionRecord function : registry.all()) {
      Integer limit = function.reserved();
      if (limit != null) {
        reserved.put(function.name(), limit);
      }
    }
    return reserved;
  }

  /** Digests of code that a function, a version or a layer is made of. */
  Set<String> referredTo(Layers layers) {
    Set<String> digests = new HashSet<>(layers.digests());
    Stream.concat(registry.all().stream(), registry.kept().stream())
        .flatMap(function ->
            Stream.concat(Stream.of(function.latest()), function.versions().values().stream()))
        .forEach(version -> {
          PackagedCode own = version.code();
          if (own != null) {
            digests.add(own.hex());
          }
          List<LayerUse> used = version.settings().layers();
          if (used != null) {
            used.forEach(layer -> digests.add(layer.code().hex()));
          }
        });
    return digests;
  }
}
