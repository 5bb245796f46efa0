package thaw.remedy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.function.handler.HandlerName;
import thaw.json.Json;
import thaw.remedy.edit.FirstBinding;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.PrimedHandler;

/**
 * The runtime's serializer binds a first event and a first answer in init. Nothing of the function
 * runs but constructors and setters of its types: so it is for events that ask for a change, too.
 */
public final class EventBinding {
  /** What the runtime calls to bind an event or an answer. */
  private static final Pattern BINDING =
      Pattern.compile(
          "com\\.amazonaws\\.services\\.lambda\\.runtime\\."
              + "(serialization\\.[\\w.$]+\\.(fromJson|toJson)"
              + "|api\\.client\\.EventHandlerLoader\\.getSerializerCached)");

  /** An answer without values leaves some of it. */
  /** The event is a constant there: javac takes 65,535 bytes, and blanks are put between. */
  private static final int MOST_BYTES = 40_000;

  private static final double LEAST = 0.5;

  private EventBinding() {}

  /**
   * @param event of the explained start
   * @param sources of the handler's module, as the draft has them
   * @param named the handler as the function names it: {@code example.Handler::handle}, or without
   *     the method
   */
  public static Optional<Remedy> of(
      Explanation explanation, byte[] event, JavaSources sources, String named) {
    Optional<Finding> finding =
        explanation.findings().stream()
            .filter(each -> Family.FIRST_BINDING.answers(each.id()))
            .findFirst();
    if (finding.isEmpty()) {
      return Optional.empty();
    }
    HandlerName handler = HandlerName.of(named);
    Optional<JsonNode> read = Json.read(event);
    double moved = moved(explanation);
    if (event.length > MOST_BYTES) {
      sources.note(
          "the event has %,d bytes, more than a constant of a class can have"
              .formatted(event.length));
      return Optional.empty();
    }
    if (read.isEmpty() || moved <= 0) {
      sources.note(
          read.isEmpty()
              ? "the event is no JSON"
              : "the first invocation was not seen to wait for it: init has it done already");
      return Optional.empty();
    }
    if (read.get() instanceof ObjectNode object) {
      EventSecrets.remove(object);
    }
    return PrimedHandler.of(
            sources, handler.className(), new FirstBinding(read.get(), handler.method()))
        .map(proposal -> remedy(finding.get(), moved, proposal));
  }

  private static Remedy remedy(Finding finding, double moved, PrimedHandler.Proposal proposal) {
    return Family.FIRST_BINDING.remedy(
        Optional.of(finding.id()),
        "the runtime binds a first event in init, and drops it: %s:%d"
            .formatted(proposal.file(), proposal.line()),
        new Prediction(LEAST * moved, moved),
        new Change.Sources(proposal.edits(), proposal.handler()));
  }

  /**
   * Returns what is gained where all of it is done in init: what the quota makes of its CPU time,
   * and with a snapshot that CPU time, too.
   */
  private static double moved(Explanation explanation) {
    double cpu =
        explanation.methods().stream()
            .filter(each -> BINDING.matcher(each.method()).matches())
            .collect(
                Collectors.toMap(
                    each -> each.method().replaceFirst(".*\\.", ""),
                    each -> each.inclusiveMillis() - each.initMillis(),
                    Math::max)) // a serializer calls the one that it wraps
            .values()
            .stream()
            .mapToDouble(Double::doubleValue)
            .sum();
    int onCpu = explanation.wasRestored() ? 0 : 1;
    return explanation.phases().stream()
        .filter(each -> each.name() == PhaseName.FIRST_INVOCATION && each.cpuMillis() > 0)
        .mapToDouble(each -> cpu * (each.wallMillis() / each.cpuMillis() - onCpu))
        .sum();
  }
}
