package thaw.app.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.experiment.Turns;

/**
 * Cold starts in pods of a cluster to be measured.
 *
 * @param cluster address and namespace: samples of another one are others
 * @param variants what makes the pods of each, under its name
 * @param parallel pods at once
 * @param runs cold starts of each variant
 * @param out folder of the result; a measurement that was interrupted there is continued
 */
public record PodBenchRequest(
    String cluster, Map<PodStart, Turns.Side> variants, int parallel, int runs, Path out) {
  public PodBenchRequest {
    variants = new LinkedHashMap<>(variants);
    BenchRequest.requireRuns(runs);
  }

  /** Digest of all that makes samples comparable. */
  String plan() {
    StringBuilder facts = new StringBuilder(cluster);
    variants.keySet().forEach(each -> facts.append('\n').append(each.id()).append(each.name()));
    return DigestUtils.sha256Hex(facts.toString()).substring(0, 32);
  }
}
