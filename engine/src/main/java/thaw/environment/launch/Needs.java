package thaw.environment.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.sandbox.Bind;
import thaw.sandbox.SandboxNetwork;
import thaw.sandbox.SandboxSpec;

/**
 * Finds what a function must reach outside of its sandbox, from what it is told: ports that its
 * variables name (the local services' among them), receivers of traces, and the addresses that its
 * hosts file has for names of AWS.
 */
public final class Needs {
  private static final Path HOSTS = Path.of("/etc/hosts");

  /**
   * A host and a port, as in {@code http://localhost:8000}, {@code jdbc:postgresql://db:5432/pets},
   * {@code db:5432}.
   */
  private static final Pattern AUTHORITY =
      Pattern.compile(
          "(?<host>[A-Za-z0-9_.-]*[A-Za-z0-9_-]|\\[[0-9A-Fa-f:.]+]):(?<port>\\d{1,5})(?!\\d)");

  /** The name of a variable that has nothing but a port: {@code DB_PORT=5432}. */
  private static final Pattern PORT_VARIABLE = Pattern.compile("(?i)(?<of>.*)PORT");

  /** What a variable with a host ends with, where one with its port ends with {@code PORT}. */
  private static final List<String> HOSTS_OF_PORTS =
      List.of("HOST", "HOSTNAME", "ENDPOINT", "ADDRESS", "SERVER");

  private static final String RUNTIME_API = "AWS_LAMBDA_RUNTIME_API";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");

  /** JDWP where the JVM is the server. */
  private static final Pattern DEBUGGER =
      Pattern.compile("jdwp[=:](?=\\S*server=y)\\S*address=(?:[^\\s,]*:)?(\\d{1,5})");

  private static final int LARGEST_PORT = 65_535;

  private Needs() {}

  /**
   * @param api where the Runtime API listens in the box
   */
  public static SandboxNetwork of(EnvironmentSpec spec, SandboxSpec box, int api) {
    Map<String, Set<String>> near = near(box.binds());
    return new SandboxNetwork(
        spec.function().name(),
        Set.of(api),
        spec.traces().map(TraceReceivers::ways).orElse(Map.of()),
        ports(box.environment(), fronts(near)),
        near.keySet(),
        debuggers(box));
  }

  /** Ports on which the function's JVM waits for one. */
  private static Set<Integer> debuggers(SandboxSpec box) {
    Set<Integer> found = new TreeSet<>();
    Stream.concat(box.command().stream(), box.environment().values().stream())
        .flatMap(text -> DEBUGGER.matcher(text).results())
        .forEach(option -> add(option.group(1), found));
    return found;
  }

  /**
   * Returns the ports that lead to any address. That of a front is led to it without this, and with
   * it would lead to the fronts of other programs, too.
   *
   * @param fronts host names of local services
   */
  static Set<Integer> ports(Map<String, String> variables, Set<String> fronts) {
    Set<Integer> found = new TreeSet<>();
    variables.forEach((name, value) -> {
      if (name.equals(RUNTIME_API)) {
        return;
      }
      Matcher authority = AUTHORITY.matcher(value);
      while (authority.find()) {
        if (!fronts.contains(authority.group("host").toLowerCase(Locale.ROOT))) {
          add(authority.group("port"), found);
        }
      }
      Matcher port = PORT_VARIABLE.matcher(name);
      if (port.matches()
          && !isOwn(name)
          && NUMBER.matcher(value).matches()
          && !fronts.contains(host(port.group("of"), variables).toLowerCase(Locale.ROOT))) {
        add(value, found);
      }
    });
    return found;
  }

  /**
   * Returns the host whose port a variable has, where another one names it: {@code DB_HOST} beside
   * {@code DB_PORT}.
   *
   * @param of the beginning of both
   */
  private static String host(String of, Map<String, String> variables) {
    return HOSTS_OF_PORTS.stream()
        .flatMap(host -> Stream.of(of + host, of + host.toLowerCase(Locale.ROOT)))
        .map(name -> variables.getOrDefault(name, ""))
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse("");
  }

  /**
   * Tells whether a variable is one that tells a program, or a web adapter, where it listens
   * itself.
   */
  private static boolean isOwn(String name) {
    return name.equals("PORT") || name.startsWith("AWS_LWA_");
  }

  private static void add(String number, Set<Integer> ports) {
    int port = Integer.parseInt(number);
    if (port > 0 && port <= LARGEST_PORT) {
      ports.add(port);
    }
  }

  private static Set<String> fronts(Map<String, Set<String>> near) {
    return near.entrySet().stream()
        .filter(each -> each.getKey().startsWith(SandboxNetwork.FRONTS))
        .flatMap(each -> each.getValue().stream())
        .collect(Collectors.toSet());
  }

  /** Addresses of loopback that are no host's own name, with names: local services, and others. */
  private static Map<String, Set<String>> near(List<Bind> binds) {
    Map<String, Set<String>> found = new TreeMap<>();
    for (Bind bind : binds) {
      if (bind.target().equals(HOSTS)) {
        try {
          for (String line : Files.readAllLines(bind.source(), StandardCharsets.ISO_8859_1)) {
            String[] words = line.strip().split("\\s+");
            if (words[0].startsWith("127.")
                && !words[0].startsWith("127.0.0.")
                && !words[0].startsWith("127.0.1.")) {
              found
                  .computeIfAbsent(words[0], _ -> new TreeSet<>())
                  .addAll(List.of(words).subList(1, words.length));
            }
          }
        } catch (IOException e) {
          throw new UncheckedIOException("could not read " + bind.source() + ": " + e, e);
        }
      }
    }
    return found;
  }
}
