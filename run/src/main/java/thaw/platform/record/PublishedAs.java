package thaw.platform.record;

/** Tells what a change of a function publishes of it. */
public enum PublishedAs {
  NONE,
  /** A version with the next number. */
  NUMBERED,
  /** {@code $LATEST.PUBLISHED}, of functions on managed instances. */
  LATEST_PUBLISHED
}
