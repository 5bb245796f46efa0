package com.amazonaws.services.lambda.crac;

import org.jspecify.annotations.Nullable;

/**
 * Resources that are told together.
 *
 * @param <R> the type of its resources
 */
public abstract class Context<R extends Resource> implements Resource {
  /** Makes a context, for subclasses. */
  protected Context() {}

  /**
   * Tells all of them; what they throw is collected.
   *
   * @throws CheckpointException when one or more have thrown, which are its suppressed ones
   */
  @Override
  public abstract void beforeCheckpoint(@Nullable Context<? extends Resource> context)
      throws CheckpointException;

  /**
   * Tells all of them; what they throw is collected.
   *
   * @throws RestoreException when one or more have thrown, which are its suppressed ones
   */
  @Override
  public abstract void afterRestore(@Nullable Context<? extends Resource> context)
      throws RestoreException;

  /** Adds one, weakly: it must be kept by somebody else. */
  public abstract void register(R resource);
}
