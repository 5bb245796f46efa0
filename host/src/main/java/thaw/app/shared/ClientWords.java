package thaw.app.shared;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import thaw.deployment.Bom;
import thaw.environment.launch.ClientKind;

/** The runtime client with its version, for people. */
public final class ClientWords {
  private ClientWords() {}

  /**
   * @param files with its jars among them
   */
  public static String of(ClientKind kind, Collection<Path> files) throws IOException {
    return switch (kind) {
      case OFFICIAL ->
          "AWS's runtime client"
              + Bom.version(
                      Bom.RUNTIME_CLIENT,
                      files.stream().filter(file -> file.toString().endsWith(".jar")).toList())
                  .map(each -> " " + each)
                  .orElse("");
      case THAW -> "Thaw's runtime client " + ProgramVersion.read();
    };
  }
}
