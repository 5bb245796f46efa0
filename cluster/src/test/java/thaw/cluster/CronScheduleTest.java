package thaw.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.Transcript;

/** Schedules of a template whose clock is the cluster's. */
class CronScheduleTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Tick:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: app/
            Handler: com.example.Handler::handle
            Events:
              Minute: {Type: Schedule, Properties: {Name: every-minute, Schedule: rate(1 minute)}}
              Seven: {Type: Schedule, Properties: {Name: seven, Schedule: rate(7 minutes)}}
              Off: {Type: Schedule, Properties: {Schedule: rate(1 hour), Enabled: false}}
              Night:
                Type: ScheduleV2
                Properties:
                  Name: Night_Run
                  ScheduleExpression: cron(30 2 ? * MON-FRI *)
                  ScheduleExpressionTimezone: Europe/Vienna
              Half:
                Type: ScheduleV2
                Properties:
                  Name: half-a-day
                  ScheduleExpression: rate(12 hours)
                  ScheduleExpressionTimezone: Asia/Kolkata
              Soon:
                Type: ScheduleV2
                Properties: {Name: soon, ScheduleExpression: rate(1 hour), EndDate: 2030-01-01T00:00:00Z}
        Api:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: app/
            Handler: com.example.Handler::handle
            Events:
              Get: {Type: Api, Properties: {Path: /, Method: get}}
      """;

  @TempDir Path folder;

  private DeployedFolder pets;

  @BeforeEach
  void a_template_with_schedules() throws Exception {
    pets = new DeployedFolder(folder.resolve("pets")).with(TEMPLATE);
  }

  private static List<CronJob> jobs(Transcript printed) {
    return DeployedFolder.objects(printed).stream()
        .filter(CronJob.class::isInstance)
        .map(CronJob.class::cast)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate(1 minute)                  | */1 * * * *
          rate(15 minutes)                | */15 * * * *
          rate(60 minutes)                | 0 */1 * * *
          rate(12 hours)                  | 0 */12 * * *
          rate(1 day)                     | 0 0 * * *
          cron(0 10 * * ? *)              | 0 10 * * *
          cron(15 12 * * ? *)             | 15 12 * * *
          cron(0 18 ? * MON-FRI *)        | 0 18 * * 1-5
          cron(0 8 1 * ? *)               | 0 8 1 * *
          cron(0/15 * * * ? *)            | 0/15 * * * *
          cron(0/5 8-17 ? * 2-6 *)        | 0/5 8-17 * * 1-5
          cron(0 9 ? JAN,jul SUN,7 *)     | 0 9 * 1,7 0,6
          """)
  void what_cron_knows_is_written_as_a_cron_job_has_it(String expression, String line) {
    assertEquals(Optional.of(line), CronSchedule.line(expression));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate(7 minutes)",
        "rate(90 minutes)",
        "rate(5 hours)",
        "rate(2 days)",
        "at(2030-01-01T00:00:00)",
        "cron(0 10 L * ? *)",
        "cron(0 10 3W * ? *)",
        "cron(0 10 ? * 6#3 *)",
        "cron(0 10 ? * 5L *)",
        "cron(0 10 ? * FRI-MON *)",
        "cron(0 9 ? * 0 *)",
        "cron(0 10 * * ? 2030)",
        "cron(0 10 * *)"
      })
  void what_it_does_not_know_stays_with_the_workers(String expression) {
    assertEquals(Optional.empty(), CronSchedule.line(expression));
  }

  @Test
  void each_is_an_object_that_tells_one_worker_whose_own_clock_is_off() {
    Transcript printed = pets.printed("kubernetes", "--workers", "2", "--pull-secret", "pull");
    assertEquals(0, printed.exit(), printed.err());
    List<CronJob> jobs = jobs(printed);
    assertEquals(
        List.of("*/1 * * * * UTC", "0 */12 * * * UTC", "30 2 * * 1-5 Europe/Vienna"),
        jobs.stream()
            .map(job -> job.getSpec().getSchedule() + " " + job.getSpec().getTimeZone())
            .sorted()
            .toList());
    CronJob minute =
        jobs.stream()
            .filter(job -> job.getMetadata().getName().contains("every-minute"))
            .findFirst()
            .get();
    assertTrue(
        minute.getMetadata().getName().matches("pets-every-minute-[0-9a-f]{8}"),
        minute.getMetadata().getName());
    PodSpec pod = minute.getSpec().getJobTemplate().getSpec().getTemplate().getSpec();
    var container = pod.getContainers().getFirst();
    assertEquals(
        List.of("http://pets.default.svc:3001/_thaw/schedule?name=every-minute", "$(JOB)"),
        container.getCommand().reversed().subList(0, 2).reversed());
    assertEquals("JOB", container.getEnv().getFirst().getName());
    assertEquals(
        "metadata.labels['batch.kubernetes.io/job-name']",
        container.getEnv().getFirst().getValueFrom().getFieldRef().getFieldPath());
    assertEquals("pull", pod.getImagePullSecrets().getFirst().getName());
    assertEquals(false, pod.getAutomountServiceAccountToken());
    assertNull(pod.getHostUsers()); // also for nodes that have no user namespaces
    assertEquals(true, pod.getContainers().getFirst().getSecurityContext().getRunAsNonRoot());
    // No worker: the Service sends no requests there, and thaw ps does not show it.
    var labels =
        minute.getSpec().getJobTemplate().getSpec().getTemplate().getMetadata().getLabels();
    Service service = DeployedFolder.only(Service.class, DeployedFolder.objects(printed));
    assertNull(labels.get(service.getSpec().getSelector().keySet().iterator().next()));
    assertNull(labels.get(WorkerObjects.MANAGED_BY));

    assertTrue(
        printed.err().contains("schedules that the cluster keeps for all workers together"),
        printed.err());
    List<String> arguments =
        DeployedFolder.only(Deployment.class, DeployedFolder.objects(printed))
            .getSpec()
            .getTemplate()
            .getSpec()
            .getContainers()
            .getFirst()
            .getArgs();
    int first = arguments.indexOf("--outside-schedule");
    assertEquals(
        List.of("every-minute", "Night_Run", "half-a-day"),
        List.of(arguments.get(first + 1), arguments.get(first + 3), arguments.get(first + 5)));
    assertEquals(first + 4, arguments.lastIndexOf("--outside-schedule"));
  }

  @Test
  void a_call_is_tried_for_ten_minutes_and_for_an_hour_where_that_is_until_the_next_one() {
    var jobs = jobs(pets.printed("kubernetes"));
    for (CronJob job : jobs) {
      var each = job.getSpec().getJobTemplate().getSpec();
      boolean isRare = !job.getMetadata().getName().contains("every-minute");
      assertEquals(isRare ? 3600 : 600, each.getActiveDeadlineSeconds());
      assertEquals(each.getActiveDeadlineSeconds(), job.getSpec().getStartingDeadlineSeconds());
      // The kubelet waits up to five minutes between two tries, and begins with ten seconds.
      assertTrue(each.getBackoffLimit() > each.getActiveDeadlineSeconds() / 60);
    }
    assertEquals(3, jobs.size());
    assertEquals(600, new CronSchedule("", "5,35 * * * *", "UTC").patienceSeconds());
  }

  @Test
  void what_stays_with_the_workers_is_told_with_what_that_means() {
    String said = pets.printed("kubernetes", "--workers", "2").err();
    assertTrue(
        said.contains(
            "the schedule seven of Tick: a CronJob does not know rate(7 minutes), so each"),
        said);
    assertTrue(said.contains("with 2 workers it is invoked 2 times"), said);
    assertTrue(
        said.contains("the schedule soon of Tick: a CronJob has no StartDate and no EndDate"),
        said);
    assertFalse(said.contains("the schedule every-minute"), said);
    assertTrue(pets.printed("knative").err().contains("and without workers not at all"));
  }

  @Test
  void two_with_one_name_stay_with_the_workers() throws Exception {
    pets.with(TEMPLATE.replace("Name: half-a-day", "Name: every-minute"));
    Transcript printed = pets.printed("kubernetes");
    assertEquals(1, jobs(printed).size());
    String why = "the schedule every-minute of Tick: another schedule has the same name";
    assertEquals(2, printed.err().split(why, -1).length - 1, printed.err());
  }

  @Test
  void on_knative_it_goes_to_the_one_door_unless_that_is_an_api() {
    assertEquals(
        "http://pets.default.svc/_thaw/schedule?name=every-minute",
        jobs(pets.printed("knative")).stream()
            .filter(job -> job.getMetadata().getName().contains("every-minute"))
            .map(job ->
                job.getSpec()
                    .getJobTemplate()
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .getFirst()
                    .getCommand()
                    .reversed()
                    .get(1))
            .findFirst()
            .get());
    Transcript served = pets.printed("knative", "--serve", "ServerlessRestApi");
    assertEquals(List.of(), jobs(served), served.err());
    assertTrue(
        served
            .err()
            .contains("the schedule every-minute of Tick: --serve sends requests to an API"),
        served.err());
  }
}
