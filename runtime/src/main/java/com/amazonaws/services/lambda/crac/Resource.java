package com.amazonaws.services.lambda.crac;

import org.jspecify.annotations.Nullable;

/** Something that must be told before a snapshot is taken and after one is restored. */
public interface Resource {
  /**
   * Is told of the restore in each environment that is restored, in the order of registration.
   *
   * @param context the one that it was registered with
   * @throws Exception when it fails, and the environment is not used
   */
  void afterRestore(@Nullable Context<? extends Resource> context) throws Exception;

  /**
   * Is told of the snapshot before it is taken, in the reverse order of registration.
   *
   * @param context the one that it was registered with
   * @throws Exception when it fails, and there is no snapshot
   */
  void beforeCheckpoint(@Nullable Context<? extends Resource> context) throws Exception;
}
