package thaw.cli;

import picocli.CommandLine.IVersionProvider;
import thaw.app.shared.ProgramVersion;

/** Answers {@code thaw --version}. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"thaw " + ProgramVersion.read()};
  }
}
