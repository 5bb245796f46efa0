package thaw.lab.result;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdict on a published claim.
 *
 * @param claim as it was published, in one sentence with its figures
 * @param source who measured it, when and on what
 * @param answers one for each JDK, or one for the machine
 */
public record Verdict(String claim, String source, List<ForJdk> answers) {
  public Verdict {
    answers = List.copyOf(answers);
  }

  /** Returns the number of answers of each judgement. */
  public static Map<Judgement, Integer> counts(Stream<ForJdk> answers) {
    Map<Judgement, Integer> counts = new EnumMap<>(Judgement.class);
    answers.forEach(answer -> counts.merge(answer.judgement(), 1, Integer::sum));
    return counts;
  }

  /**
   * @param where the JDK's label, or {@code this machine}
   * @param evidence the figures that decide it, with units and sample counts
   */
  public record ForJdk(String where, Judgement judgement, String evidence) {
    /** Returns the answer that several figures have to bear out. */
    public static ForJdk all(List<ForJdk> parts) {
      return new ForJdk(
          parts.getFirst().where(),
          Bounds.all(parts.stream().map(ForJdk::judgement).toList()),
          parts.stream().map(ForJdk::evidence).collect(Collectors.joining("; ")));
    }

    /** Returns the answer with more evidence. */
    public ForJdk with(String more) {
      return new ForJdk(where, judgement, evidence + "; " + more);
    }

    /**
     * Returns the answer without a decision where something disturbed the samples.
     *
     * @param disturbance empty where nothing did
     */
    public ForJdk unless(Optional<String> disturbance) {
      return disturbance
          .map(reason -> undecided(where, evidence + "; the machine was busy: " + reason))
          .orElse(this);
    }

    /** Returns an answer for a claim that no figures can decide, with the reason. */
    public static ForJdk undecided(String where, String why) {
      return new ForJdk(where, Judgement.UNDECIDED, why);
    }

    /**
     * Returns an answer for a claim about a feature that this JDK or machine cannot have, with the
     * reason.
     */
    static ForJdk notApplicable(String where, String why) {
      return new ForJdk(where, Judgement.NOT_APPLICABLE, why);
    }
  }

  /** Whether it still holds. */
  public enum Judgement {
    HOLDS("holds"),
    NO_LONGER("no longer"),
    /** The judgement for too few samples, for too much noise, or where nothing was measured. */
    UNDECIDED("not decided"),
    /** The claim is about something that this JDK cannot have. */
    NOT_APPLICABLE("does not apply");

    private final String words;

    Judgement(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }

    /** Returns the words that stand behind a number of answers: {@code 2 hold}. */
    public String words(long answers) {
      return switch (this) {
        case HOLDS -> answers == 1 ? words : "hold";
        case NOT_APPLICABLE -> answers == 1 ? words : "do not apply";
        case NO_LONGER, UNDECIDED -> words;
      };
    }

    public static Judgement of(boolean holds) {
      return holds ? HOLDS : NO_LONGER;
    }
  }
}
