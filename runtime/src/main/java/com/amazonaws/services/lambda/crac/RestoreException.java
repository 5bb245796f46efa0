package com.amazonaws.services.lambda.crac;

/** A restored environment cannot be used: what hooks have thrown is suppressed in it. */
public class RestoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Makes one without a message. */
  public RestoreException() {}
}
