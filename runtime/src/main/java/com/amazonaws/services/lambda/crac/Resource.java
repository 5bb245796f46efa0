package com.amazonaws.services.lambda.crac;

import org.jspecify.annotations.Nullable;

/** Something that must be told before a snapshot is taken and after one is restored. */
public interface Resource {
  /**
   * Told in each environment that is restored, in the order of registration.
   *
   * @param context that it was registered with
   * @throws Exception and the environment is not used
   */
  void afterRestore(@Nullable Context<? extends Resource> context) throws Exception;

  /**
   * Told before the snapshot, in the reverse order of registration.
   *
   * @param context that it was registered with
   * @throws Exception and there is no snapshot
   */
  void beforeCheckpoint(@Nullable Context<? extends Resource> context) throws Exception;
}
