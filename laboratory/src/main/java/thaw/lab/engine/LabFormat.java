package thaw.lab.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import thaw.experiment.sampling.SampleFormat;
import thaw.lab.engine.SampleFile.HeadLine;
import thaw.lab.engine.SampleFile.SampleLine;
import thaw.lab.result.Case;
import thaw.lab.result.Measurement;
import thaw.sandbox.jdk.Jdk;

/**
 * Samples of a lesson as lines of its {@link SampleFile}. A run goes on with those of the same
 * lesson, programs, cases, JDKs and machine.
 *
 * @param first the first line
 */
record LabFormat(HeadLine first, List<Case> cases) implements SampleFormat<Measurement> {
  private static final MathContext SIX_DIGITS = new MathContext(6);

  /**
   * Returns the format for a lesson that has prepared its cases.
   *
   * @param jdks all that are compared
   */
  static LabFormat of(Lesson lesson, RunFacts facts, List<Jdk> jdks, List<Case> cases) {
    Map<String, String> fingerprints = new LinkedHashMap<>();
    jdks.forEach(jdk -> fingerprints.put(jdk.label(), jdk.fingerprint()));
    HeadLine first =
        new HeadLine(
            lesson.syllabus().name(),
            facts.edition(),
            facts.code(),
            Optional.of(lesson.identity()).filter(identity -> !identity.isEmpty()),
            facts.startedAt().toString(),
            facts.quick(),
            facts.rounds(),
            facts.seed(),
            facts.host(),
            Optional.of(fingerprints),
            cases.stream().map(Case::factors).toList());
    return new LabFormat(first, cases);
  }

  @Override
  public List<ObjectNode> head() {
    return List.of(SampleFile.MAPPER.valueToTree(first));
  }

  @Override
  public Optional<List<ObjectNode>> resumed(List<ObjectNode> lines) {
    boolean unfinished =
        SampleFile.content(lines).map(content -> !content.complete()).orElse(false);
    if (!unfinished || !comparable(lines.getFirst()).equals(comparable(head().getFirst()))) {
      return Optional.empty();
    }
    lines.getFirst().put("rounds", first.rounds());
    return Optional.of(lines);
  }

  /**
   * Returns the head without what differs from one run of the same experiment on the same machine
   * to the next.
   */
  private static ObjectNode comparable(ObjectNode head) {
    ObjectNode same = head.deepCopy();
    same.remove(List.of("startedAt", "rounds", "seed"));
    if (same.get("host") instanceof ObjectNode host) {
      host.retain("kernel", "cpu", "cpus");
    }
    return same;
  }

  @Override
  public List<Measurement> samples(List<ObjectNode> lines) {
    return SampleFile.content(lines).orElseThrow().samples().all();
  }

  @Override
  public ObjectNode line(Measurement sample) {
    return SampleFile.MAPPER.valueToTree(
        new SampleLine(
            cases.indexOf(sample.subject()),
            sample.round(),
            sample.failure().isPresent() ? Optional.empty() : Optional.of(rounded(sample.values())),
            sample.failure()));
  }

  /**
   * Returns the values by name, to six significant digits: nothing that is measured here is known
   * better.
   */
  private static Map<String, Double> rounded(Map<String, Double> values) {
    SortedMap<String, Double> rounded = new TreeMap<>(values);
    rounded.replaceAll((_, value) ->
        Double.isFinite(value) ? new BigDecimal(value).round(SIX_DIGITS).doubleValue() : value);
    return rounded;
  }
}
