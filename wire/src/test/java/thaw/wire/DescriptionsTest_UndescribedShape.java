package thaw.wire;

import org.jspecify.annotations.Nullable;

/** A description that nobody can make. */
final class DescriptionsTest_UndescribedShape extends Shape<DescriptionsTest.Undescribed> {
  DescriptionsTest_UndescribedShape() {}

  @Override
  public DescriptionsTest.Undescribed wire(Wire w, DescriptionsTest.@Nullable Undescribed value) {
    throw new UnsupportedOperationException();
  }
}
