package thaw.service.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.resource.Database;

class LoginTokenTest {
  private static final String HOST = "pets.abc.us-east-1.rds.amazonaws.com";
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  /** As an SDK makes it. */
  private static final String TOKEN =
      HOST
          + ":5432/?Action=connect&DBUser=app&X-Amz-Algorithm=AWS4-HMAC-SHA256"
          + "&X-Amz-Date=20260501T115000Z&X-Amz-SignedHeaders=host&X-Amz-Expires=900"
          + "&X-Amz-Credential=AKID%2F20260501%2Fus-east-1%2Frds-db%2Faws4_request"
          + "&X-Amz-Signature=0123456789abcdef";

  private static Database database(Database.Password password, String host) {
    return new Database(
        "Pets",
        "pets",
        "arn",
        "postgres",
        17,
        List.of(host),
        Set.of(),
        List.of(5432),
        "shop",
        password instanceof Database.Password.Tokens ? "admin" : "app",
        password,
        true);
  }

  private static Optional<String> fault(String token, String user) {
    return LoginToken.fault(
        token, database(new Database.Password.Made(""), HOST), user, NOW, Optional.empty());
  }

  /** As of a function that is restored 15 minutes after its snapshot. */
  @Test
  void a_token_of_before_a_restore_is_older_than_it_is() {
    Database database = database(new Database.Password.Made(""), HOST);
    Instant made = Instant.parse("2026-05-01T11:50:00Z");
    assertEquals(
        Optional.of("it has expired 600 s ago"),
        LoginToken.fault(TOKEN, database, "app", NOW, Optional.of(made.plusSeconds(1))));
    assertEquals(
        Optional.empty(), LoginToken.fault(TOKEN, database, "app", NOW, Optional.of(made)));
  }

  @Test
  void a_token_of_the_user_for_the_host_lets_in() {
    assertEquals(Optional.empty(), fault(TOKEN, "app"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "115000Z ~ 114000Z ~ it has expired 300 s ago",
        "115000Z ~ 121000Z ~ it is of a time to come: 2026-05-01T12:10:00Z",
        "Expires=900 ~ Expires=x ~ it has no X-Amz-Date and X-Amz-Expires that can be read",
        "Expires=900 ~ Expires=99999 ~ ''",
        "Action=connect ~ Action=DbConnect ~ its action is 'DbConnect', not connect",
        "DBUser=app ~ DBUser=eve ~ it is for the user eve",
        "pets.abc ~ other.abc ~ it is for the host other.abc.us-east-1.rds.amazonaws.com",
        "X-Amz-Signature= ~ Signed= ~ 'it is no token of IAM: a presigned request, as the SDK makes"
            + " it'",
        "%2F20260501 ~ %zz ~ 'it is no token of IAM: a presigned request, as the SDK makes it'"
      })
  void any_other_is_refused_with_the_reason(String part, String other, String reason) {
    assertEquals(
        reason, fault(TOKEN.replace(part, other), "app").orElse(""), () -> part + " " + other);
  }

  @Test
  void a_password_is_no_token() {
    assertEquals(
        "it is no token of IAM: a presigned request, as the SDK makes it",
        fault("s3cret?", "app").orElseThrow());
  }

  @Test
  void the_admin_of_dsql_has_an_action_of_its_own() {
    Database dsql = database(new Database.Password.Tokens(), "a.dsql.us-east-1.on.aws");
    String token =
        "a.dsql.us-east-1.on.aws/?Action=%s&X-Amz-Date=20260501T115000Z&X-Amz-Expires=3600&X-Amz-Signature=0";
    assertEquals(
        Optional.empty(),
        LoginToken.fault(token.formatted("DbConnectAdmin"), dsql, "admin", NOW, Optional.empty()));
    assertEquals(
        Optional.of("its action is 'DbConnect', not DbConnectAdmin"),
        LoginToken.fault(token.formatted("DbConnect"), dsql, "admin", NOW, Optional.empty()));
    assertEquals(
        Optional.empty(),
        LoginToken.fault(token.formatted("DbConnect"), dsql, "app", NOW, Optional.empty()));
  }
}
