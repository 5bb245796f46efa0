package thaw.experiment;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.environment.ProxyStatus;
import thaw.experiment.sampling.Rounds;

/**
 * Has what an experiment does, as data, before it does it.
 *
 * @param title what is measured, for people
 * @param variants the first is the baseline
 * @param runs samples a variant
 * @param seed of the order
 * @param pageCache whether the files are in the page cache when the JVM starts
 * @param given what is there before, and what functions shall answer
 */
public record Plan(
    String title,
    List<Variant> variants,
    int runs,
    long seed,
    PageCacheState pageCache,
    Given given) {
  /** Samples a variant when the user names no number. */
  public static final int DEFAULT_RUNS = 10;

  public Plan {
    variants = List.copyOf(variants);
  }

  /** Makes a plan without data, expectations and further invocations. */
  public Plan(String title, List<Variant> variants, int runs, long seed, PageCacheState pageCache) {
    this(title, variants, runs, seed, pageCache, Given.NOTHING);
  }

  public Plan with(Given other) {
    return new Plan(title, variants, runs, seed, pageCache, other);
  }

  /**
   * The settings that do not belong to a variant.
   *
   * @param data digest of what services have in them before the first start; empty for nothing
   * @param statuses that functions behind APIs shall answer; empty for all below 400
   * @param warm further invocations of each environment, after the one of its cold start
   * @param canExpect whether the command has an option for statuses that are meant
   * @param reasons why functions have answered errors, by logical id
   */
  public record Given(
      String data,
      List<Integer> statuses,
      int warm,
      boolean canExpect,
      Map<String, ErrorReason> reasons) {
    static final Given NOTHING = new Given("", List.of(), 0, false, Map.of());

    /** Makes those of a command with {@code --expect-status}. */
    public Given(String data, List<Integer> statuses, int warm) {
      this(data, statuses, warm, true, Map.of());
    }

    public Given {
      statuses = List.copyOf(statuses);
      reasons = Map.copyOf(reasons);
    }

    /** Returns the same with reasons of errors. */
    public Given because(Map<String, ErrorReason> reasons) {
      return new Given(data, statuses, warm, canExpect, reasons);
    }

    boolean isExpected(int status) {
      return statuses.isEmpty() ? status < ProxyStatus.FIRST_ERROR : statuses.contains(status);
    }
  }

  /** State of the page cache before each start. */
  public enum PageCacheState {
    /** One start of each variant, not measured, comes first. */
    WARM,
    /** Code, runtime client, archive and JDK are dropped from it before each start. */
    COLD,
    /** Each start reads them from storage that takes its time, as on Lambda. */
    LAMBDA
  }

  /** Returns the rounds in each of which every variant starts once. */
  Rounds<Variant> rounds() {
    return new Rounds<>(variants, runs, seed);
  }

  /**
   * Digest of all that makes samples comparable: variants with code, configuration, JDK and start,
   * event, page cache. Not the seed and not the number of runs: samples of a shorter or shuffled
   * plan count.
   */
  public String fingerprint() {
    MessageDigest digest = DigestUtils.getSha256Digest();
    String warm = given.warm() == 0 ? "" : "warm " + given.warm();
    digest.update((pageCache.name() + given.data() + warm).getBytes(StandardCharsets.UTF_8));
    for (Variant variant : variants) {
      digest.update(facts(variant).getBytes(StandardCharsets.UTF_8));
      digest.update(variant.event());
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  private static String facts(Variant variant) {
    var spec = variant.spec();
    Map<String, String> environment = new TreeMap<>(spec.function().environment());
    return String.join(
        "\n",
        variant.name(),
        spec.code().codeSha256(),
        spec.layers().map(layers -> layers.codeSha256()).orElse(""),
        spec.function().handler(),
        spec.function().memory().toString(),
        environment.toString(),
        spec.program().identity(),
        spec.start().words());
  }
}
