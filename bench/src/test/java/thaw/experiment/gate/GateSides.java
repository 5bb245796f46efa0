package thaw.experiment.gate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import thaw.experiment.Host;
import thaw.experiment.Metric;

/** Sides of comparisons for tests. */
public final class GateSides {
  public static final Host HOST = new Host("6.1.0-18", "EPYC", 2, 8_000, "v2", List.of());

  private GateSides() {}

  /** Log-normal around the middle, as cold starts are. */
  public static double[] drawn(Random random, int count, double middle, double spread) {
    return DoubleStream.generate(() -> middle * Math.exp(spread * random.nextGaussian()))
        .limit(count)
        .toArray();
  }

  public static GateSide side(String name, double[] cpu, double classes, long bytes) {
    return new GateSide(
        name,
        name,
        "Temurin 25.0.3",
        "plain",
        512,
        "sha",
        "event",
        bytes,
        List.of("guice-7.0.0.jar"),
        0,
        Map.of(
            Metric.CPU.key(), list(cpu),
            Metric.LOADED_CLASSES.key(), list(same(cpu.length, classes)),
            Metric.MAX_MEMORY.key(), list(same(cpu.length, 80)),
            Metric.TOTAL.key(), list(cpu)));
  }

  /** The same with so many starts that failed in addition. */
  public static GateSide failing(GateSide side, int failures) {
    return new GateSide(
        side.name(),
        side.function(),
        side.jdk(),
        side.start(),
        side.memoryMb(),
        side.codeSha256(),
        side.event(),
        side.packageBytes(),
        side.libraries(),
        failures,
        side.samples());
  }

  static double[] same(int count, double value) {
    double[] values = new double[count];
    Arrays.fill(values, value);
    return values;
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  public static GateBaseline baseline(Host host, double otherCpus, GateSide... sides) {
    return new GateBaseline("0.2.0", host, "warm", OptionalDouble.of(otherCpus), List.of(sides));
  }

  public static GateBaseline baseline(GateSide... sides) {
    return baseline(HOST, 0, sides);
  }
}
