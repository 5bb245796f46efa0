import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Does the gate of {@code thaw bench} name the cause of a slow-down? Plants one in each of ten
 * builds of a function, compares each with the function as it was ({@code --against --explain}), and
 * looks for the planted class, method or library in the causes that the result names. Own code takes 10
 * to 40 % of the function's CPU time, libraries and the JDK what they take. The last
 * comparison is of the function with itself, and must name nothing.
 *
 * <p>A cause counts only if it stands in {@code gate.json}, which is what a pull request's comment is
 * made of; what {@code why.html} has beyond that does not count.
 *
 * <p>Promised: something is over for each planted slow-down, its cause is named in at least 9 of 10,
 * and the comparison with itself is not over.
 *
 * <p>Run with {@code benchmarks/run GateCauses [--only REGEX] [--out FOLDER]}. Results that are in the
 * folder already are judged and not measured again.
 */
public final class GateCauses {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LEAST_NAMED = 9;
  private static final String[] LIBRARIES = {
    "gson-", "guava-", "failureaccess-", "jackson-annotations-", "jackson-core-", "jackson-databind-", "commons-lang3-"
  };

  /**
   * @param member what the planted class consists of; empty for nothing planted
   * @param init what the function does when it is initialised
   * @param first what it does in a request
   * @param causes regular expressions, one of which a named cause must hold
   */
  private record Plant(String name, String member, String init, String first, List<String> causes) {}

  private static final List<Plant> PLANTS =
      List.of(
          new Plant(
              "own code hashes in init",
              """
              static byte[] fingerprint() throws Exception {
                byte[] block = new byte[1 << 20];
                java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-512");
                for (int i = 0; i < 4; i++) { digest.update(block); }
                return digest.digest();
              }
              """,
              "Planted.fingerprint();", "", List.of("Planted[.:]\\S*fingerprint")),
          new Plant(
              "own loop fills a table in init",
              """
              static long[] table() {
                long[] table = new long[1 << 16];
                for (int round = 0; round < 130; round++) {
                  for (int i = 1; i < table.length; i++) { table[i] = table[i - 1] * 31 + (i ^ round); }
                }
                return table;
              }
              """,
              "Planted.table();", "", List.of("Planted[.:]\\S*table")),
          new Plant(
              "own code computes in the first request",
              """
              static double rates() {
                double sum = 0;
                for (int i = 1; i < 900_000; i++) { sum += Math.sin(i) / i; }
                return sum;
              }
              """,
              "", "Planted.rates();", List.of("Planted[.:]\\S*rates")),
          new Plant(
              "gson is made in init",
              """
              record Pet(String name, int age) {}
              static String json() {
                com.google.gson.Gson gson = new com.google.gson.GsonBuilder().setPrettyPrinting().create();
                return gson.toJson(gson.fromJson("{\\"a\\":[1,2,{\\"b\\":3}]}", java.util.Map.class));
              }
              """,
              "Planted.json();", "", List.of("gson")),
          new Plant(
              "Jackson in place of a constant",
              """
              public static class Pet { public String name; public int age; public java.util.List<String> tags; }
              static String json() throws Exception {
                var mapper = new com.fasterxml.jackson.databind.ObjectMapper();
                return mapper.writeValueAsString(mapper.readValue("{\\"name\\":\\"x\\",\\"age\\":3,\\"tags\\":[\\"a\\"]}", Pet.class));
              }
              """,
              "", "Planted.json();", List.of("jackson-databind")),
          new Plant(
              "Guava's caches in init",
              """
              static Object cache() {
                var cache = com.google.common.cache.CacheBuilder.newBuilder().maximumSize(10).recordStats().build();
                cache.put("a", com.google.common.collect.ImmutableSortedMap.of("b", 1));
                return com.google.common.collect.Multimaps.index(java.util.List.of("c", "dd"), String::length);
              }
              """,
              "Planted.cache();", "", List.of("guava")),
          new Plant(
              "TLS is set up in init",
              """
              static Object tls() throws Exception {
                return javax.net.ssl.SSLContext.getDefault().createSSLEngine();
              }
              """,
              "Planted.tls();", "", List.of("Planted\\S*tls.*TLS", "TLS.*Planted", "Planted\\.tls")),
          new Plant(
              "XML is parsed in init",
              """
              static Object catalog() throws Exception {
                StringBuilder xml = new StringBuilder("<r>");
                for (int i = 0; i < 20_000; i++) { xml.append("<i n='").append(i).append("'/>"); }
                return javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new java.io.ByteArrayInputStream(xml.append("</r>").toString().getBytes()));
              }
              """,
              "Planted.catalog();", "", List.of("Planted[.:]\\S*catalog")),
          new Plant(
              "regular expressions in the first request",
              """
              static int words() {
                String text = "lorem ipsum dolor sit amet ".repeat(2_000);
                int found = 0;
                for (int i = 0; i < 10; i++) { found += text.split("[^a-z]+(?=" + (char) ('a' + i % 26) + ")").length; }
                return found;
              }
              """,
              "", "Planted.words();", List.of("Planted[.:]\\S*words")),
          new Plant(
              "proxies are made in init",
              """
              public interface Greeter { String greet(String name); }
              static void proxies() {
                for (int i = 0; i < 20; i++) {
                  ClassLoader loader = new ClassLoader(Planted.class.getClassLoader()) {};
                  ((Greeter) java.lang.reflect.Proxy.newProxyInstance(loader, new Class<?>[] {Greeter.class}, (p, m, a) -> "x")).greet("y");
                }
              }
              """,
              "Planted.proxies();", "", List.of("Planted[.:]\\S*proxies")));

