package thaw.service.database;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.packaging.OwnFiles;
import thaw.function.resource.Database;
import thaw.function.resource.Secret;

/** The passwords of master users: the template's, and random ones that a project keeps. */
public final class DatabasePasswords {
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private static final int LENGTH = 32;
  private static final JsonMapper JSON = new JsonMapper();

  private final Map<Database, String> byDatabase = new LinkedHashMap<>();

  private DatabasePasswords() {}

  /**
   * @param kept a folder of the project's that nobody else enters; absent: they are new
   * @param rotated whether those that RDS manages in a secret are new all the same
   */
  public static DatabasePasswords of(
      List<Database> databases, Optional<Path> kept, boolean rotated) {
    DatabasePasswords passwords = new DatabasePasswords();
    for (Database database : databases) {
      passwords.byDatabase.put(
          database,
          switch (database.password()) {
            case Database.Password.Given(String text) -> text;
            case Database.Password.Made(String secret) ->
                rotated && !secret.isEmpty() ? random() : made(database, kept);
            case Database.Password.Tokens() -> "";
          });
    }
    return passwords;
  }

  private static String made(Database database, Optional<Path> kept) {
    if (kept.isEmpty()) {
      return random();
    }
    Path file = kept.get().resolve("password-" + database.name());
    try {
      OwnFiles.makeClosed(kept.get());
      if (Files.exists(file)) {
        return Files.readString(file, StandardCharsets.UTF_8);
      }
      Path made = Files.createTempFile(kept.get(), "new-", ""); // for its owner only
      String password = random();
      Files.writeString(made, password);
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
      return password;
    } catch (IOException e) {
      return random(); // a full disk, or a folder that is not ours
    }
  }

  private static String random() {
    SecureRandom random = new SecureRandom();
    StringBuilder password = new StringBuilder();
    while (password.length() < LENGTH) {
      password.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return password.toString();
  }

  /** The master user's; empty where it has none. */
  public String of(Database database) {
    return byDatabase.getOrDefault(database, "");
  }

  /** Returns the secrets that RDS makes of the passwords that it manages. */
  public List<Secret> secrets() {
    List<Secret> secrets = new ArrayList<>();
    byDatabase.forEach((database, password) -> {
      if (database.password() instanceof Database.Password.Made(String secret)
          && !secret.isEmpty()) {
        String text =
            JSON.createObjectNode()
                .put("username", database.user())
                .put("password", password)
                .toString();
        secrets.add(
            new Secret(
                database.logicalId(),
                secret,
                "Secret associated with primary RDS DB: " + database.arn(),
                new Secret.Content.Text(text)));
      }
    });
    return secrets;
  }
}
