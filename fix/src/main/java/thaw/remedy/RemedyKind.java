package thaw.remedy;

import java.util.Locale;

/** Tells who must agree to a remedy. */
public enum RemedyKind {
  /** Nothing that the function can see changes. */
  SAFE,
  /** A file of the project's changes, and its owner should read how. */
  REVIEWED,
  /** Behaviour or the bill changes. */
  DIFFERENT;

  /** Returns the word that stands for it in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
