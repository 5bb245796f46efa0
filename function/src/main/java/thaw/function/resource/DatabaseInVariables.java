package thaw.function.resource;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What variables of functions say of a database that no template declares: its address, its name,
 * and who may use it. The forms are those of a URL of JDBC, R2DBC or libpq, and of variables such
 * as {@code DB_HOST}, {@code DB_PORT}, {@code DB_NAME}, {@code DB_USER} and {@code DB_PASSWORD}.
 */
public final class DatabaseInVariables {
  private static final Pattern URL =
      Pattern.compile(
          "(?:jdbc:|r2dbc:(?:pool:)?)?(?:aws-wrapper:)?postgres(?:ql)?://(?:([^:@/?]+)(?::([^@/?]*))?@)?"
              + "([A-Za-z0-9.-]+)(?::(\\d+))?(?:/([^?&]*))?(?:\\?.*)?");

  private static final Pattern OF_DATABASE =
      Pattern.compile(
          "(^|_)(DB|DATABASE|POSTGRES|POSTGRESQL|PG|RDS|AURORA|SQL|DATASOURCE)(_|$|HOST)");

  private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|localhost");
  private static final int LARGEST_PORT = 65_535;

  private final List<String> hosts = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private Optional<String> name = Optional.empty();
  private Optional<String> user = Optional.empty();
  private Optional<String> password = Optional.empty();

  private DatabaseInVariables() {}

  /**
   * Returns a database as the variables of functions say; what none says stays.
   *
   * @param variables of each function
   */
  public static Database of(Database undeclared, Collection<Map<String, String>> variables) {
    DatabaseInVariables found = new DatabaseInVariables();
    variables.forEach(each -> new TreeMap<>(each).forEach(found::look));
    List<String> hosts = new ArrayList<>(undeclared.hosts());
    found.hosts.stream().distinct().filter(host -> !hosts.contains(host)).forEach(hosts::add);
    List<Integer> ports = new ArrayList<>(undeclared.ports());
    ports.addAll(found.ports);
    return undeclared
        .withHosts(hosts)
        .withPorts(ports)
        .withDatabase(found.name.orElse(undeclared.database()))
        .withUser(found.user.orElse(undeclared.user()))
        .withPassword(
            found
                .password
                .<Database.Password>map(Database.Password.Given::new)
                .orElse(undeclared.password()));
  }

  private void look(String variable, String value) {
    Matcher url = URL.matcher(value.strip());
    if (url.matches()) {
      user = user.or(() -> part(url, 1));
      password = password.or(() -> part(url, 2));
      addHost(url.group(3));
      part(url, 4).ifPresent(this::addPort);
      name = name.or(() -> part(url, 5));
      return;
    }
    String words = variable.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    if (value.isBlank() || !OF_DATABASE.matcher(words).find()) {
      return;
    }
    if (words.matches(".*(HOST|HOSTNAME|ENDPOINT|SERVER|ADDRESS)")) {
      String[] address = value.strip().split(":", 2);
      addHost(address[0]);
      if (address.length > 1) {
        addPort(address[1]);
      }
    } else if (words.endsWith("PORT")) {
      addPort(value.strip());
    } else if (words.matches(".*(PASSWORD|PASSWD|PASS|PWD)")) {
      password = password.or(() -> Optional.of(value));
    } else if (words.matches(".*(USER_?NAME|USER|LOGIN)")) {
      user = user.or(() -> Optional.of(value.strip()));
    } else if (words.matches(".*(NAME|DATABASE|DB)")) {
      name = name.or(() -> Optional.of(value.strip()));
    }
  }

  private static Optional<String> part(Matcher url, int group) {
    return Optional.ofNullable(url.group(group))
        .filter(text -> !text.isEmpty())
        .map(text -> URLDecoder.decode(text, StandardCharsets.UTF_8));
  }

  /** An address cannot lead elsewhere: only names can. */
  private void addHost(String host) {
    if (HOST_NAME.matcher(host).matches() && !ADDRESS.matcher(host).matches()) {
      hosts.add(host.toLowerCase(Locale.ROOT));
    }
  }

  private void addPort(String port) {
    if (port.matches("[1-9]\\d{0,4}") && Integer.parseInt(port) <= LARGEST_PORT) {
      ports.add(Integer.parseInt(port));
    }
  }
}
