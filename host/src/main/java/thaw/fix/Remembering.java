package thaw.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/** A workshop that is asked only what the logbook does not know. */
final class Remembering implements Workshop {
  private final Workshop workshop;
  private final Logbook logbook;
  private final Set<Draft> made = new HashSet<>(); // by this program

  Remembering(Workshop workshop, Logbook logbook) {
    this.workshop = workshop;
    this.logbook = logbook;
  }

  @Override
  public Examined examine(Draft draft) throws InterruptedException {
    return workshop.examine(draft);
  }

  @Override
  public Optional<Remedy> mended(Draft draft, Remedy move, Duration most)
      throws InterruptedException {
    Optional<Remedy> known = logbook.mended(draft.with(move));
    if (known.isPresent()) {
      return known;
    }
    Optional<Remedy> mended = workshop.mended(draft, move, most);
    mended.ifPresent(each -> logbook.mended(draft.with(move), each));
    return mended;
  }

  @Override
  public Optional<Obstacle> make(Draft draft, Duration most) throws InterruptedException {
    Optional<Optional<String>> known = logbook.made(draft);
    if (known.isPresent()) {
      return known.get().map(Obstacle::of);
    }
    if (made.contains(draft)) {
      return Optional.empty();
    }
    Optional<Obstacle> obstacle = workshop.make(draft, most);
    if (obstacle.isEmpty()) {
      made.add(draft);
    }
    if (obstacle.filter(Obstacle::isOfTime).isEmpty()) { // another search has more, perhaps
      logbook.made(draft, obstacle.map(Obstacle::words));
    }
    return obstacle;
  }

  @Override
  public Duration makingTakes(Draft draft) {
    return made.contains(draft) ? Duration.ZERO : workshop.makingTakes(draft);
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
