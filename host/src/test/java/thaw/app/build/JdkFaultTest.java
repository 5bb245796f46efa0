package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdkFaultTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // what was said | on which JDK | from | up to
        "[ERROR] Detected JDK /usr/lib/jvm/x is version 25.0.3 which is not in the allowed range"
            + " [17,18).                                                             | 25 | 17 | 17",
        "Detected JDK version 25.0.3 (JAVA_HOME=/x) is not in the allowed range [1.8,9).  | 25 |  8 |  8",
        "Detected JDK version 11.0.3 (JAVA_HOME=/x) is not in the allowed range 17.       | 11 | 17 |  0",
        "Detected JDK version 25.0.3 (JAVA_HOME=/x) is not in the allowed range [11, 21]. | 25 | 11 | 21",
        "Fatal error compiling: error: release version 21 not supported                   | 17 | 21 |  0",
        "error: invalid source release: 21                                                | 17 | 21 |  0",
        "[ERROR] Source option 7 is no longer supported. Use 8 or later.                  | 25 |  0 | 19",
        "[ERROR] Source option 5 is no longer supported. Use 8 or later.                  | 17 |  0 |  8",
        "> Unsupported class file major version 69                                        | 25 |  0 | 24",
        "BUG! exception in phase 'semantic analysis' in source unit '_BuildScript_'"
            + " Unsupported class file major version 61                              | 17 |  0 | 16",
        "class file has wrong version 65.0, should be 61.0                                | 17 | 21 |  0",
        "has been compiled by a more recent version of the Java Runtime (class file version 61.0),"
            + " this version                                                         | 11 | 17 |  0",
        "> Dependency requires at least JVM runtime version 17. This build uses Java 11.  | 11 | 17 |  0",
        "Gradle requires JVM 17 or later to run. Your build is configured to use JVM 11.  | 11 | 17 |  0",
        "> Could not determine java version from '17.0.9'.                                | 17 |  0 | 16",
        "java.lang.NoSuchFieldError: Class com.sun.tools.javac.tree.JCTree$JCImport does not have"
            + " member field 'com.sun.tools.javac.tree.JCTree qualid'                | 21 |  0 | 20",
        "java.lang.ExceptionInInitializerError: com.sun.tools.javac.code.TypeTag :: UNKNOWN | 25 | 0 | 24",
        "java.lang.IllegalArgumentException: 25.0.3                                       | 25 |  0 | 24",
        "Execution failed for task ':app:compileKotlin'. > java.lang.ExceptionInInitializerError"
            + " (no error message)                                                | 25 |  0 | 24",
        "Java 25 (69) is not supported by the current version of Byte Buddy which"
            + " officially supports Java 20 (64), update Byte Buddy               | 25 |  0 | 20",
        "Java 21 (65) is not supported by the current version of Byte Buddy, update it    | 21 |  0 | 20",
        "    Caused by: java.lang.IllegalArgumentException at OpenedClassReader.java:100  | 25 |  0 | 24",
        "java.lang.reflect.InaccessibleObjectException: Unable to make field private final"
            + " byte[] java.lang.String.value accessible: module java.base does not"
            + " \"opens java.lang\" to unnamed module @1                            | 25 |  0 | 15",
        "Enabling a Security Manager is not supported.                                    | 25 |  0 | 23",
        "FATAL ERROR in native method: processing of -javaagent failed, at org.jacoco.agent | 25 | 0 | 24",
      })
  void a_failure_for_the_version_of_the_jdk_says_which_would_do(
      String said, int feature, int from, int upTo) {
    assertEquals(
        Optional.of(new JdkSpan(from, upTo == 0 ? Integer.MAX_VALUE : upTo)),
        JdkFault.of("before\n" + said + "\nafter", feature).map(JdkFault::span));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[ERROR] /p/A.java:[3,5] cannot find symbol | 25",
        "Detected Maven Version: 3.8.7 is not in the allowed range [3.9,). | 17",
        "Detected JDK version 17.0.1 (JAVA_HOME=/x) is not in the allowed range [17.0.9,18). | 17",
        "java.lang.IllegalArgumentException: name is null | 25",
        "Execution failed for task ':app:test'. > java.lang.ExceptionInInitializerError | 25",
        "Java 25 (69) is not supported by the current version of Byte Buddy | 17",
        "Unrecognized VM option 'UseCompactObjectHeaders' | 17",
      })
  void other_failures_are_none_of_the_jdk(String said, int feature) {
    assertEquals(Optional.empty(), JdkFault.of(said, feature));
  }

  @Test
  void ranges_are_those_of_maven() {
    assertEquals(new JdkSpan(17, 17), JdkFault.range("[17]"));
    assertEquals(JdkSpan.from(11), JdkFault.range("[11,)"));
    assertEquals(new JdkSpan(0, 21), JdkFault.range("(,21]"));
    assertEquals(new JdkSpan(8, 16), JdkFault.range("[1.8.0_40,17)"));
  }

  @Test
  void a_compiler_that_lombok_does_not_know_names_the_version_to_raise_it_to_and_an_older_jdk() {
    for (String said :
        List.of(
            "Fatal error compiling: java.lang.ExceptionInInitializerError:"
                + " com.sun.tools.javac.code.TypeTag :: UNKNOWN",
            "java.lang.NoSuchFieldError: Class com.sun.tools.javac.tree.JCTree$JCImport does not"
                + " have member field 'com.sun.tools.javac.tree.JCTree qualid'")) {
      String remedy = Build.remedy(said, 25);
      assertTrue(remedy.contains("Lombok: 1.18.40 or later"), remedy);
      assertTrue(remedy.contains("install JDK 21"), remedy);
    }
    assertEquals("mend what it reports", Build.remedy("cannot find symbol", 25));
  }

  /** As of a pom with maven.compiler.release alone, and a compiler plug-in that ignores it. */
  @Test
  void a_project_that_asks_for_a_java_of_the_past_is_told_where_it_asks() {
    String remedy =
        Build.remedy("[ERROR] Source option 5 is no longer supported. Use 7 or later.", 17);
    assertTrue(remedy.startsWith("compile for Java 7 or later (maven.compiler.source"), remedy);
    assertTrue(remedy.contains("maven.compiler.release needs a maven-compiler-plugin"), remedy);
    assertTrue(remedy.contains("install JDK 8"), remedy);
  }

  @Test
  void tests_whose_byte_buddy_does_not_know_the_jdk_are_told_what_to_raise() {
    String said =
        "[ERROR] Java 25 (69) is not supported by the current version of Byte Buddy which officially"
            + " supports Java 20 (64)";
    String remedy = Build.remedy(said, 25);
    assertTrue(remedy.startsWith("JDK 25 is too new for the Byte Buddy of the tests"), remedy);
    assertTrue(remedy.contains("raise it"), remedy);
    assertTrue(remedy.contains("install JDK 17"), remedy);
    assertEquals("mend what it reports", Build.remedy(said, 17));
  }
}
