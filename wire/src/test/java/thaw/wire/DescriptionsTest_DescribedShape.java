package thaw.wire;

/** Called as the annotation processor calls descriptions. */
public final class DescriptionsTest_DescribedShape extends ObjectShape<DescriptionsTest.Described> {
  private static final Field X = Field.of(1, "x");

  public DescriptionsTest_DescribedShape() {}

  @Override
  protected DescriptionsTest.Described blank() {
    return new DescriptionsTest.Described(0);
  }

  @Override
  protected DescriptionsTest.Described fields(Wire w, DescriptionsTest.Described value) {
    return new DescriptionsTest.Described(w.int32(X, value.x()));
  }
}
