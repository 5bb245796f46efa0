package thaw.environment.launch;

import java.util.ArrayList;
import java.util.List;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;

/**
 * The options with which the managed runtimes start the JVM.
 *
 * <p>Source: the command line of a live java17 function, copied by users in 2023 and 2024; for
 * java25 the AWS announcement (AOT cache in place of the CDS archive, tiers as before for on-demand
 * functions). For java11 and older no stop at tier 1 is known.
 *
 * <p>{@code -XX:MaxRAM} is not on those command lines. On Lambda a JVM sees the microVM's memory,
 * and chooses by it the heap that it begins with. Where no cgroup limits an environment, as in a
 * pod, it would see that of the host instead; the option tells it the microVM's. JDK 26 warns of
 * the option, and JDK 28 is to refuse it (JDK-8369347), so that it is given to older ones only.
 */
final class JvmOptions {
  private static final int FIRST_WITH_C1_ONLY = 17;
  private static final int FIRST_WITH_NATIVE_ACCESS_WARNINGS = 24;
  private static final int FIRST_WITH_ERROR_FILE_TO_STDERR = 17;
  private static final int FIRST_THAT_WARNS_OF_MAX_RAM = 26;
  private static final long MIB = 1024;

  private JvmOptions() {}

  /** Those that are the same for every runtime client. */
  static List<String> of(int feature, FunctionDefinition function) {
    MemorySize memory = function.memory();
    int cpus =
        function.managed().isPresent() ? (int) Math.ceil(function.vcpus()) : visibleCpus(memory);
    List<String> options = new ArrayList<>();
    options.add("-XX:MaxHeapSize=" + heapKibibytes(memory) + "k");
    options.add("-XX:ActiveProcessorCount=" + cpus);
    if (feature < FIRST_THAT_WARNS_OF_MAX_RAM) {
      options.add("-XX:MaxRAM=" + memory.mebibytes() + "m");
    }
    options.addAll(ofAnySize(feature));
    return options;
  }

  /** Those that are the same for every memory size, too. */
  static List<String> ofAnySize(int feature) {
    List<String> options = new ArrayList<>();
    options.add("-XX:+UseSerialGC");
    if (feature >= FIRST_WITH_C1_ONLY) {
      options.add("-XX:+TieredCompilation");
      options.add("-XX:TieredStopAtLevel=1");
    }
    options.add("--add-opens=java.base/java.io=ALL-UNNAMED");
    if (feature >= FIRST_WITH_NATIVE_ACCESS_WARNINGS) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    options.add("-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac");
    if (feature >= FIRST_WITH_ERROR_FILE_TO_STDERR) {
      options.add("-XX:+ErrorFileToStderr");
    }
    return options;
  }

  /**
   * Two command lines are known: 445645k of 512 MB (85 %) and 2834432k of 3008 MB (all but 240 MB).
   * Both follow from: 85 %, or all but 240 MB where that is more.
   */
  static long heapKibibytes(MemorySize memory) {
    long kibibytes = memory.mebibytes() * MIB;
    return Math.max(kibibytes * 85 / 100, kibibytes - 240 * MIB);
  }

  /**
   * The vCPUs that the microVM shows, however little time it gives them: 2 up to 3008 MB, 6 at
   * 10240 MB. Without this the JVM would see our quota, which a function on AWS cannot see.
   */
  static int visibleCpus(MemorySize memory) {
    int[] upTo = {3008, 5307, 7076, 8845};
    int cpus = 2;
    for (int limit : upTo) {
      if (memory.mebibytes() > limit) {
        cpus++;
      }
    }
    return cpus;
  }
}
