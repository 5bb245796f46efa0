package thaw.durable;

/** Whether a clock that is fast goes to the next time of an execution, when all wait. */
enum Jump {
  AT_ONCE,

  /** Somebody may come before, by a callback. */
  AFTER_GRACE,

  /** Only the end of all time is left, while others have all the time that they need. */
  NEVER
}
