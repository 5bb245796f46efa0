package thaw.service.busy;

/** What may be done to a request. */
enum Fault {
  NONE,
  THROTTLED,
  ERROR,
  /** The connection breaks before anything is done. */
  RESET,
  /** The same when all is done, and only the client does not know. */
  RESET_AFTERWARDS,
  SLOW,
  EXPIRED
}
