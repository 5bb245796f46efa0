package thaw.cli;

/** The way to AWS. */
public enum PackageWay {
  PROVIDED,
  MANAGED,
  IMAGE,
  RUNTIME
}
