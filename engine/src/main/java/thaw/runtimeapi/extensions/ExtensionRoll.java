package thaw.runtimeapi.extensions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * The extensions of one generation of processes, and which of their calls are legal in which state.
 * Knows no waiting. Guarded by its {@link ExtensionsSession}.
 */
final class ExtensionRoll {
  /** External and internal ones together. */
  static final int LIMIT = 10;

  private final boolean shared;
  private final Map<String, Extension> byIdentifier = new LinkedHashMap<>();

  /**
   * @param shared whether many requests share the environment, as on managed instances
   */
  ExtensionRoll(boolean shared) {
    this.shared = shared;
  }

  Extension add(String name, boolean external) {
    Extension extension = new Extension(name, UUID.randomUUID().toString(), external);
    byIdentifier.put(extension.identifier(), extension);
    return extension;
  }

  boolean hasTooMany() {
    return byIdentifier.size() > LIMIT;
  }

  Optional<Extension> find(Predicate<Extension> wanted) {
    return byIdentifier.values().stream().filter(wanted).findFirst();
  }

  Optional<Extension> named(String name) {
    return find(extension -> extension.name().equals(name));
  }

  @Nullable Extension known(String identifier) {
    return byIdentifier.get(identifier.toLowerCase(Locale.ROOT));
  }

  void give(ExtensionEvent event, Predicate<Extension> to) {
    byIdentifier.values().stream().filter(to).forEach(each -> each.pending = event);
  }

  List<PlatformEvent.ExtensionState> shown() {
    return byIdentifier.values().stream().map(Extension::shown).toList();
  }

  /**
   * @param open whether internal extensions, which nobody expects, still can
   */
  ExtensionReply register(@Nullable String name, List<String> events, boolean open) {
    if (name == null || name.isEmpty()) {
      return ExtensionReply.invalidName();
    }
    Optional<Extension> known = named(name);
    boolean external = known.map(Extension::isExternal).orElse(false);
    if (shared && !external && !events.isEmpty()) {
      return ExtensionReply.noEventsAllowed();
    }
    List<ExtensionEventType> types = new ArrayList<>();
    for (String event : events) {
      String problem = ExtensionEventType.problem(event, external, shared);
      if (problem != null) {
        return ExtensionReply.invalidEventType(event, problem);
      }
      types.add(ExtensionEventType.valueOf(event));
    }
    if (external) {
      return registered(known.get(), types);
    }
    if (!open) {
      return ExtensionReply.registrationClosed();
    }
    if (byIdentifier.size() >= LIMIT) {
      return ExtensionReply.tooMany();
    }
    return known.isPresent() ? ExtensionReply.nameTaken() : registered(add(name, false), types);
  }

  private static ExtensionReply registered(Extension extension, List<ExtensionEventType> types) {
    if (extension.state != Extension.State.STARTED) {
      return ExtensionReply.invalidTransition(
          extension.state.wireName(), Extension.State.REGISTERED.wireName(), extension.name());
    }
    extension.events = types.stream().distinct().toList();
    extension.state = Extension.State.REGISTERED;
    return new ExtensionReply.Registered(extension.identifier());
  }

  ExtensionReply failInit(@Nullable String identifier, @Nullable String errorType) {
    return report(identifier, errorType, Extension.State.INIT_ERROR, "InitError");
  }

  ExtensionReply failExit(@Nullable String identifier, @Nullable String errorType) {
    // AWS names the target so.
    return report(identifier, errorType, Extension.State.EXIT_ERROR, "Exited");
  }

  private ExtensionReply report(
      @Nullable String identifier,
      @Nullable String errorType,
      Extension.State target,
      String targetName) {
    ExtensionReply.Refused wrong = ExtensionReply.wrong(identifier);
    if (wrong != null || identifier == null) {
      return wrong != null ? wrong : ExtensionReply.missingIdentifier();
    }
    if (errorType == null || errorType.isEmpty()) {
      return ExtensionReply.missingErrorType();
    }
    Extension extension = known(identifier);
    if (extension == null) {
      return ExtensionReply.unknownIdentifier("Lambda-Extension-Identifier");
    }
    if (!extension.mayReport(target)) {
      return ExtensionReply.invalidTransition(
          extension.state.wireName(), targetName, extension.identifier());
    }
    if (extension.state != target) {
      extension.state = target;
      extension.errorType = errorType;
    }
    return new ExtensionReply.Accepted();
  }
}
