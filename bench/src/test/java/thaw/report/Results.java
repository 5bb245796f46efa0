package thaw.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantResultBuilder;
import thaw.experiment.VariantSetting;
import thaw.experiment.Warning;
import thaw.stats.MedianInterval;
import thaw.stats.Quantiles;
import thaw.stats.RankTest;

/** Plausible results: the variants of a well-known conference talk, with log-normal noise. */
public final class Results {
  public static final Host GOOD_HOST =
      new Host("6.1.0-18-amd64", "AMD EPYC 7B13", 4, 16_013, "v2", List.of());
  public static final Host POOR_HOST =
      new Host(
          "6.1.0-18-amd64",
          "AMD EPYC 7B13",
          4,
          16_013,
          "v1 with v2 freezer",
          List.of(
              "no CPU limit: the cgroup controller cpu is not delegated to this user, so every"
                  + " memory size runs on 4 whole CPUs",
              "no freeze between invocations: cgroup.freeze is read-only"));

  /** Medians in ms and what else a variant is made of. */
  public record Model(
      String name, String description, double init, double handler, int mib, int classes) {
    boolean restored() {
      return name.startsWith("snapstart");
    }
  }

  public static final List<Model> PETSTORE =
      List.of(
          new Model("guice-sdk1", "Guice, AWS SDK v1, 256 MB", 8_120, 15_480, 181, 11_204),
          new Model("guice-sdk2", "Guice, AWS SDK v2, 256 MB", 5_302, 11_880, 166, 9_417),
          new Model("guice-sdk2-static", "injector and client in init", 8_290, 3_710, 168, 9_420),
          new Model("dagger-sdk2", "Dagger, AWS SDK v2, 256 MB", 2_616, 9_384, 151, 7_833),
          new Model("dagger-sdk2-primed", "priming call in init", 3_951, 1_049, 158, 8_112),
          new Model("dagger-urlconnection", "URLConnection client", 2_983, 1_049, 142, 6_920),
          new Model("dagger-crt-aot-cache", "CRT client, JDK 25 AOT cache", 620, 240, 118, 6_904),
          new Model("snapstart-primed-crt", "SnapStart, priming, CRT", 0.9, 323.4, 118, 6_911),
          new Model("micronaut-native", "native executable", 410, 242, 96, 0),
          new Model("hello-world", "one class, no dependency", 81.6, 5.2, 61, 702));

  private Results() {}

  public static ExperimentResult petstore(int samples, Host host, long seed) {
    return of("petstore", host, PETSTORE, samples, seed);
  }

  public static ExperimentResult of(
      String title, Host host, List<Model> models, int samples, long seed) {
    Random random = new Random(seed);
    List<VariantResult> variants = new ArrayList<>();
    for (Model model : models) {
      List<Sample> taken = new ArrayList<>();
      for (int number = 1; number <= samples; number++) {
        boolean unlucky = samples > 20 && model.name().startsWith("guice") && number % 17 == 0;
        taken.add(unlucky ? failed(model.name(), number) : sample(model, number, random));
      }
      variants.add(variant(model, taken, variants.isEmpty() ? null : variants.getFirst()));
    }
    return new ExperimentResult(title, host, method(samples), variants, warnings());
  }

