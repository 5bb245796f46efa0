package thaw.wire;

/** Called like a description, and none. */
final class DescriptionsTest_TriangleShape {}
