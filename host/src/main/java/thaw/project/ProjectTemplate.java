package thaw.project;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import thaw.problem.UserMistake;

/** A project that a new one may start as; its files are resources in a folder of that name. */
public enum ProjectTemplate {
  PLAIN("one function, no service"),
  DYNAMODB("a function with a DynamoDB table, SnapStart and priming"),
  REST_API("a function behind API Gateway"),
  SQS("a function that takes messages from a queue");

  private final String words;

  ProjectTemplate(String words) {
    this.words = words;
  }

  /** Returns the name that users write: {@code rest-api}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String words() {
    return words;
  }

  /**
   * @throws UserMistake when there is none of that name
   */
  public static ProjectTemplate of(String id) {
    return Arrays.stream(values())
        .filter(template -> template.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new UserMistake("unknown template: " + id, "use one of: " + ids()));
  }

  private static String ids() {
    return Arrays.stream(values()).map(ProjectTemplate::id).collect(Collectors.joining(", "));
  }
}
