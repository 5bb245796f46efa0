package thaw.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/** A workshop that makes each draft once. */
final class Remembering implements Workshop {
  private final Workshop workshop;
  private final Map<Draft, Optional<Obstacle>> made = new HashMap<>();

  Remembering(Workshop workshop) {
    this.workshop = workshop;
  }

  @Override
  public Examined examine(Draft draft) throws InterruptedException {
    return workshop.examine(draft);
  }

  @Override
  public Optional<Remedy> mended(Draft draft, Remedy move, Duration most)
      throws InterruptedException {
    return workshop.mended(draft, move, most);
  }

  @Override
  public Optional<Obstacle> make(Draft draft, Duration most) throws InterruptedException {
    Optional<Obstacle> known = made.get(draft);
    if (known != null) {
      return known;
    }
    Optional<Obstacle> obstacle = workshop.make(draft, most);
    if (obstacle.filter(Obstacle::isOfTime).isEmpty()) { // there may be more of it later
      made.put(draft, obstacle);
    }
    return obstacle;
  }

  @Override
  public Duration makingTakes(Draft draft) {
    return made.containsKey(draft) ? Duration.ZERO : workshop.makingTakes(draft);
  }

  @Override
  public Optional<String> shownBy(Remedy remedy) {
    return workshop.shownBy(remedy);
  }

  @Override
  public Measured start(Draft draft) throws InterruptedException {
    return workshop.start(draft);
  }

  @Override
  public String original(Path file) {
    return workshop.original(file);
  }
}
