package thaw.service.database;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import thaw.function.resource.Database;

/**
 * A token of IAM in place of a password: a presigned request, {@code
 * HOST:PORT/?Action=connect&DBUser=USER&X-Amz-...}. Host, user, action and time are checked; who
 * has signed it is not, as nobody here has the keys.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/UsingWithRDS.IAMDBAuth.html">IAM
 *     database authentication</a>
 */
record LoginToken(String host, Map<String, String> query) {
  /** AWS's clocks and ours may differ. */
  private static final Duration EARLY = Duration.ofMinutes(5);

  /** RDS takes no token for longer; those of DSQL say how long they hold. */
  private static final Duration RDS_VALIDITY = Duration.ofMinutes(15);

  private static final Duration LONGEST = Duration.ofDays(7);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /**
   * Returns why a password does not let a user in; empty when it does.
   *
   * @param later a token of before then is taken to be older by the time that RDS's hold
   */
  static Optional<String> fault(
      String password, Database database, String user, Instant now, Optional<Instant> later) {
    Optional<LoginToken> token = read(password);
    return token.isEmpty()
        ? Optional.of("it is no token of IAM: a presigned request, as the SDK makes it")
        : token.get().fault(database, user, now, later);
  }

  private static Optional<LoginToken> read(String text) {
    String[] parts = text.replaceFirst("^https?://", "").split("/?\\?", 2);
    if (parts.length < 2 || !parts[1].contains("X-Amz-Signature=")) {
      return Optional.empty();
    }
    Map<String, String> query = new HashMap<>();
    try {
      for (String pair : parts[1].split("&", -1)) {
        String[] both = pair.split("=", 2);
        query.put(
            both[0], both.length < 2 ? "" : URLDecoder.decode(both[1], StandardCharsets.UTF_8));
      }
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(new LoginToken(parts[0], query));
  }

  private Optional<String> fault(
      Database database, String user, Instant now, Optional<Instant> later) {
    String named = host.replaceFirst(":\\d+$", "");
    if (!database.hosts().contains(named)) {
      return Optional.of("it is for the host " + named);
    }
    String action = query.getOrDefault("Action", "");
    String wanted =
        !database.isDsql()
            ? "connect"
            : user.equals(database.user()) ? "DbConnectAdmin" : "DbConnect";
    if (!action.equals(wanted)) {
      return Optional.of("its action is '%s', not %s".formatted(action, wanted));
    }
    if (!database.isDsql() && !user.equals(query.get("DBUser"))) {
      return Optional.of("it is for the user " + query.get("DBUser"));
    }
    return timeFault(database, now, later);
  }

  private Optional<String> timeFault(Database database, Instant clock, Optional<Instant> later) {
    try {
      Instant signed = Instant.from(TIME.parse(query.getOrDefault("X-Amz-Date", "")));
      Instant now = later.filter(signed::isBefore).map(_ -> clock.plus(RDS_VALIDITY)).orElse(clock);
      Duration said = Duration.ofSeconds(Long.parseLong(query.getOrDefault("X-Amz-Expires", "")));
      Duration most = database.isDsql() ? LONGEST : RDS_VALIDITY;
      Instant until = signed.plus(said.compareTo(most) > 0 ? most : said);
      if (now.isAfter(until)) {
        return Optional.of(
            "it has expired %d s ago".formatted(Duration.between(until, now).toSeconds()));
      }
      return now.isBefore(signed.minus(EARLY))
          ? Optional.of("it is of a time to come: " + signed)
          : Optional.empty();
    } catch (DateTimeException | NumberFormatException e) {
      return Optional.of("it has no X-Amz-Date and X-Amz-Expires that can be read");
    }
  }
}
