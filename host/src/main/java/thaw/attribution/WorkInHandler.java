package thaw.attribution;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What own code asks for in the first invocation and could ask for in init; the largest only, and
 * nothing that a finding of its own tells: clients and their calls, containers, JSON.
 */
final class WorkInHandler implements Check {
  private static final int MOST = 3;

  /** Fewer scatter by half and more. */
  private static final int LEAST_SAMPLES = 5;

  private static final Pattern CLIENT_CALL =
      Pattern.compile("software\\.amazon\\.awssdk\\.services\\..*Client\\.\\w+");

  @Override
  public List<Finding> findings(Case examined) {
    Map<String, List<ProfileSample>> byPlace =
        examined.profile().by(Movables.isMovable(examined), examined::ownPlace);
    return Movables.of(examined).stream()
        .filter(movable -> !isToldElsewhere(movable.method()))
        .map(
            movable -> finding(examined, movable, byPlace.getOrDefault(movable.place(), List.of())))
        .flatMap(Optional::stream)
        .limit(MOST)
        .toList();
  }

  private static Optional<Finding> finding(
      Case examined, Explanation.Movable movable, List<ProfileSample> samples) {
    Cost cost = examined.profile().cost(samples);
    if (cost.samples() < LEAST_SAMPLES
        || samples.stream()
            .anyMatch(
                sample -> examined.clients().stream().anyMatch(build -> build.contains(sample)))) {
      return Optional.empty();
    }
    Set<ProfileSample> same = Collections.newSetFromMap(new IdentityHashMap<>());
    same.addAll(samples);
    return Optional.of(
        Check.finding(
            "work-in-handler",
            movable.method() + " runs in the first invocation and could run in init",
            "it took %s; %s".formatted(cost.text(), movable.why()),
            movable.place(),
            examined.profile().moved(same::contains, examined.settings().snapStart()),
            "call it once in a static initialiser and keep what it makes: private static final ..."));
  }

  private static boolean isToldElsewhere(String method) {
    return CLIENT_CALL.matcher(method).matches()
        || Container.ALL.stream().anyMatch(container -> container.code().test(method))
        || JsonBinding.ALL.stream().anyMatch(binding -> binding.code().test(method));
  }
}
