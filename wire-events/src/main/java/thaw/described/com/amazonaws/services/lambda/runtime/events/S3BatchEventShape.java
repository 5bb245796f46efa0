package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.S3BatchEvent;
import com.amazonaws.services.lambda.runtime.events.S3BatchEvent.Job;
import com.amazonaws.services.lambda.runtime.events.S3BatchEvent.Task;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A task of S3 Batch Operations. */
public final class S3BatchEventShape extends Parts<S3BatchEvent> {
  private static final Field INVOCATION_SCHEMA_VERSION = Field.of(1, "invocationSchemaVersion");
  private static final Field INVOCATION_ID = Field.of(2, "invocationId");
  private static final Field JOB = Field.of(3, "job");
  private static final Field TASKS = Field.of(4, "tasks");
  private static final Field ID = Field.of(5, "id");
  private static final Field TASK_ID = Field.of(6, "taskId");
  private static final Field S3_KEY = Field.of(7, "s3Key");
  private static final Field S3_VERSION_ID = Field.of(8, "s3VersionId");
  private static final Field S3_BUCKET_ARN = Field.of(9, "s3BucketArn");

  private static final Shape<Job> JOB_PART = part(new S3BatchEventShape(1));
  private static final Shape<Task> TASK_PART = part(new S3BatchEventShape(2));

  /** For any thread. */
  public S3BatchEventShape() {
    this(0);
  }

  private S3BatchEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Job();
      case 2 -> new Task();
      default -> new S3BatchEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> job(w, (Job) value);
      case 2 -> task(w, (Task) value);
      default -> event(w, (S3BatchEvent) value);
    }
  }

  private static void event(Wire w, S3BatchEvent e) {
    e.setInvocationSchemaVersion(
        w.string(INVOCATION_SCHEMA_VERSION, e.getInvocationSchemaVersion()));
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setJob(w.value(JOB, e.getJob(), JOB_PART));
    e.setTasks(w.list(TASKS, e.getTasks(), TASK_PART));
  }

  private static void job(Wire w, Job e) {
    e.setId(w.string(ID, e.getId()));
  }

  private static void task(Wire w, Task e) {
    e.setTaskId(w.string(TASK_ID, e.getTaskId()));
    e.setS3Key(w.string(S3_KEY, e.getS3Key()));
    e.setS3VersionId(w.string(S3_VERSION_ID, e.getS3VersionId()));
    e.setS3BucketArn(w.string(S3_BUCKET_ARN, e.getS3BucketArn()));
  }
}
