package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.BuiltProgram;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * What a function sees of the machine, printed from inside: the values of the table in
 * docs/aws/execution-environment.md.
 */
@SideBySide
class SeenInsideTest {
  private static final String SOURCE =
      """
      package seen;
      import java.net.*;
      import java.nio.charset.*;
      import java.nio.file.*;
      import java.util.*;
      public class Seen {
        private static final String NAME = "J\\u00fcrgen";
        public static Map<String, Object> look() throws Exception {
          Map<String, Object> seen = new TreeMap<>();
          for (String property : Arrays.asList("file.encoding", "sun.jnu.encoding", "user.language",
              "user.country", "user.name", "user.home", "user.dir", "java.io.tmpdir", "java.home")) {
            seen.put(property, System.getProperty(property));
          }
          seen.put("variable is right", NAME.equals(System.getenv("NAME_OF_SOMEBODY")));
          String file;
          try {
            file = Files.writeString(Path.of("/tmp/" + NAME), NAME).toString();
          } catch (InvalidPathException e) {
            file = "refused";
          }
          seen.put("file", file);
          seen.put("zone", TimeZone.getDefault().getID());
          seen.put("localtime", Files.readSymbolicLink(Path.of("/etc/localtime")).toString());
          InetAddress own = InetAddress.getLocalHost();
          seen.put("host", own.getHostName() + " " + own.getHostAddress());
          seen.put("processors", Runtime.getRuntime().availableProcessors());
          seen.put("locales", list("/usr/lib/locale"));
          seen.put("system", Files.readAllLines(Path.of("/etc/os-release")).get(1));
          seen.put("release", Files.readString(Path.of("/etc/system-release")).trim());
          List<String> users = new ArrayList<>();
          for (String line : Files.readAllLines(Path.of("/etc/passwd"))) {
            users.add(line.split(":")[0] + " " + line.split(":")[2]);
          }
          seen.put("users", users);
          seen.put("devices", list("/dev"));
          List<String> names = new ArrayList<>();
          for (String parent : Arrays.asList("/", "/etc", "/sys", "/sys/devices", "/sys/kernel",
              "/sys/fs", "/var")) {
            for (String name : list(parent)) { names.add(parent + " " + name); }
          }
          seen.put("names", names);
          List<String> interfaces = new ArrayList<>();
          for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            interfaces.add(each.getName());
          }
          seen.put("interfaces", interfaces);
          List<String> absent = new ArrayList<>();
          for (String path : Arrays.asList("/home", "/root", "/run", "/etc/hostname", "/etc/timezone",
              "/etc/machine-id", "/etc/mime.types", "/dev/shm", "/var/log")) {
            if (!Files.exists(Path.of(path))) { absent.add(path); }
          }
          seen.put("absent", absent);
          for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("Umask") || line.startsWith("CapEff") || line.startsWith("Groups")) {
              seen.put(line.split(":")[0], line.substring(line.indexOf(':') + 1).trim());
            }
          }
          for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
            for (String limit : Arrays.asList("Max stack size", "Max open files")) {
              if (line.startsWith(limit)) { seen.put(limit, line.substring(26, 46).trim()); }
            }
          }
          int others = 0;
          for (String process : list("/proc")) {
            if (process.matches("\\\\d+") && Integer.parseInt(process) > 1
                && Long.parseLong(process) != ProcessHandle.current().pid()) { others++; }
          }
          seen.put("other processes", others);
          return seen;
        }
        private static List<String> list(String folder) {
          String[] all = new java.io.File(folder).list();
          Arrays.sort(all);
          return Arrays.asList(all);
        }
      }
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  @BeforeAll
  static void function() throws Exception {
    task = Sources.compile(folder.resolve("task"), SOURCE);
    real = RealRuntime.open(folder);
    assumeTrue(real.instance().host().hasMountNamespaces(), "functions see the host's files");
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void a_function_sees_lambdas_machine_and_not_this_one(int feature) throws Exception {
    JsonNode seen = seen(feature);
    boolean old = feature == 17;
    Map<String, String> expected = new TreeMap<>();
    expected.put("file.encoding", "UTF-8");
    expected.put("sun.jnu.encoding", old ? "UTF-8" : "ANSI_X3.4-1968");
    expected.put("user.language", "en");
    expected.put("user.country", "US");
    expected.put("user.name", "sbx_user1051");
    expected.put("user.home", "/home/sbx_user1051");
    expected.put("user.dir", "/var/task");
    expected.put("java.io.tmpdir", "/tmp");
    expected.put("java.home", "/var/lang");
    expected.put("variable is right", "" + old);
    expected.put("file", old ? "/tmp/Jürgen" : "refused");
    expected.put("zone", "UTC");
    expected.put("localtime", "../usr/share/zoneinfo/UTC");
    expected.put("host", "169.254.100.1 169.254.100.1");
    expected.put("processors", "2");
    expected.put("locales", old ? "[\"C.utf8\",\"en_US.utf8\"]" : "[\"C.utf8\"]");
    expected.put("system", "VERSION=\"" + (old ? "2" : "2023") + "\"");
    expected.put(
        "release",
        old ? "Amazon Linux release 2 (Karoo)" : "Amazon Linux release 2023 (Amazon Linux)");
    expected.put(
        "users", "[\"root 0\",\"bin 1\",\"daemon 2\",\"nobody 65534\",\"sbx_user1051 993\"]");
    expected.put(
        "devices",
        "[\"fd\",\"full\",\"null\",\"random\",\"stderr\",\"stdin\",\"stdout\",\"urandom\",\"zero\"]");
    expected.put(
        "absent",
        "[\"/home\",\"/root\",\"/run\",\"/etc/hostname\",\"/etc/timezone\",\"/etc/machine-id\","
            + "\"/etc/mime.types\",\"/dev/shm\",\"/var/log\"]");
    expected.put("interfaces", "[\"lo\"]");
    expected.put("Umask", "0022");
    expected.put("CapEff", "0000000000000000");
    expected.put("Max stack size", "8388608");
    expected.put("Max open files", "1024");
    expected.put("other processes", "0");
    Map<String, String> found = new TreeMap<>();
    expected
        .keySet()
        .forEach(name -> {
          JsonNode value = seen.path(name);
          found.put(name, value.isArray() ? value.toString() : value.asText());
        });
    assertEquals(lines(expected), lines(found));
    assertEquals(List.of(), unexplained(seen.path("names")));
  }

  /** What is seen and the page does not have. */
  private static List<String> unexplained(JsonNode names) throws IOException {
    String page = Files.readString(Path.of("../docs/aws/execution-environment.md"));
    List<String> missing = new ArrayList<>();
    for (JsonNode each : names) {
      String[] name = each.asText().split(" ", 2);
      String path = (name[0].equals("/") ? "" : name[0]) + "/" + name[1];
      boolean isLink = List.of("bin", "lib", "lib64", "sbin", "usr", "proc").contains(name[1]);
      boolean ofJdk = path.startsWith("/etc/java-") || path.equals("/etc/java"); // Debian, Fedora
      if (!isLink && !ofJdk && !page.contains(path) && !page.contains("`" + name[1] + "`")) {
        missing.add(path);
      }
    }
    assertTrue(names.size() > 30, names::toString);
    return missing;
  }

  private static String lines(Map<String, String> all) {
    StringBuilder text = new StringBuilder();
    all.forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
    return text.toString();
  }

  private static JsonNode seen(int feature) throws Exception {
    Optional<Jdk> jdk = Jdks.find(Map.of(), folder).ofFeature(feature);
    assumeTrue(jdk.isPresent(), "this host has no JDK " + feature);
    EnvironmentSpec plain = real.on(jdk.get()).spec(task, "seen.Seen::look", 1769, 20);
    EnvironmentSpec spec =
        plain.withFunction(
            plain.function().withEnvironment(Map.of("NAME_OF_SOMEBODY", "J\u00fcrgen")));
    try (Environment environment =
        Environment.prepareWithLog(real.instance(), spec, new ArrayList<String>()::add)) {
      assertInstanceOf(InitOutcome.Ready.class, environment.initialise());
      InvocationOutcome outcome =
          environment.invoke(Invocation.of("{}".getBytes(StandardCharsets.UTF_8))).outcome();
      return JSON.readTree(
          assertInstanceOf(InvocationOutcome.Success.class, outcome, outcome::toString).payload());
    }
  }

  /** As on a desktop; other hosts have no such locale. */
  @Test
  void a_locale_of_this_machine_is_not_seen() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root changes mounts");
    assumeTrue(Files.isDirectory(Path.of("/usr/lib/locale")), "this host has no locales");
    assumeTrue(Jdks.find(Map.of(), folder).ofFeature(25).isPresent(), "this host has no JDK 25");
    Path locales = Files.createDirectory(folder.resolve("locales"));
    assumeTrue(
        run(List.of("localedef", "-i", "en_US", "-f", "UTF-8", locales + "/en_US.utf8")) != null,
        "this host cannot compile locales");
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Seen:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: task, Handler: 'seen.Seen::look', Runtime: java25, MemorySize: 512, Timeout: 20}
        """);
    String mounted = "mount --bind " + locales + " /usr/lib/locale && exec \"$@\"";
    List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", mounted, "sh"));
    command.addAll(BuiltProgram.command("-Xmx256m"));
    command.addAll(List.of("invoke", folder.toString(), "--event", "{}", "--json"));
    String told = run(command);
    assertTrue(
        told != null && told.contains("sun.jnu.encoding") && told.contains("ANSI_X3.4-1968"), told);
  }

  /** Returns what it prints, null when it fails. */
  private static String run(List<String> command) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      return null;
    }
    boolean done = process.waitFor(2, TimeUnit.MINUTES);
    process.destroy();
    return done && process.exitValue() == 0 ? Files.readString(output) : null;
  }
}
