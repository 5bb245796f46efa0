package thaw.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/** A workshop that is asked only what the logbook does not know. */
record Remembering(Workshop workshop, Logbook logbook) implements Workshop {
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
  public Optional<String> make(Draft draft) throws InterruptedException {
    Optional<Optional<String>> known = logbook.made(draft);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<String> obstacle = workshop.make(draft);
    logbook.made(draft, obstacle);
    return obstacle;
  }

  @Override
  public Duration makingTakes(Draft draft) {
    return workshop.makingTakes(draft);
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