  private static final Plant NOTHING = new Plant("nothing", "", "", "", List.of());

  private final Path out;
  private final Lab lab;

  private GateCauses(Path out, Lab lab) {
    this.out = out;
    this.lab = lab;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    Path out = given.contains("--out") ? Path.of(value(given, "--out", "")) : Files.createTempDirectory("thaw-causes-");
    Pattern only = Pattern.compile(value(given, "--only", ""));
    int over = 0;
    int named = 0;
    int all = 0;
    boolean alarm = false;
    try (Lab lab = new Lab()) {
      GateCauses benchmark = new GateCauses(out, lab);
      Path base = benchmark.build(NOTHING);
      for (Plant plant : PLANTS) {
        if (!only.matcher(plant.name()).find()) {
          continue;
        }
        all++;
        JsonNode gate = benchmark.compared(plant, base);
        boolean grown = gate.path("over").asBoolean();
        boolean told = isNamed(gate, plant);
        over += grown ? 1 : 0;
        named += told ? 1 : 0;
        row(plant, gate, grown ? "over" : "NOT OVER", told ? "named" : "NOT NAMED");
      }
      if (only.pattern().isEmpty()) {
        JsonNode same = benchmark.compared(NOTHING, base);
        alarm = same.path("over").asBoolean();
        row(NOTHING, same, alarm ? "ALARM" : "not over", "");
      }
    }
    System.out.printf("%d of %d over, cause named in %d; results in %s%n", over, all, named, out);
    boolean kept = over == all && named >= all * LEAST_NAMED / PLANTS.size() && !alarm;
    System.exit(kept ? 0 : 1);
  }

  private static void row(Plant plant, JsonNode gate, String grown, String told) {
    StringBuilder changes = new StringBuilder();
    for (JsonNode verdict : gate.path("verdicts")) {
      if (verdict.path("measure").asText().equals("cpu") && verdict.path("ratio").isNumber()) {
        changes.append(String.format(Locale.ROOT, "CPU x %.2f", verdict.path("ratio").asDouble()));
        changes.append(", ").append(verdict.path("samplesAfter").asInt()).append(" starts");
      }
    }
    System.out.printf("%-40s %-9s %-10s %s%n", plant.name(), grown, told, changes);
    for (JsonNode change : gate.path("changes")) {
      System.out.println("    " + change.path("text").asText());
    }
  }

  private static boolean isNamed(JsonNode gate, Plant plant) {
    for (JsonNode change : gate.path("changes")) {
      String text = change.path("text").asText();
      if (plant.causes().stream().anyMatch(cause -> Pattern.compile(cause).matcher(text).find())) {
        return true;
      }
    }
    return false;
  }

  private JsonNode compared(Plant plant, Path base) throws Exception {
    Path result = out.resolve(plant.name().replace(' ', '-').replace("'", ""));
    Path gate = result.resolve("gate.json");
    if (!Files.exists(gate)) {
      Files.createDirectories(out);
      Path head = build(plant);
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("thaw.program")).resolve("../../../thaw").normalize().toString(),
                  "bench", head.toString(), "--against", base.toString(), "--explain", "--runs", "10",
                  "--most-runs", "40", "--out", result.toString())
              .redirectErrorStream(true)
              .redirectOutput(out.resolve(result.getFileName() + ".log").toFile())
              .start();
      int code = process.waitFor();
      if (!Files.exists(gate)) {
        throw new IOException("exit code " + code + ": " + Files.readString(out.resolve(result.getFileName() + ".log")));
      }
    }
    return JSON.readTree(gate.toFile());
  }

  /** A folder with a template: the function, the libraries, and what is planted. */
  private Path build(Plant plant) throws Exception {
    Path folder = Files.createTempDirectory(lab.work, "build");
    Path code = Files.createDirectories(folder.resolve("code"));
    Path libraries = Files.createDirectories(code.resolve("lib"));
    Path own = Path.of(System.getProperty("thaw.program")).resolve("lib");
    List<String> classPath = new ArrayList<>();
    try (Stream<Path> jars = Files.list(own)) {
      for (Path jar : jars.sorted().toList()) {
        String name = jar.getFileName().toString();
        if (Stream.of(LIBRARIES).anyMatch(name::startsWith)) {
          Path copy = Files.copy(jar, libraries.resolve(name), StandardCopyOption.REPLACE_EXISTING);
          classPath.add(copy.toString());
        }
      }
    }
    Path sources = Files.createDirectories(folder.resolve("src/com/example"));
    Files.writeString(
        sources.resolve("Planted.java"),
        "package com.example;\nfinal class Planted {\n" + plant.member() + "\n}\n");
    Files.writeString(
        sources.resolve("Handler.java"),
        """
        package com.example;
        import java.io.*;
        import com.amazonaws.services.lambda.runtime.*;
        public class Handler implements RequestStreamHandler {
          private final String table = System.getenv("TABLE");
          public Handler() throws Exception {
            %s
          }
          @Override
          public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
            try {
              %s
            } catch (Exception e) {
              throw new IOException(e);
            }
            out.write(("{\\"table\\":\\"" + table + "\\"}").getBytes());
          }
        }
        """.formatted(plant.init(), plant.first()));
    lab.compile(sources, code, classPath);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        AWSTemplateFormatVersion: '2010-09-09'
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Orders:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: code
              Handler: com.example.Handler::handleRequest
              Runtime: java25
              MemorySize: 1024
              Timeout: 30
        """);
    return folder;
  }

  private static String value(List<String> given, String option, String otherwise) {
    int at = given.indexOf(option);
    return at < 0 ? otherwise : given.get(at + 1);
  }
}
