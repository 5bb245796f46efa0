package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantResultBuilder;

class MemoryCostTest {
  @Test
  void a_size_is_the_fastest_only_if_that_is_no_chance() {
    MemoryCost small = cost(512, 1_000, 2);
    assertEquals(
        "Create is cheapest at 512 MB (2.00 USD, 1.01 s) and fastest at 1,024 MB (3.00 USD, 510 ms).",
        MemoryCost.sentence(List.of(small, cost(1_024, 500, 3))));
    assertEquals(
        "Create is cheapest at 512 MB (2.00 USD, 1.01 s) and fastest at 1,024 MB (3.00 USD, 1.01 s)"
            + "; that it is faster than at 512 MB may be chance.",
        MemoryCost.sentence(List.of(small, cost(1_024, 995, 3))));
  }

  private static MemoryCost cost(int memoryMiB, double from, double usd) {
    double[] millis = DoubleStream.iterate(from, each -> each + 2).limit(11).toArray();
    Distribution total = Distribution.of(millis);
    List<Sample> samples =
        IntStream.range(0, millis.length)
            .mapToObj(i ->
                new Sample("Create", i + 1, Instant.EPOCH, Map.of(Metric.TOTAL, millis[i]), null))
            .toList();
    VariantResult variant =
        VariantResultBuilder.builder()
            .name("Create")
            .description("")
            .codeSha256("")
            .jdk("Temurin 25.0.3+9")
            .start("plain")
            .beginning(Metric.INIT)
            .samples(samples)
            .distributions(Map.of(Metric.TOTAL, total))
            .build();
    return new MemoryCost(variant, memoryMiB, total.p50(), 1, usd);
  }
}
