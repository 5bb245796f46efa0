package thaw.lambdaapi;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.constraint.Constraint;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.QueryFault;
import thaw.runtimeapi.Credentials;

/**
 * A session of a role, as STS's AssumeRole begins it. There are no roles here: every ARN of one
 * will do, and the credentials are those that functions find. Refuses to know permissions.
 *
 * @param arn of the session, not of the role
 * @param source the identity that the caller has set
 */
record AssumedRole(String arn, String session, Instant expiration, Optional<String> source) {
  private static final Pattern ROLE =
      Pattern.compile(
          "arn:(aws[a-z-]*):iam::(\\d{12}):role/(?:[\\x21-\\x7e]+/)?([\\w+=,.@-]{1,64})");
  private static final String NAME = "[\\w+=,.@-]*";

  /** The unique id of any role. */
  private static final String ROLE_ID = "AROATHAWLOCALEXAMPLE1";

  private static final int LEAST_SECONDS = 900;
  private static final int MOST_SECONDS = 43_200;
  private static final int DEFAULT_SECONDS = 3600;

  /**
   * @param form of the request
   * @throws QueryFault for what does not fit STS's service model, or is no role's ARN
   */
  static AssumedRole of(Map<String, String> form, Instant now) throws QueryFault {
    Input input = Input.form(form);
    String role = input.required("RoleArn", Constraint.atLeast(20), Constraint.atMost(2048));
    String session =
        input.required(
            "RoleSessionName",
            Constraint.atLeast(2),
            Constraint.atMost(64),
            Constraint.matches(NAME));
    int seconds = seconds(input);
    Optional<String> source =
        input.text(
            "SourceIdentity",
            Constraint.atLeast(2),
            Constraint.atMost(256),
            Constraint.matches(NAME));
    checkWhatHasNoEffect(input);
    input.requireValidForm();
    Matcher parts = ROLE.matcher(role);
    if (!parts.matches()) {
      throw new QueryFault(role + " is invalid");
    }
    return new AssumedRole(
        "arn:%s:sts::%s:assumed-role/%s/%s"
            .formatted(parts.group(1), parts.group(2), parts.group(3), session),
        session,
        now.plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS),
        source);
  }

  private static int seconds(Input input) {
    String member = "DurationSeconds";
    Optional<String> written = input.text(member);
    if (written.isEmpty()) {
      return DEFAULT_SECONDS;
    }
    if (!written.get().matches("-?\\d{1,9}")) {
      input.violation(written.get(), input.path(member), "Member must be an integer");
      return DEFAULT_SECONDS;
    }
    int seconds = Integer.parseInt(written.get());
    if (seconds < LEAST_SECONDS) {
      input.violation(
          seconds,
          input.path(member),
          "Member must have value greater than or equal to " + LEAST_SECONDS);
    } else if (seconds > MOST_SECONDS) {
      input.violation(
          seconds,
          input.path(member),
          "Member must have value less than or equal to " + MOST_SECONDS);
    }
    return seconds;
  }

  /** Checks the proofs that a role may demand, as a caller's mistake in them is one on AWS, too. */
  private static void checkWhatHasNoEffect(Input input) {
    input.text(
        "ExternalId",
        Constraint.atLeast(2),
        Constraint.atMost(1224),
        Constraint.matches("[\\w+=,.@:\\/-]*"));
    input.text(
        "SerialNumber",
        Constraint.atLeast(9),
        Constraint.atMost(256),
        Constraint.matches("[\\w+=/:,.@-]*"));
    input.text(
        "TokenCode", Constraint.atLeast(6), Constraint.atMost(6), Constraint.matches("[\\d]*"));
  }

  /** Returns what stands in the result of the action. */
  String xml() {
    return "<Credentials>"
        + QueryXml.text("AccessKeyId", Credentials.ID)
        + QueryXml.text("SecretAccessKey", Credentials.SECRET)
        + QueryXml.text("SessionToken", Credentials.TOKEN)
        + QueryXml.text("Expiration", expiration.toString())
        + "</Credentials><AssumedRoleUser>"
        + QueryXml.text("AssumedRoleId", ROLE_ID + ":" + session)
        + QueryXml.text("Arn", arn)
        + "</AssumedRoleUser>"
        + source.map(identity -> QueryXml.text("SourceIdentity", identity)).orElse("");
  }
}
