package thaw.attribution;

import java.util.List;
import java.util.Optional;
import thaw.attribution.owner.Libraries;
import thaw.attribution.owner.Library;
import thaw.recording.Frame;

/**
 * Finds to whom a stack belongs. The requester is the first code of the stack, from the leaf, that
 * is not the JDK's; the first-party cause is the first method of the function's own code.
 */
final class Owners {
  private final Libraries libraries;

  Owners(Libraries libraries) {
    this.libraries = libraries;
  }

  Library requester(List<Frame> frames) {
    for (Frame frame : frames) {
      if (frame instanceof Frame.Java java && !FrameRules.isJdk(java.className())) {
        return libraries.ofFrame(java.className());
      }
    }
    return Library.JDK;
  }

  Optional<String> firstParty(List<Frame> frames) {
    for (Frame frame : frames) {
      if (frame instanceof Frame.Java java
          && !FrameRules.isJdk(java.className())
          && libraries.ofFrame(java.className()).kind() == Library.Kind.FUNCTION) {
        return Optional.of(java.text());
      }
    }
    return Optional.empty();
  }

  /** Returns whether a frame runs code of the function's deployment package or its layers. */
  boolean isFunctions(Frame frame) {
    if (!(frame instanceof Frame.Java java) || FrameRules.isJdk(java.className())) {
      return false;
    }
    return isFunctions(libraries.ofFrame(java.className()));
  }

  static boolean isFunctions(Library library) {
    return switch (library.kind()) {
      case FUNCTION, LIBRARY -> true;
      case JDK, RUNTIME_CLIENT -> false;
    };
  }
}
