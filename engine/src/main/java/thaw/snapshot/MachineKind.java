package thaw.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Machines on which one snapshot can be restored: they have the same kernel and the same CPU.
 *
 * @param kernel its release, {@code 6.18.0-cloud-amd64}
 * @param cpu model and features, as the kernel lists them: compiled code in a snapshot uses what
 *     the first CPU had
 */
public record MachineKind(String kernel, String cpu) {
  private static final int NAME_DIGITS = 16;
  private static final String MODEL = "model name";

  /**
   * The fields of /proc/cpuinfo that tell CPUs apart, on x86 and, where there is no model's name,
   * on Arm.
   */
  private static final List<String> KIND =
      List.of("flags", MODEL, "Features", "CPU implementer", "CPU variant", "CPU part");

  /** Returns the kind of this machine. */
  public static MachineKind own() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
    return new MachineKind(
        System.getProperty("os.version"),
        String.join(
            "\n",
            lines.stream()
                .filter(line -> KIND.stream().anyMatch(line::startsWith))
                .distinct()
                .toList()));
  }

  /** Returns a short hexadecimal name, which is another one for another kernel or CPU. */
  public String name() {
    return DigestUtils.sha256Hex(kernel + "\n" + cpu).substring(0, NAME_DIGITS);
  }

  /** Returns the kernel's release and the CPU's model, for people. */
  public String words() {
    String model =
        cpu.lines()
            .filter(line -> line.startsWith(MODEL))
            .findFirst()
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .orElse(System.getProperty("os.arch"));
    return "Linux " + kernel + " on " + model;
  }
}
