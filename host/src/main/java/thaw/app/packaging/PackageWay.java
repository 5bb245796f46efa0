package thaw.app.packaging;

/** The way to AWS, or into a cluster. */
public enum PackageWay {
  PROVIDED,
  MANAGED,
  IMAGE,
  RUNTIME,
  /** All functions of a template with Thaw, for a cluster. */
  WORKER
}