  /** Two functions at four memory sizes on two JDKs; the first invocation has CPU by memory. */
  public static ExperimentResult overMemory(int samples) {
    List<Model> models = new ArrayList<>();
    List<VariantSetting> settings = new ArrayList<>();
    for (String function : List.of("Create", "List")) {
      for (int mib : new int[] {256, 512, 1024, 1769}) {
        for (String jdk : List.of("17", "25")) {
          double size = (function.equals("Create") ? 900 : 450) * (jdk.equals("25") ? 0.8 : 1);
          String name = "%s %d MB JDK %s".formatted(function, mib, jdk);
          models.add(
              new Model(name, function, size / 2, size * 1769 / mib, 110 + mib / 100, 6_204));
          String options = "--function %s --memory %d --jdk %s".formatted(function, mib, jdk);
          settings.add(new VariantSetting(mib, "java25", Optional.of(options)));
        }
      }
    }
    ExperimentResult result = of("over memory", GOOD_HOST, models, samples, 9);
    List<VariantResult> variants = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      VariantResult each = result.variants().get(i);
      variants.add(
          each.with()
              .jdk(each.name().endsWith("17") ? "Temurin 17.0.15+6" : "Temurin 25.0.3+9")
              .setting(Optional.of(settings.get(i)))
              .build());
    }
    return new ExperimentResult(
        result.title(), result.host(), result.method(), variants, List.of());
  }

  public static VariantResult allFailed(String name, int samples) {
    List<Sample> taken = new ArrayList<>();
    for (int number = 1; number <= samples; number++) {
      taken.add(failed(name, number));
    }
    return VariantResultBuilder.builder()
        .name(name)
        .description("256 MB, too small")
        .codeSha256("y9T0wXqg7N5Tk3")
        .jdk("Temurin 25.0.3+9")
        .start("plain")
        .beginning(Metric.INIT)
        .samples(taken)
        .distributions(Map.of())
        .build();
  }

  public static ExperimentResult with(ExperimentResult result, VariantResult another) {
    List<VariantResult> variants = new ArrayList<>(result.variants());
    variants.add(another);
    return new ExperimentResult(
        result.title(), result.host(), result.method(), variants, result.warnings());
  }

  public static ExperimentResult without(ExperimentResult result, Metric... metrics) {
    List<VariantResult> variants = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      Map<Metric, Distribution> left = new EnumMap<>(Metric.class);
      left.putAll(variant.distributions());
      List.of(metrics).forEach(left::remove);
      variants.add(variant.withDistributions(left));
    }
    return new ExperimentResult(
        result.title(), result.host(), result.method(), variants, result.warnings());
  }

  private static VariantResult variant(
      Model model, List<Sample> samples, @Nullable VariantResult baseline) {
    Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      double[] values = values(samples, metric);
      if (values.length > 0) {
        Quantiles quantiles = Quantiles.of(values);
        MedianInterval interval = MedianInterval.of(values);
        distributions.put(
            metric,
            new Distribution(
                quantiles.count(),
                quantiles.min(),
                quantiles.median(),
                quantiles.at(0.9),
                quantiles.at(0.99),
                quantiles.max(),
                quantiles.mean(),
                interval.low(),
                interval.high()));
      }
    }
    byte[] digest = new byte[32];
    new Random(model.name().hashCode()).nextBytes(digest);
    return VariantResultBuilder.builder()
        .name(model.name())
        .description(model.description())
        .codeSha256(HexFormat.of().formatHex(digest))
        .jdk("Temurin 25.0.3+9")
        .start(model.restored() ? "restored" : "plain")
        .beginning(model.restored() ? Metric.RESTORE : Metric.INIT)
        .samples(samples)
        .distributions(distributions)
        .againstBaseline(baseline == null ? null : compare(baseline, samples))
        .build();
  }

  private static Comparison compare(VariantResult baseline, List<Sample> samples) {
    double[] before = values(baseline.samples(), Metric.TOTAL);
    double[] after = values(samples, Metric.TOTAL);
    return new Comparison(
        Quantiles.of(after).median() / Quantiles.of(before).median(),
        RankTest.pValue(before, after));
  }

  private static double[] values(List<Sample> samples, Metric metric) {
    return samples.stream()
        .filter(sample -> sample.failure() == null && sample.values().containsKey(metric))
        .mapToDouble(sample -> sample.values().get(metric))
        .toArray();
  }

  private static Sample sample(Model model, int number, Random random) {
    double slow = random.nextInt(40) == 0 ? 1.5 : 1;
    double init = model.init() * slow * Math.exp(0.04 * random.nextGaussian());
    double handler = model.handler() * Math.exp(0.08 * random.nextGaussian());
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    values.put(model.restored() ? Metric.RESTORE : Metric.INIT, cents(init));
    values.put(Metric.HANDLER, cents(handler));
    values.put(Metric.TOTAL, cents(init + handler + 0.4));
    values.put(Metric.BILLED, Math.ceil(init + handler));
    values.put(Metric.CPU, cents(1.1 * init + 0.2 * handler));
    values.put(Metric.THROTTLED, cents(0.8 * handler));
    values.put(Metric.MAX_MEMORY, cents(model.mib() * Math.exp(0.01 * random.nextGaussian())));
    if (model.classes() > 0) {
      values.put(Metric.LOADED_CLASSES, (double) model.classes() + random.nextInt(3));
    }
    values.put(Metric.MINOR_FAULTS, (double) (model.mib() * 260 + random.nextInt(500)));
    values.put(Metric.MAJOR_FAULTS, (double) random.nextInt(4));
    values.put(Metric.BYTES_READ, model.classes() * 4_312.0);
    values.put(Metric.STORAGE_BYTES_READ, random.nextInt(3) * 4_096.0);
    return new Sample(model.name(), number, start(number), values, null);
  }

  private static double cents(double value) {
    return Math.round(100 * value) / 100.0;
  }

  private static Sample failed(String name, int number) {
    String message =
        "RequestId: 8f507cfc-xmpl-4697-b07a-%012d Error: Runtime exited with error: exit status 1"
            .formatted(number)
            .replace("xmpl", "4a17");
    return new Sample(
        name, number, start(number), Map.of(), new Sample.Failure("Runtime.ExitError", message));
  }

  private static Instant start(int number) {
    return Instant.parse("2026-03-01T12:00:00Z").plusSeconds(30L * number);
  }

  private static List<String> method(int samples) {
    return List.of(
        "Every sample is a new JVM in a new environment.",
        "%d samples of each variant were taken in rounds; the order in a round is random (seed 42)."
            .formatted(samples),
        "The page cache was warm: one unmeasured cold start of each variant came first.");
  }

  private static List<Warning> warnings() {
    return List.of(
        new Warning(
            "the machine was busy while it measured",
            "load average 5.2 on 4 CPUs; 3 samples waited more than 10 ms for a CPU",
            "stop other programs, or take more samples with --runs",
            true,
            false));
  }
}
