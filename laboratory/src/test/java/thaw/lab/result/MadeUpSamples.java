package thaw.lab.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Samples as a run would have taken them, with figures that a test chooses. */
public final class MadeUpSamples {
  private final List<Case> cases = new ArrayList<>();
  private final Map<Case, Map<Integer, Map<String, Double>>> values = new LinkedHashMap<>();

  /** One figure of a case, a value for each round. */
  public MadeUpSamples with(Case subject, Quantity quantity, double... rounds) {
    if (!cases.contains(subject)) {
      cases.add(subject);
    }
    for (int i = 0; i < rounds.length; i++) {
      values
          .computeIfAbsent(subject, _ -> new LinkedHashMap<>())
          .computeIfAbsent(i + 1, _ -> new LinkedHashMap<>())
          .put(quantity.key(), rounds[i]);
    }
    return this;
  }

  public Measurements samples() {
    List<Measurement> all = new ArrayList<>();
    values.forEach((subject, rounds) ->
        rounds.forEach((round, figures) ->
            all.add(new Measurement(subject, round, figures, Optional.empty()))));
    return new Measurements(cases, all);
  }

  /** Of the verdict whose claim has these words, by JDK. */
  public static Map<String, Verdict.Judgement> judgements(Conclusions conclusions, String words) {
    Verdict verdict =
        conclusions.verdicts().stream()
            .filter(one -> one.claim().contains(words))
            .findFirst()
            .orElseThrow();
    Map<String, Verdict.Judgement> judgements = new LinkedHashMap<>();
    verdict.answers().forEach(answer -> judgements.put(answer.where(), answer.judgement()));
    return judgements;
  }
}
