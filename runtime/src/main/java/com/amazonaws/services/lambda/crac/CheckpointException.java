package com.amazonaws.services.lambda.crac;

/** No snapshot can be taken: what hooks have thrown is suppressed in it. */
public class CheckpointException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Makes one without a message. */
  public CheckpointException() {}
}
