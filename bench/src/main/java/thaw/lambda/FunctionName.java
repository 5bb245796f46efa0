package thaw.lambda;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * Names the function that is meant: by a name, an ARN or a part of one, with or without a version
 * or an alias.
 *
 * @param unqualified as it was written, without the qualifier
 * @param name the last part of it
 * @param region of an ARN
 * @param qualifier a version or an alias
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_RequestSyntax">FunctionName</a>
 */
public record FunctionName(
    String unqualified, String name, Optional<String> region, Optional<String> qualifier) {
  /** Groups: all but the qualifier, region, name, qualifier. */
  private static final Pattern FORM =
      Pattern.compile(
          "((?:arn:aws[a-zA-Z-]*:lambda:([a-z0-9-]+):\\d{12}:function:|\\d{12}:function:|function:)?"
              + "([a-zA-Z0-9-_]{1,140}))(?::(\\$LATEST|[a-zA-Z0-9-_]{1,128}))?");

  /**
   * @throws UserMistake when it is none
   */
  public static FunctionName of(String written) {
    Matcher matcher = FORM.matcher(written);
    if (!matcher.matches()) {
      throw new UserMistake(
          written + " is not the name of a function on AWS",
          "give its name or ARN, and append :VERSION or :ALIAS for one of these; a folder of"
              + " the same function goes with --local");
    }
    return new FunctionName(
        matcher.group(1),
        matcher.group(3),
        Optional.ofNullable(matcher.group(2)),
        Optional.ofNullable(matcher.group(4)));
  }
}
