package thaw.platform;

/** Tells what became of code that has changed on disk. */
public sealed interface Renewed {
  /** Requests get the new code from now on; those that ran before end with the old one. */
  record Live() implements Renewed {}

  /** The packages are what they were. */
  record Unchanged() implements Renewed {}

  /** Nobody has asked for the function yet; its first request will get what is there then. */
  record NotInUse() implements Renewed {}

  /** It cannot be run; requests get the code that was there before. */
  record Kept(String cause, String remedy) implements Renewed {}
}
