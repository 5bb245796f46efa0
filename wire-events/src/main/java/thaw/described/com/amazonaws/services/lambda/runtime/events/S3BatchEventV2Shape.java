package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.S3BatchEventV2;
import com.amazonaws.services.lambda.runtime.events.S3BatchEventV2.Job;
import com.amazonaws.services.lambda.runtime.events.S3BatchEventV2.Task;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A task of S3 Batch Operations, schema version 2. */
public final class S3BatchEventV2Shape extends Parts<S3BatchEventV2> {
  private static final Field INVOCATION_SCHEMA_VERSION = Field.of(1, "invocationSchemaVersion");
  private static final Field INVOCATION_ID = Field.of(2, "invocationId");
  private static final Field JOB = Field.of(3, "job");
  private static final Field TASKS = Field.of(4, "tasks");
  private static final Field ID = Field.of(5, "id");
  private static final Field USER_ARGUMENTS = Field.of(6, "userArguments");
  private static final Field TASK_ID = Field.of(7, "taskId");
  private static final Field S3_KEY = Field.of(8, "s3Key");
  private static final Field S3_VERSION_ID = Field.of(9, "s3VersionId");
  private static final Field S3_BUCKET = Field.of(10, "s3Bucket");

  private static final Shape<Job> JOB_PART = part(new S3BatchEventV2Shape(1));
  private static final Shape<Task> TASK_PART = part(new S3BatchEventV2Shape(2));

  /** For any thread. */
  public S3BatchEventV2Shape() {
    this(0);
  }

  private S3BatchEventV2Shape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Job();
      case 2 -> new Task();
      default -> new S3BatchEventV2();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> job(w, (Job) value);
      case 2 -> task(w, (Task) value);
      default -> event(w, (S3BatchEventV2) value);
    }
  }

  private static void event(Wire w, S3BatchEventV2 e) {
    e.setInvocationSchemaVersion(
        w.string(INVOCATION_SCHEMA_VERSION, e.getInvocationSchemaVersion()));
    e.setInvocationId(w.string(INVOCATION_ID, e.getInvocationId()));
    e.setJob(w.value(JOB, e.getJob(), JOB_PART));
    e.setTasks(w.list(TASKS, e.getTasks(), TASK_PART));
  }

  private static void job(Wire w, Job e) {
    e.setId(w.string(ID, e.getId()));
    e.setUserArguments(w.map(USER_ARGUMENTS, e.getUserArguments(), Values.STRING));
  }

  private static void task(Wire w, Task e) {
    e.setTaskId(w.string(TASK_ID, e.getTaskId()));
    e.setS3Key(w.string(S3_KEY, e.getS3Key()));
    e.setS3VersionId(w.string(S3_VERSION_ID, e.getS3VersionId()));
    e.setS3Bucket(w.string(S3_BUCKET, e.getS3Bucket()));
  }
}
