package thaw.experiment;

import java.util.List;
import java.util.function.Consumer;
import thaw.sandbox.Instance;

/**
 * One variant on this machine. The page cache is warm: a start that is not measured comes first.
 */
public final class LocalSide implements Turns.Side {
  /** The name of its samples. */
  public static final String NAME = "local";

  private final Variant variant;
  private final ColdStart coldStart;

  public LocalSide(Variant variant, Instance instance) {
    this.variant = new Variant(NAME, variant.description(), variant.spec(), variant.event());
    this.coldStart = new ColdStart(instance);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String start() {
    return variant.spec().start().words();
  }

  @Override
  public int atOnce() {
    return 1;
  }

  @Override
  public void prepare() throws InterruptedException {
    coldStart.warmUp(variant);
  }

  @Override
  public void measure(List<Integer> numbers, Consumer<Sample> kept) throws InterruptedException {
    for (int number : numbers) {
      kept.accept(coldStart.measure(variant, number));
    }
  }
}
