package thaw.function;

import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * The region that this program stands for, as there is one account: names of resources have it, and
 * functions find it in {@code AWS_REGION}.
 *
 * <p>A command chooses it when it begins, before anything is named; it is a system property, so
 * that no class has it from before.
 */
public final class Region {
  /** The one account; it stands in every ARN. */
  public static final String ACCOUNT = "123456789012";

  /** That of AWS's own examples. */
  public static final String DEFAULT = "us-east-1";

  private static final String PROPERTY = "thaw.region";
  private static final Pattern FORM = Pattern.compile("[a-z]{2,4}(-[a-z]+){1,3}-\\d{1,2}");

  private Region() {}

  public static String own() {
    return System.getProperty(PROPERTY, DEFAULT);
  }

  /**
   * @param name empty for the one of AWS's own examples
   * @param source who says so, for the message
   */
  public static void choose(String name, String source) {
    if (!name.isEmpty() && !FORM.matcher(name).matches()) {
      throw new UserMistake(
          source + " must be a region of AWS: " + name, "use for example eu-central-1");
    }
    System.setProperty(PROPERTY, name.isEmpty() ? DEFAULT : name);
  }
}
