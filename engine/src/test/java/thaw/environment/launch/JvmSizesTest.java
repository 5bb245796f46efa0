package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.MemorySize;

/** The sizes that a function's JVM is told, by its memory size. */
class JvmSizesTest {
  @ParameterizedTest
  @CsvSource({"512, 445644", "3008, 2834432", "128, 111411"})
  void the_heap_follows_the_two_command_lines_that_are_known(int memory, long kibibytes) {
    assertEquals(kibibytes, JvmOptions.heapKibibytes(new MemorySize(memory)));
  }

  @ParameterizedTest
  @CsvSource({"128, 2", "3008, 2", "3009, 3", "5308, 4", "7077, 5", "10240, 6"})
  void a_function_sees_the_cpus_of_its_microvm(int memory, int cpus) {
    assertEquals(cpus, JvmOptions.visibleCpus(new MemorySize(memory)));
  }
}
