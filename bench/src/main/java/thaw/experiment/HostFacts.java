package thaw.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import thaw.sandbox.SandboxHost;

/** Reads what a report says of the machine. */
public final class HostFacts {
  private static final long KIB_PER_MIB = 1024;

  private HostFacts() {}

  public static Host read(SandboxHost host) {
    return new Host(
        System.getProperty("os.version"),
        value("/proc/cpuinfo", "model name", "unknown CPU"),
        Runtime.getRuntime().availableProcessors(),
        Long.parseLong(value("/proc/meminfo", "MemTotal", "0 kB").split(" ")[0]) / KIB_PER_MIB,
        host.cgroupLayout(),
        host.missingGuarantees());
  }

  private static String value(String file, String key, String otherwise) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }
}
