package thaw.app.shared;

import thaw.files.ResourceProperties;

/** The version of this program. */
public final class ProgramVersion {
  private ProgramVersion() {}

  public static String read() {
    return new ResourceProperties(ProgramVersion.class, "version.properties").text("version");
  }
}
