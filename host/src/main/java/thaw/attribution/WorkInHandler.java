package thaw.attribution;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What own code asks for in the first invocation and could ask for in init; the largest only. */
final class WorkInHandler implements Check {
  private static final int MOST = 3;

  @Override
  public List<Finding> findings(Case examined) {
    List<ClientBuild> clients = examined.clients();
    return Movables.of(examined).stream()
        .map(movable -> finding(examined, movable, clients))
        .flatMap(Optional::stream)
        .limit(MOST)
        .toList();
  }

  private static Optional<Finding> finding(
      Case examined, Explanation.Movable movable, List<ClientBuild> clients) {
    Predicate<ProfileSample> same =
        Movables.isMovable(examined)
            .and(sample -> examined.ownPlace(sample).equals(Optional.of(movable.place())));
    boolean told =
        examined.profile().samples().stream()
            .filter(same)
            .anyMatch(sample -> clients.stream().anyMatch(build -> build.contains(sample)));
    if (told) {
      return Optional.empty();
    }
    return Optional.of(
        Check.finding(
            "work-in-handler",
            movable.method() + " runs in the first invocation and could run in init",
            "it took %s; %s".formatted(examined.profile().cost(same).text(), movable.why()),
            movable.place(),
            examined.profile().moved(same, examined.settings().snapStart()),
            "call it once in a static initialiser and keep what it makes: private static final ..."));
  }
}
