package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BuildErrorsTest {
  @Test
  void maven_is_understood_as_it_speaks_of_a_compiler_that_refuses_to_begin() {
    assertEquals(
        List.of(
            "Source option 5 is no longer supported. Use 8 or later.",
            "Target option 5 is no longer supported. Use 8 or later."),
        BuildErrors.ofMaven(
            """
            [INFO] -------------------------------------------------------------
            [ERROR] COMPILATION ERROR :\s
            [INFO] -------------------------------------------------------------
            [ERROR] Source option 5 is no longer supported. Use 8 or later.
            [ERROR] Target option 5 is no longer supported. Use 8 or later.
            [INFO] 2 errors\s
            [ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.1:compile \
            (default-compile) on project x: Compilation failure: Compilation failure:\s
            [ERROR] Source option 5 is no longer supported. Use 8 or later.
            [ERROR] -> [Help 1]
            [ERROR]\s
            [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
            """));
  }

  @Test
  void a_program_of_the_build_that_has_died_says_of_what() {
    assertEquals(
        List.of(
            "java.lang.NoClassDefFoundError: a/b/Ssl",
            "Failed to execute goal x:y:4.0.3:process-aot (process-aot) on project p: Process"
                + " terminated with exit code: 1"),
        BuildErrors.ofMaven(
            """
            [main] INFO starting
            Exception in thread "main" java.lang.NoClassDefFoundError: a/b/Ssl
            \tat c.D.applyTo(D.java:113)
            Caused by: java.lang.ClassNotFoundException: a.b.Ssl
            [INFO] BUILD FAILURE
            [ERROR] Failed to execute goal x:y:4.0.3:process-aot (process-aot) on project p: \
            Process terminated with exit code: 1 -> [Help 1]
            [ERROR]\s
            """));
  }

  @Test
  void a_symbol_that_is_missing_is_named_and_five_errors_are_enough() {
    String one =
        """
        [\u001b[1;31mERROR\u001b[m] /p/src/A.java:[%d,5] cannot find symbol
          symbol:   class Foo
          location: class com.example.A
        """;
    StringBuilder output = new StringBuilder("[ERROR] COMPILATION ERROR : \n");
    for (int line = 1; line < 9; line++) {
      output.append(one.formatted(line));
    }
    List<String> errors = BuildErrors.ofMaven(output.toString());
    assertEquals(5, errors.size());
    assertEquals(
        "/p/src/A.java:[1,5] cannot find symbol (symbol: class Foo, location: class com.example.A)",
        errors.getFirst());
  }

  @Test
  void a_jvm_that_does_not_start_says_why_and_where_its_options_are_from() {
    String unknown = "Unrecognized option: --sun-misc-unsafe-memory-access=allow";
    assertEquals(
        Optional.of(unknown),
        BuildErrors.ofJvm(
            "Picked up JAVA_TOOL_OPTIONS: -Xss1m\n"
                + unknown
                + "\nError: Could not create the Java Virtual Machine.\n"
                + "Error: A fatal exception has occurred. Program will exit.\n"));
    String heap = "Initial heap size set to a larger value than the maximum heap size";
    assertEquals(
        Optional.of(heap),
        BuildErrors.ofJvm("Error occurred during initialization of VM\n" + heap + "\n"));
    String agent = "Error opening zip file or JAR manifest missing : /nope.jar";
    assertEquals(
        Optional.of(agent),
        BuildErrors.ofJvm(
            agent
                + "\nError occurred during initialization of VM\n"
                + "agent library failed to init: instrument\n"));
    assertEquals(Optional.empty(), BuildErrors.ofJvm("[ERROR] cannot find symbol\n"));

    Map<String, String> both =
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-Xss1m",
            "MAVEN_OPTS",
            "-Xmx1g --sun-misc-unsafe-memory-access=allow");
    assertEquals(
        "MAVEN_OPTS, which has options for another JDK, or unset it",
        Build.jvmOptions(both, unknown));
    assertTrue(Build.jvmOptions(both, heap).contains(".mvn/jvm.config"));
  }

  @Test
  void a_pom_that_cannot_be_read_says_why() {
    assertEquals(
        List.of(
            "Non-resolvable parent POM for com.example:x:1: Cannot access central in offline mode"),
        BuildErrors.ofMaven(
            """
            [INFO] Scanning for projects...
            [ERROR] [ERROR] Some problems were encountered while processing the POMs:
            [FATAL] Non-resolvable parent POM for com.example:x:1: Cannot access central in offline mode
             @\s
            [ERROR] The build could not read 1 project -> [Help 1]
            [ERROR]\s
            [ERROR]   The project com.example:x:1 (/p/pom.xml) has 1 error
            """));
  }

  @Test
  void a_goal_that_fails_is_the_reason_where_there_is_no_other() {
    assertEquals(
        List.of(
            "Failed to execute goal on project x: Could not resolve dependencies for project"
                + " com.example:x:jar:1: a:b:jar:1 was not found"),
        BuildErrors.ofMaven(
            """
            [ERROR] Failed to execute goal on project x: Could not resolve dependencies for project \
            com.example:x:jar:1: a:b:jar:1 was not found -> [Help 1]
            """));
  }

  @Test
  void all_lines_of_a_reason_are_shown_as_the_enforcer_writes_them() {
    String head =
        """
        [INFO] BUILD FAILURE
        """;
    assertEquals(
        List.of(
            "RequireJavaVersion:",
            "Detected JDK /x is version 17.0.15 which is not in the allowed range [99,).",
            "RequireMavenVersion:",
            "Take a newer Maven.",
            "It is better."),
        BuildErrors.ofMaven(
            head
                + """
                [ERROR] Failed to execute goal org.apache.maven.plugins:maven-enforcer-plugin:3.6.1:enforce (default) on project a:\s
                [ERROR] Rule 0: org.apache.maven.enforcer.rules.version.RequireJavaVersion failed with message:
                [ERROR] Detected JDK /x is version 17.0.15 which is not in the allowed range [99,).
                [ERROR] Rule 1: org.apache.maven.enforcer.rules.version.RequireMavenVersion failed with message:
                [ERROR] Take a newer Maven.
                [ERROR] It is better.
                [ERROR] -> [Help 1]
                [ERROR]\s
                [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
                """));
    assertEquals(
        List.of(
            "RequireJavaVersion:",
            "Detected JDK Version: 17.0.15 is not in the allowed range [99,).",
            "RequireMavenVersion:",
            "Take a newer Maven.",
            "It is better."),
        BuildErrors.ofMaven(
            """
            [WARNING] Rule 0: org.apache.maven.plugins.enforcer.RequireJavaVersion failed with message:
            Detected JDK Version: 17.0.15 is not in the allowed range [99,).
            [WARNING] Rule 1: org.apache.maven.plugins.enforcer.RequireMavenVersion failed with message:
            Take a newer Maven.
            It is better.
            [INFO] BUILD FAILURE
            [ERROR] Failed to execute goal org.apache.maven.plugins:maven-enforcer-plugin:1.4.1:enforce (default) on project a: Some Enforcer rules have failed. Look above for specific messages explaining why the rule failed. -> [Help 1]
            [ERROR]\s
            """));
    assertEquals(
        List.of(
            "Failed to execute goal org.example:x-maven-plugin:1:make (default) on project a:"
                + " Execution failed: 2 files are missing:",
            "one.json",
            "other.json"),
        BuildErrors.ofMaven(
            """
            [ERROR] Failed to execute goal org.example:x-maven-plugin:1:make (default) on project a: Execution failed: 2 files are missing:
            [ERROR] one.json
            [ERROR] other.json
            [ERROR] -> [Help 1]
            [ERROR]\s
            [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
            """));
  }

  @Test
  void of_a_tool_that_dies_the_exception_is_shown_and_not_where_it_came_from() {
    assertEquals(
        List.of(
            "Downloading https://example.com/gradle-9.2.1-bin.zip",
            "Exception in thread \"main\" java.net.UnknownHostException: example.com"),
        BuildErrors.lastWords(
            """
            Downloading https://example.com/gradle-9.2.1-bin.zip

            Exception in thread "main" java.net.UnknownHostException: example.com
            \tat java.base/sun.nio.ch.NioSocketImpl.connect(NioSocketImpl.java:569)
            \tat org.gradle.wrapper.Install.forceFetch(SourceFile:2)
            \t... 5 more
            """));
  }

  @Test
  void tests_whose_jvm_was_ended_say_so_first() {
    assertEquals(
        List.of(
            "The forked VM terminated without properly saying goodbye. VM crash or System.exit"
                + " called?",
            "Process Exit Code: 143"),
        BuildErrors.ofMaven(
            """
            [INFO] BUILD FAILURE
            [ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.3:test (default-test) on project a:\s
            [ERROR]\s
            [ERROR] See /p/target/surefire-reports for the individual test results.
            [ERROR] See dump files (if any exist) [date].dump, [date]-jvmRun[N].dump and [date].dumpstream.
            [ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?
            [ERROR] Command was /bin/sh -c cd '/p' && 'java' '-jar' 'booter.jar'
            [ERROR] Error occurred in starting fork, check output in log
            [ERROR] Process Exit Code: 143
            [ERROR] org.apache.maven.surefire.booter.SurefireBooterForkException: The forked VM terminated without properly saying goodbye. VM crash or System.exit called?
            [ERROR] Command was /bin/sh -c cd '/p' && 'java' '-jar' 'booter.jar'
            [ERROR] Error occurred in starting fork, check output in log
            [ERROR] Process Exit Code: 143
            [ERROR] \tat org.apache.maven.plugin.surefire.booterclient.ForkStarter.fork(ForkStarter.java:643)
            [ERROR] -> [Help 1]
            [ERROR]\s
            [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
            [ERROR] Re-run Maven using the -X switch to enable full debug logging.
            [ERROR]\s
            [ERROR] For more information about the errors and possible solutions, please read the following articles:
            [ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/MojoFailureException
            """));
  }

  @Test
  void advice_is_never_the_last_word() {
    assertEquals(
        List.of("it broke"),
        BuildErrors.lastWords(
            """
            it broke
            [ERROR] For more information about the errors and possible solutions, please read the following articles:
            [ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/MojoFailureException
            * Try:
            > Run with --stacktrace option to get the stack trace.
            > Get more help at https://help.gradle.org.
            BUILD FAILED in 3s
            1 actionable task: 1 executed
            """));
  }

  @Test
  void gradle_is_understood_with_compilers_and_without() {
    assertEquals(
        List.of(
            "/p/A.java:3: error: cannot find symbol (symbol: class Foo, location: class A)",
            "e: file:///p/B.kt:4:5 Unresolved reference: foo"),
        BuildErrors.ofGradle(
            """
            > Task :compileJava FAILED
            /p/A.java:3: error: cannot find symbol
                Foo foo;
                ^
              symbol:   class Foo
              location: class A
            1 error
            e: file:///p/B.kt:4:5 Unresolved reference: foo

            FAILURE: Build failed with an exception.

            * What went wrong:
            Execution failed for task ':compileJava'.
            """));
    assertEquals(
        List.of(
            "Could not resolve all files for configuration ':runtimeClasspath'.",
            "> Could not find a:b:1."),
        BuildErrors.ofGradle(
            """
            FAILURE: Build failed with an exception.

            * What went wrong:
            Could not resolve all files for configuration ':runtimeClasspath'.
            > Could not find a:b:1.

            * Try:
            > Run with --stacktrace
            """));
  }
}
