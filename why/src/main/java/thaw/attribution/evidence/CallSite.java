package thaw.attribution.evidence;

import thaw.attribution.ProfileSample;
import thaw.recording.Frame;

/**
 * An instruction of the function's own code that leads to other code.
 *
 * @param line 0 where the class file has no line numbers
 * @param owner binary name of the class that is called, made or read; of a lambda, the class of the
 *     method that it runs; of a concatenation, empty
 * @param name of the method or field
 * @param descriptor of the method or field, in the form of class files
 * @param captured how many values a lambda takes along
 */
public record CallSite(
    MethodId in,
    int bci,
    int line,
    Kind kind,
    String owner,
    String name,
    String descriptor,
    int captured) {
  public enum Kind {
    STATIC_CALL,
    CALL,
    NEW,
    STATIC_FIELD,
    LAMBDA,
    CONCATENATION
  }

  /**
   * Names a method; all in the form of class files but the class.
   *
   * @param className binary name
   */
  public record MethodId(String className, String name, String descriptor) {}

  public boolean calls(String otherOwner, String otherName) {
    return (kind == Kind.STATIC_CALL || kind == Kind.CALL)
        && owner.equals(otherOwner)
        && name.equals(otherName);
  }

  public boolean isCall() {
    return kind == Kind.STATIC_CALL || kind == Kind.CALL;
  }

  /** Returns whether the sample ran while this instruction did. */
  public boolean contains(ProfileSample sample) {
    return contains(sample, bci);
  }

  /**
   * Returns whether the sample ran in the instructions that begin with this one.
   *
   * @param end index of the last one's bytecode
   */
  boolean contains(ProfileSample sample, int end) {
    for (Frame frame : sample.frames()) {
      if (frame instanceof Frame.Java java
          && java.className().equals(in.className())
          && java.method().equals(in.name())
          && bci <= java.bci()
          && java.bci() <= end) {
        return true;
      }
    }
    return false;
  }

  /** The class without its package. */
  public String simpleOwner() {
    return owner.substring(owner.lastIndexOf('.') + 1);
  }
}
