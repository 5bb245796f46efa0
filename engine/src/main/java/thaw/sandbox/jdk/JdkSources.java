package thaw.sandbox.jdk;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.sandbox.kernel.Tool;

/** Tells by which commands a machine gets a JDK that it lacks, to where Thaw finds it. */
public final class JdkSources {
  private JdkSources() {}

  /** Returns the commands of this machine, any of which is enough, each with its source. */
  public static List<String> commands(int feature, Path userHome) {
    String debian = "openjdk-%d-jdk-headless".formatted(feature);
    return commands(
        feature,
        System.getProperty("os.arch"),
        Tool.run(List.of("apt-cache", "madison", debian)),
        Files.isDirectory(userHome.resolve(".sdkman")));
  }

  /**
   * @param madison what {@code apt-cache madison} tells of Debian's name of it: a line for each
   *     version that is to be had
   */
  static List<String> commands(int feature, String architecture, Tool madison, boolean hasSdkman) {
    List<String> commands = new ArrayList<>();
    String debian = "openjdk-%d-jdk-headless".formatted(feature);
    if (madison.exitCode() == 0 && madison.output().lines().anyMatch(has -> has.contains(debian))) {
      commands.add("apt: apt-get install " + debian);
    }
    if (hasSdkman) {
      commands.add(
          "SDKMAN!: sdk install java \"$(sdk list java | grep -o '\\b%d[0-9.]*-tem\\b' | head -n 1)\""
              .formatted(feature));
    }
    commands.add(
        "Adoptium: mkdir -p ~/.jdks && curl -fL https://api.adoptium.net/v3/binary/latest/%d/ga/linux/%s/jdk/hotspot/normal/eclipse | tar -xz -C ~/.jdks"
            .formatted(feature, architecture.equals("amd64") ? "x64" : architecture));
    return commands;
  }
}
