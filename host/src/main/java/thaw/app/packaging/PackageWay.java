package thaw.app.packaging;

import java.util.Locale;

/** The way to AWS, or into a cluster. Each has a recipe, such as {@code ProvidedRecipe}. */
public enum PackageWay {
  PROVIDED,
  MANAGED,
  IMAGE,
  RUNTIME,
  /** All functions of a template with Thaw, for a cluster. */
  WORKER;

  /** Returns the word of the option {@code --to}. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether it brings a JVM, for which a run trains an archive. */
  boolean bringsJvm() {
    return this != MANAGED;
  }

  /** Returns whether that JVM is linked, and not the one of a base image. */
  boolean linksJvm(boolean onBase) {
    return bringsJvm() && !(this == IMAGE && onBase);
  }

  boolean hasImage() {
    return this == IMAGE || this == RUNTIME;
  }
}
