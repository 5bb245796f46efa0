package thaw.remedy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.PrimedClient;
import thaw.remedy.edit.SdkWarmUpCall;

/**
 * The first call of a client is made in init, by a request that the service refuses. Which call
 * that is, and that init makes the client but no call of it, was seen in the explained starts.
 */
public final class ClientPriming {
  /** A method of a generated client. */
  private static final Pattern METHOD =
      Pattern.compile(
          "(software\\.amazon\\.awssdk\\.services\\.\\w+\\.)Default(\\w+Client)\\.(\\w+)");

  /**
   * What is moved is another call, which is refused: of five kept steps that were predicted to gain
   * more than 100 ms two gained half of that, and two a fifth more.
   */
  private static final double LEAST_OF_CALL = 0.65;

  private static final double MOST_OF_CALL = 1.2;

  private ClientPriming() {}

  /** A call of a client that the first request was seen to make. */
  private record Seen(
      String client, String operation, HarmlessCalls.Harmless harmless, double millis) {
    static Optional<Seen> of(Explanation.MethodTime method) {
      Matcher matcher = METHOD.matcher(method.method());
      if (!matcher.matches()) {
        return Optional.empty();
      }
      String client = matcher.group(1) + matcher.group(2);
      return HarmlessCalls.of(client, matcher.group(3))
          .map(harmless -> new Seen(client, matcher.group(3), harmless, method.inclusiveMillis()));
    }
  }

  /**
   * @param sources of the handler's module, as the draft has them
   */
  public static List<Remedy> of(Explanation explanation, JavaSources sources) {
    Optional<Finding> finding =
        explanation.findings().stream()
            .filter(each -> Family.PRIMING.answers(each.id()))
            .findFirst();
    List<Remedy> remedies = new ArrayList<>();
    List<Seen> costliest = costliest(explanation, SdkWarmUpCall.isIn(sources));
    if (finding.isPresent() && costliest.isEmpty()) {
      sources.note(
          "the first request was seen in no operation of a client that init has not called yet and"
              + " whose service is known to refuse it");
    }
    for (Seen seen : finding.isEmpty() ? List.<Seen>of() : costliest) {
      if (!isMadeInInit(explanation, seen.client())) {
        sources.note(
            seen.client().substring(seen.client().lastIndexOf('.') + 1)
                + " was not seen to be made in init alone");
      } else {
        PrimedClient.of(
                sources,
                seen.client(),
                seen.harmless().call(),
                seen.harmless().missing(),
                method -> isOfInit(explanation, method))
            .map(proposal ->
                remedy(finding.get(), seen, share(explanation, seen.millis()), proposal))
            .ifPresent(remedies::add);
      }
    }
    return remedies;
  }

  /** Returns whether the start had a call of a client that can be made in init. */
  static boolean isSeen(Explanation explanation) {
    return !costliest(explanation, false).isEmpty();
  }

  private static boolean isOfInit(Explanation explanation, String method) {
    return explanation.methods().stream()
        .filter(each -> each.method().equals(method))
        .anyMatch(each -> each.initMillis() > 0 && each.inclusiveMillis() <= each.initMillis());
  }

  /**
   * Returns the call's share of all that the first invocation was seen to do; the rest of it stays.
   */
  static double share(Explanation explanation, double callMillis) {
    double all =
        explanation.methods().stream()
            .mapToDouble(method -> method.inclusiveMillis() - method.initMillis())
            .max()
            .orElse(0);
    return all > 0 ? Math.min(1, callMillis / all) : 1;
  }

  private static Remedy remedy(
      Finding finding, Seen seen, double share, PrimedClient.Proposal proposal) {
    String name = seen.client().substring(seen.client().lastIndexOf('.') + 1);
    return new Remedy(
        Family.PRIMING.id(name),
        Family.PRIMING.kind(),
        Optional.of(finding.id()),
        "%s makes a first %s in init, which is refused: %s:%d"
            .formatted(name, seen.operation(), proposal.file(), proposal.line()),
        new Prediction(
            LEAST_OF_CALL * finding.lowMillis() * share,
            MOST_OF_CALL * finding.highMillis() * share),
        new Change.Sources(proposal.edits()));
  }

  /**
   * Returns the longest call of each client of which init calls nothing.
   *
   * @param isWarmedUp by the SDK in init: its calls are others, which may leave some
   */
  private static List<Seen> costliest(Explanation explanation, boolean isWarmedUp) {
    List<Seen> costliest = new ArrayList<>();
    List<String> clients = new ArrayList<>();
    explanation.methods().stream()
        .filter(method -> !isWarmedUp && method.initMillis() > 0)
        .flatMap(method -> Seen.of(method).stream())
        .forEach(seen -> clients.add(seen.client()));
    explanation.methods().stream()
        .sorted(Comparator.comparingDouble(Explanation.MethodTime::inclusiveMillis).reversed())
        .flatMap(method -> Seen.of(method).stream())
        .filter(seen -> !clients.contains(seen.client()))
        .forEach(seen -> {
          clients.add(seen.client());
          costliest.add(seen);
        });
    return costliest;
  }

  /**
   * Returns whether init makes the client, as seen by its class, which an archive may load earlier,
   * or by samples. A start from a snapshot shows nothing of init: there it is what the first
   * invocation has, and was not seen to make.
   */
  private static boolean isMadeInInit(Explanation explanation, String client) {
    int dot = client.lastIndexOf('.') + 1;
    String made = client.substring(0, dot) + "Default" + client.substring(dot);
    List<PhaseName> loaded =
        explanation.classes().list().stream()
            .filter(each -> each.name().equals(made))
            .map(Explanation.LoadedClass::phase)
            .toList();
    List<Explanation.MethodTime> making =
        explanation.methods().stream()
            .filter(method ->
                method.method().equals(made + ".<init>")
                    || method.method().equals(made + "Builder.buildClient"))
            .toList();
    boolean isSeen =
        explanation.wasRestored()
            || loaded.contains(PhaseName.HANDLER_INIT)
            || making.stream().anyMatch(method -> method.initMillis() > 0);
    return isSeen
        && !loaded.contains(PhaseName.FIRST_INVOCATION)
        && making.stream().allMatch(method -> method.inclusiveMillis() <= method.initMillis());
  }
}
