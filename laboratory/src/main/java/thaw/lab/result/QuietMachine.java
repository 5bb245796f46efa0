package thaw.lab.result;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Verdicts about the pauses of this machine, which nobody can give while other programs cause
 * pauses as well: each program first works for a while without a quota, and tells what part of that
 * time it was held back all the same.
 */
public record QuietMachine(Measurements samples) {
  public static final Quantity HELD_BACK =
      new Quantity("held_back_share", "", "held back without a quota");

  private static final double MOST = 0.02;

  public Verdict verdict(
      String claim, String source, Verdict.Judgement judgement, String evidence) {
    Optional<Spread> heldBack = samples.spread(HELD_BACK);
    boolean busy = heldBack.isPresent() && heldBack.get().median() > MOST;
    return new Verdict(
        claim,
        source,
        List.of(
            new Verdict.ForJdk(
                "this machine",
                busy ? Verdict.Judgement.UNDECIDED : judgement,
                busy ? evidence + "; " + reason(heldBack.get()) : evidence)));
  }

  private static String reason(Spread heldBack) {
    return String.format(
        Locale.ROOT,
        "the machine was busy: without a quota the thread was held back %.0f %% of the time",
        heldBack.median() * 100);
  }
}
