package thaw.app.packaging;

/** The way to AWS. */
public enum PackageWay {
  PROVIDED,
  MANAGED,
  IMAGE,
  RUNTIME
}
