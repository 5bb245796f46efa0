package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JDK 25.0.3 says where it makes no archive, or does not start from one. */
class ArchiveReasonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        [0.339s][warning][aot] Unable to use AOT cache.
        [                    ] The AOT cache's >UseCompactObjectHeaders setting (disabled) does not equal the current UseCompactObjectHeaders setting (enabled).
        [0.339s][error  ][aot] An error has occurred while processing the AOT cache. Run with -Xlog:aot for details.
        [0.339s][error  ][aot] Loading static archive failed.
        [0.339s][error  ][aot] Unable to map shared spaces
        Error occurred during initialization of VM
        Unable to use AOT cache.
        """,
        """
        OpenJDK 64-Bit Server VM warning: CDS is disabled when the >--limit-modules option is specified.
        """,
        """
        [0.212s][error][aot] An error has occurred while processing the AOT cache. Run with -Xlog:aot for details.
        [0.212s][error][aot] Mismatched values for property jdk.module.addopens: >java.base/java.lang=ALL-UNNAMED specified during runtime but not during dump time
        [0.212s][error][aot] Disabling optimized module handling
        """,
        """
        [0.001s][error][aot] AOT cache is incompatible with other specified options.
        Error occurred during initialization of VM
        Unable to use AOT cache: CDS is disabled when >java.base module is patched.
        """,
        """
        [4.653s][error][aot] Error: non-empty directory 'dir'
        Error occurred during CDS dumping
        Cannot have >non-empty directory in paths
        """,
        """
        [warning][aot] Skipping org/example/Harmless: Old class has been linked
        Launching child process /var/task/thaw/jvm/bin/java to assemble AOT cache o.aot
        [0.111s][warning][aot] directory is not empty: >'/var/task/conf'
        [0.166s][error  ][aot] class path and/or module path are not compatible with the ones specified when the AOTConfiguration file was recorded (hint: enable -Xlog:class+path=info to diagnose the failure)
        Error occurred during initialization of VM
        Unable to use create AOT cache.
        [5.528s][error][aot] Child process failed; status = 1
        """,
        """
        Error occurred during initialization of VM
        Cannot use the following option when dumping the shared archive: >--patch-module
        """
      })
  void the_line_with_the_option_or_the_class_path_is_told(String log) {
    String wanted = log.substring(log.indexOf('>') + 1).split("[ \n]")[0];
    String reason = ArchiveTraining.reason(log.replace(">", "").lines().toList());
    assertTrue(reason.contains(wanted), reason);
  }

  @Test
  void a_crash_of_what_makes_the_archive_is_told_where_nothing_else_is() {
    assertEquals(
        "[9.1s][error][aot] Child process failed; status = 134",
        ArchiveTraining.reason(
            List.of("hello", "[9.1s][error][aot] Child process failed; status = 134")));
  }
}
