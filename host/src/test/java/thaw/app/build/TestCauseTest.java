package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestCauseTest {
  private static final String FAILED = "Tests run: 2, Failures: 0, Errors: 2 <<< FAILURE!";

  @Test
  void the_last_cause_of_the_first_exception_is_told() {
    String said =
        """
        [INFO] Running a.OrderTest
        [ERROR] %s
        [ERROR] a.OrderTest.first  Time elapsed: 0.1 s  <<< ERROR!
        java.lang.ExceptionInInitializerError
        \tat a.OrderTest.<init>(OrderTest.java:9)
        Caused by: a.Wrapped: no client
        \t... 3 more
        Caused by: software.amazon.awssdk.core.exception.SdkClientException: Unable to load region from any of the providers
        \tat software.amazon.Client.build(Client.java:1)

        [ERROR] a.OrderTest.second  Time elapsed: 0 s  <<< ERROR!
        java.lang.NoClassDefFoundError: another
        Caused by: java.lang.Error: of the second
        """
            .formatted(FAILED);
    String cause = TestCause.of(said, FAILED).orElseThrow();
    assertEquals(
        "software.amazon.awssdk.core.exception.SdkClientException: Unable to load region from any of the providers",
        cause);
    assertEquals(Optional.of("AWS_REGION"), TestCause.missing(cause));
  }

  @Test
  void an_exception_without_a_cause_is_told_itself_and_no_other_test_s() {
    String said =
        "[ERROR] "
            + FAILED
            + "\norg.opentest4j.AssertionFailedError: expected: 1\n[INFO] Running a.B\nCaused by: c.D: e";
    assertEquals(
        Optional.of("org.opentest4j.AssertionFailedError: expected: 1"),
        TestCause.of(said, FAILED));
    assertEquals(Optional.empty(), TestCause.of("[ERROR] " + FAILED, FAILED));
  }

  @Test
  void gradle_indents_what_it_says_of_a_test() {
    String said =
        """
        ATest > first() FAILED
            java.lang.IllegalStateException at ATest.java:5
                Caused by: java.lang.IllegalArgumentException at A.java:3

        BTest > second() FAILED
        """;
    assertEquals(
        Optional.of("java.lang.IllegalArgumentException at A.java:3"),
        TestCause.of(said, "ATest > first() FAILED"));
  }

  @Test
  void a_variable_that_is_missing_is_named() {
    assertEquals(
        Optional.of("IAM_USER_ACCESS_KEY"),
        TestCause.missing(
            "a.B: Could not resolve placeholder 'IAM_USER_ACCESS_KEY' in value \"${IAM_USER_ACCESS_KEY}\""));
    assertEquals(
        Optional.of("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        TestCause.missing("a.B: Unable to load AWS credentials from any provider in the chain"));
    assertEquals(Optional.empty(), TestCause.missing("expected: 1"));
  }

  @Test
  void tests_that_need_docker_can_do_without_it() {
    String remedy =
        TestCause.remedy("a.B: Could not find a valid Docker environment. See logs").orElseThrow();
    assertEquals(
        "start Docker, or have the tests that need it skip themselves without it:"
            + " @Testcontainers(disabledWithoutDocker = true)",
        remedy);
    assertEquals(
        "set AWS_REGION, as the tests run with the variables of your shell",
        TestCause.remedy("a.B: Unable to load region from any").orElseThrow());
  }
}
