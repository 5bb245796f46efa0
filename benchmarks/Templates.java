import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.EventSource;
import thaw.function.FunctionDefinition;
import thaw.function.TopicSubscription;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/**
 * Does Thaw read templates that others have written as AWS does? Reads each template with a function in
 * Java of the repositories that templates.txt names, beside what templates.py makes of it (AWS's
 * translator of SAM and an evaluation of its own, by Python with packages of PyPI), compares value by
 * value, and writes the figures and verdicts into docs/measured/templates.md.
 *
 * <p>Run with {@code benchmarks/run Templates FOLDER [list]}. FOLDER has the clones, as owner/name; those
 * that are not there are counted as missing. Templates of CDK are those of {@code cdk.out}, committed or
 * made there by {@code cdk synth}. The code is not built: a jar with nothing in it is written into the
 * clone where a template has its code, and beside a template whose code lies in S3 a copy with local code.
 * With {@code list} the repositories of FOLDER and their commits become templates.txt. What differs, what is
 * refused and what is left out is in FOLDER/templates.log, a line each.
 */
public final class Templates {
  private static final Path LIST = Path.of("benchmarks/templates.txt");
  private static final MeasuredPage PAGE = new MeasuredPage("templates.md", "Templates");
  private static final List<String> PACKAGES = List.of("aws-sam-translator==1.115.0", "pyyaml");
  private static final JsonMapper JSON = new JsonMapper();

  private static final int MOST_OF_ONE_REPOSITORY = 60;
  private static final int MOST_STUBS = 60;
  private static final long LARGEST = 4_000_000;
  private static final char UNKNOWN = '\ufffc';
  private static final Pattern LEFT_OUT =
      Pattern.compile("left out|not supported|not provided|names no function|no request comes");
  private static final String LOCAL = ".local.json";
  private static final Pattern FUNCTION = Pattern.compile("AWS::(Serverless|Lambda)::Function");
  private static final Pattern JAVA =
      Pattern.compile("(?i)(Runtime|Default)['\"]?\\s*:\\s*['\"]?java\\d|['\"]java(8|11|17|21|25)(\\.al2)?['\"]|- java\\d+");
  private static final Pattern ABSENT_FILE = Pattern.compile("(?:does not exist|not found|is not there): ([^\\s:;,]+)");

  private record Repository(String name, String commit) {}

  private enum Outcome {
    RIGHT, WRONG, NOT_COMPARED, RIGHTLY_REFUSED, REFUSED
  }

  /** What came out of one template. */
  private static final class Verdict {
    private final Path file;
    private final boolean cdk;
    private Outcome outcome = Outcome.RIGHT;
    private String reason = "";
    private int functions;
    private int read;
    private int compared;
    private final Set<String> leftOut = new TreeSet<>();
    private final List<String> lines = new ArrayList<>();

    private Verdict(Path file) {
      this.file = file;
      this.cdk = file.toString().endsWith(".template.json");
    }

    private void differs(String what) {
      outcome = Outcome.WRONG;
      lines.add("differs: " + what);
    }

    private void same(String what, String theirs, String ours) {
      if (theirs.equals(String.valueOf(UNKNOWN))) {
        return;
      }
      compared++;
      if (!fits(theirs, ours)) {
        differs(what + ": " + theirs + ", and here: " + ours);
      }
    }

    private void leftOut(String kind, String what) {
      leftOut.add(kind);
      lines.add("left out: " + what);
    }

    private String text() {
      String without = leftOut.isEmpty() ? "" : "; " + String.join(", ", leftOut) + " left out";
      return switch (outcome) {
        case RIGHT -> "read and right" + without;
        case WRONG -> "read, and wrong" + without;
        case NOT_COMPARED -> "read, not compared: " + reason;
        case RIGHTLY_REFUSED -> "refused rightly: " + reason;
        case REFUSED -> "refused: " + reason;
      };
    }
  }

  private final Path folder;

  private Templates(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  public static void main(String[] arguments) throws Exception {
    Templates templates = new Templates(Path.of(arguments[0]));
    if (arguments.length > 1 && arguments[1].equals("list")) {
      templates.list();
    }
    templates.run();
  }

  // ---- repositories ----

  private void list() throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> clones = Files.find(folder, 2, (path, _) -> Files.exists(path.resolve(".git")), FileVisitOption.FOLLOW_LINKS)) {
      for (Path clone : clones.sorted((one, other) -> one.toString().compareToIgnoreCase(other.toString())).toList()) {
        if (!templates(clone.toRealPath()).isEmpty()) {
          lines.add(folder.relativize(clone) + " " + commit(clone));
        }
      }
    }
    Files.write(LIST, lines);
  }

  private static String commit(Path clone) throws IOException, InterruptedException {
    Process git = new ProcessBuilder("git", "-C", clone.toString(), "rev-parse", "--short=10", "HEAD").start();
    String commit = new String(git.getInputStream().readAllBytes()).strip();
    git.waitFor();
    return commit;
  }

  /** Those with a function in Java, without what a build or an installation made. */
  private static List<Path> templates(Path clone) throws IOException {
    Predicate<Path> isElsewhere =
        path -> Pattern.compile("(^|/)(node_modules|\\.git|\\.aws-sam|asset\\.[^/]*)/").matcher(path.toString()).find();
    try (Stream<Path> files = Files.walk(clone)) {
      return files
          .filter(file -> file.toString().matches(".*\\.(ya?ml|json|template)") && !file.toString().endsWith(LOCAL))
          .filter(file -> file.toString().endsWith(".template.json") || !file.toString().contains("/cdk.out/"))
          .filter(file -> !isElsewhere.test(clone.relativize(file)) && Files.isRegularFile(file) && declaresJava(file))
          .sorted()
          .limit(MOST_OF_ONE_REPOSITORY)
          .toList();
    }
  }

  private static boolean declaresJava(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        return false;
      }
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      return text.contains("Resources") && FUNCTION.matcher(text).find() && JAVA.matcher(text).find();
    } catch (IOException e) {
      return false;
    }
  }

  // ---- the run ----

  private void run() throws Exception {
    Map<Repository, List<Verdict>> all = new LinkedHashMap<>();
    int missing = 0;
    List<String> log = new ArrayList<>();
    try (Oracle oracle = new Oracle()) {
      for (String line : Files.readAllLines(LIST)) {
        Repository repository = new Repository(line.split(" ")[0], line.split(" ")[1]);
        Path clone = folder.resolve(repository.name());
        if (!Files.isDirectory(clone)) {
          missing++;
          continue;
        }
        if (!commit(clone).equals(repository.commit())) {
          System.out.println("beware: " + repository.name() + " is at " + commit(clone) + ", not at " + repository.commit());
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (Path file : templates(clone.toRealPath())) {
          Verdict verdict = verdict(oracle, file);
          if (verdict.outcome == Outcome.RIGHT && verdict.functions == 0 && verdict.read == 0) {
            continue; // its functions are in other languages
          }
          verdicts.add(verdict);
          String name = repository.name() + "/" + clone.toRealPath().relativize(file);
          log.add(name + ": " + verdict.text() + ", " + verdict.read + " of " + verdict.functions);
          verdict.lines.forEach(each -> log.add("  " + each));
        }
        if (!verdicts.isEmpty()) {
          all.put(repository, verdicts);
        }
      }
    }
    Files.write(folder.resolve("templates.log"), log);
    PAGE.write("figures", figures(all, missing));
    PAGE.writeTable(rows(all));
    System.out.println(String.join("\n", figures(all, missing)));
  }

  private Verdict verdict(Oracle oracle, Path file) throws IOException {
    JsonNode opinion = oracle.opinion(file);
    Verdict verdict = new Verdict(file);
    read(file, opinion, verdict);
    Path local = Path.of(file + LOCAL);
    if (!Files.exists(local)) {
      return verdict;
    }
    boolean liesInS3 = verdict.lines.stream().anyMatch(line -> line.contains("lies in S3"));
    if (liesInS3) {
      Verdict withJar = new Verdict(file);
      read(local, opinion, withJar);
      withJar.lines.add(0, "code: lies in S3; this is of the copy with a local jar");
      withJar.reason = "its code lies in S3; with a local jar " + withJar.text();
      if (withJar.outcome == Outcome.RIGHT || withJar.outcome == Outcome.NOT_COMPARED) {
        withJar.outcome = Outcome.RIGHTLY_REFUSED;
      }
      verdict = withJar;
    }
    Files.delete(local);
    return verdict;
  }

  private void read(Path file, JsonNode opinion, Verdict verdict) throws IOException {
    Map<String, String> parameters = new HashMap<>();
    opinion.path("parameters").properties().forEach(each -> parameters.put(each.getKey(), each.getValue().asText()));
    ReadOptions options = ReadOptions.defaults().withParameters(parameters);
    try {
      Application application = read(file, options);
      verdict.read = (int) application.functions().stream().filter(Templates::isJava).count();
      verdict.functions = verdict.read;
      if (opinion.has("error")) {
        verdict.outcome = Outcome.NOT_COMPARED;
        verdict.reason = opinion.path("error").asText();
        return;
      }
      new Comparison(application, opinion, verdict).compare();
    } catch (UserMistake e) {
      verdict.lines.add("refused: " + e.getMessage() + " | " + e.remedy());
      refused(opinion, String.valueOf(e.getMessage()), verdict);
    } catch (RuntimeException e) {
      verdict.outcome = Outcome.WRONG;
      verdict.reason = String.valueOf(e);
      verdict.lines.add("FAILED " + e + " " + Arrays.stream(e.getStackTrace()).limit(5).toList());
    }
  }

  /** Whether no one could run it here, by what the other side says. */
  private void refused(JsonNode opinion, String message, Verdict verdict) {
    List<JsonNode> java = opinion.path("functions").properties().stream().map(Map.Entry::getValue).filter(Templates::isJava).toList();
    verdict.functions = java.size();
    verdict.outcome = Outcome.RIGHTLY_REFUSED;
    if (opinion.has("error")) {
      verdict.reason = "the other side refuses it, too";
    } else if (message.contains("lies in S3")) {
      verdict.reason = "its code lies in S3";
    } else if (java.isEmpty()) {
      verdict.reason = "with these values it has no function in Java that is no image";
    } else if (java.stream().allMatch(each -> each.path("inline").asBoolean())) {
      verdict.reason = "its code is inline";
    } else {
      verdict.outcome = Outcome.REFUSED;
      verdict.reason = message.replaceAll("^\\S*:\\d+:\\d+: ", "").replaceAll("\\S*/(?=[^/]+$)", "");
    }
  }

  /** Reads with jars of nothing in the places of what a build would make. */
  private static Application read(Path file, ReadOptions options) throws IOException {
    for (int i = 0; ; i++) {
      Set<Path> absent = new LinkedHashSet<>();
      try {
        Application application = ApplicationReader.read(file, options);
        application.warnings().forEach(warning -> absent(file, warning, absent));
        if (i == MOST_STUBS || !stub(absent)) {
          return application;
        }
      } catch (UserMistake e) {
        absent(file, String.valueOf(e.getMessage()), absent);
        if (i == MOST_STUBS || !stub(absent)) {
          throw e;
        }
      }
    }
  }

  private static void absent(Path file, String message, Set<Path> into) {
    Matcher matcher = ABSENT_FILE.matcher(message);
    while (matcher.find()) {
      into.add(file.resolveSibling(matcher.group(1)).toAbsolutePath().normalize());
    }
  }

  private static boolean stub(Set<Path> absent) throws IOException {
    boolean any = false;
    for (Path path : absent) {
      if (Files.exists(path)) {
        continue;
      }
      any = true;
      Files.createDirectories(path.getParent());
      if (path.toString().matches(".*\\.(jar|zip)")) {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path))) {
          zip.putNextEntry(new ZipEntry("Stub.class"));
        }
      } else {
        Files.createDirectories(path);
      }
    }
    return any;
  }

  private static boolean isJava(FunctionDefinition function) {
    return function.runtime().startsWith("java") || function.runtime().startsWith("provided");
  }

  private static boolean isJava(JsonNode function) {
    return function.path("runtime").asText().matches("(java|provided).*");
  }

  /** Whether a text fits one in which some parts are not known. */
  private static boolean fits(String theirs, String ours) {
    if (theirs.indexOf(UNKNOWN) < 0) {
      return theirs.equals(ours);
    }
    StringBuilder pattern = new StringBuilder();
    for (String part : theirs.split(String.valueOf(UNKNOWN), -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(ours).matches();
  }

  // ---- one template ----

  private record Comparison(Application application, JsonNode opinion, Verdict verdict) {
    private void compare() {
      boolean nested = opinion.path("nested").asBoolean();
      Map<String, FunctionDefinition> ours = new TreeMap<>();
      application.functions().forEach(each -> ours.put(each.logicalId(), each));
      verdict.functions = 0;
      verdict.read = 0;
      for (Map.Entry<String, JsonNode> each : opinion.path("functions").properties()) {
        FunctionDefinition function = ours.remove(each.getKey());
        JsonNode theirs = each.getValue();
        boolean counts = isJava(theirs) && !theirs.path("inline").asBoolean();
        verdict.functions += counts ? 1 : 0;
        if (function != null) {
          verdict.read += counts ? 1 : 0;
          compare(each.getKey(), theirs, function);
        } else if (counts) {
          absent("functions", each.getKey(), each.getKey());
        }
      }
      if (!nested) {
        ours.keySet().forEach(each -> verdict.differs(each + " is not there"));
      }
      routes(nested);
    }

    /** A thing is left out, if a line says so. */
    private void absent(String kind, String what, String mark) {
      Optional<String> line = application.warnings().stream().filter(each -> LEFT_OUT.matcher(each).find() && names(each, mark)).findFirst();
      if (line.isPresent()) {
        verdict.leftOut(kind, line.get());
      } else {
        verdict.differs(what + " is absent, and nothing tells it");
      }
    }

    /** Of something else than a variable or a layer. */
    private static boolean tellsOfAbsence(String line) {
      return LEFT_OUT.matcher(line).find() && !line.matches("\\S+ (variable|layer) .*");
    }

    private static boolean names(String line, String mark) {
      return Pattern.compile("(?<![\\w-])" + Pattern.quote(mark) + "(?![\\w-])").matcher(line).find();
    }

    private void compare(String id, JsonNode theirs, FunctionDefinition ours) {
      Map<String, String> values = new LinkedHashMap<>();
      values.put("runtime", ours.runtime());
      values.put("handler", ours.handler());
      values.put("memory", String.valueOf(ours.memory().mebibytes()));
      values.put("timeout", String.valueOf(ours.timeout().toSeconds()));
      values.put("name", ours.name());
      values.put("snapStart", String.valueOf(ours.snapStart()));
      values.put("ephemeral", String.valueOf(ours.ephemeralStorageMiB()));
      values.put("reserved", ours.reservedConcurrency().isPresent() ? String.valueOf(ours.reservedConcurrency().getAsInt()) : "");
      values.put("tracing", String.valueOf(ours.tracesActively()));
      values.put("logFormat", ours.logging().isJson() ? "JSON" : "Text");
      if (ours.isImage()) {
        values.keySet().removeAll(List.of("runtime", "handler"));
      }
      values.forEach((name, value) -> verdict.same(id + "." + name, theirs.path(name).asText(), value));
      int layers = theirs.path("layers").asInt();
      verdict.compared++;
      if (ours.layers().size() < layers) {
        absent("layers", id + ".layers", "layer");
      } else if (ours.layers().size() > layers) {
        verdict.differs(id + ".layers: " + layers + ", and here: " + ours.layers().size());
      }
      variables(id, theirs.path("variables"), ours);
      Set<String> aliases = new TreeSet<>();
      theirs.path("aliases").forEach(each -> aliases.add(each.asText()));
      verdict.same(id + ".aliases", aliases.toString(), new TreeSet<>(ours.publishedAliases()).toString());
      verdict.same(id + ".url", String.valueOf(theirs.path("urls").asInt() > 0), String.valueOf(ours.hasUrl()));
      mappings(id, theirs.path("mappings"), ours.name());
      boolean isCalled = application.sources().stream().anyMatch(each -> (each instanceof EventSource.BusRule || each instanceof EventSource.Schedule) && is(each, ours));
      presence(id, "rules", theirs.path("rules").asInt(), isCalled);
      presence(id, "notifications", theirs.path("notifications").asInt(),
          application.sources().stream().anyMatch(each -> each instanceof EventSource.ObjectChanges && is(each, ours)));
      presence(id, "subscriptions", theirs.path("subscriptions").asInt(),
          application.subscriptions().stream().anyMatch(each ->
              each.receiver() instanceof TopicSubscription.Receiver.Function to && to.target().function().equals(ours.name())));
    }

    private static boolean is(EventSource source, FunctionDefinition function) {
      return source.target().function().equals(function.name());
    }

    private void presence(String id, String kind, int theirs, boolean ours) {
      verdict.compared++;
      if (theirs > 0 && !ours) {
        Optional<String> line = application.warnings().stream().filter(Comparison::tellsOfAbsence).findFirst();
        line.ifPresentOrElse(each -> verdict.leftOut(kind, id + ": " + each), () -> verdict.differs(id + "." + kind + " are absent, and nothing tells it"));
      } else if (ours && theirs == 0) {
        verdict.differs(id + "." + kind + " are here, and not there");
      }
    }

    private void variables(String id, JsonNode theirs, FunctionDefinition ours) {
      Set<String> names = new TreeSet<>(ours.environment().keySet());
      for (Map.Entry<String, JsonNode> each : theirs.properties()) {
        names.remove(each.getKey());
        String value = ours.environment().get(each.getKey());
        if (value == null) {
          absent("values", id + "." + each.getKey(), each.getKey());
        } else {
          verdict.same(id + "." + each.getKey(), each.getValue().asText(), value);
        }
      }
      names.forEach(each -> verdict.differs(id + "." + each + " is here, and not there"));
    }

    private void mappings(String id, JsonNode theirs, String name) {
      List<EventSource.Mapping> ours = new ArrayList<>();
      for (EventSource source : application.sources()) {
        if (source instanceof EventSource.Mapping mapping && mapping.target().function().equals(name)) {
          ours.add(mapping);
        }
      }
      List<JsonNode> unmatched = new ArrayList<>();
      for (JsonNode each : theirs) {
        Optional<EventSource.Mapping> same = ours.stream().filter(mapping -> isSame(each, mapping)).findFirst();
        verdict.compared++;
        same.ifPresentOrElse(ours::remove, () -> unmatched.add(each));
      }
      for (JsonNode each : unmatched) {
        if (ours.isEmpty()) {
          Optional<String> line = application.warnings().stream().filter(Comparison::tellsOfAbsence).findFirst();
          line.ifPresentOrElse(found -> verdict.leftOut("mappings", id + ": " + found), () -> verdict.differs(id + ": a mapping is absent, and nothing tells it: " + each));
        } else {
          verdict.differs(id + ": mapping " + each + ", and here: " + ours.removeFirst());
        }
      }
      ours.forEach(each -> verdict.differs(id + ": a mapping is here, and not there: " + each));
    }

    private static boolean isSame(JsonNode theirs, EventSource.Mapping ours) {
      Map<String, Object> settings = new HashMap<>(ours.settings());
      for (Map.Entry<String, JsonNode> each : theirs.properties()) {
        if (each.getKey().equals("Enabled")) {
          if (each.getValue().asBoolean(true) != ours.enabled()) {
            return false;
          }
        } else if (!fits(plain(each.getValue()), plain(JSON.valueToTree(settings.get(each.getKey()))))) {
          return false;
        }
      }
      return true;
    }

    /** Numbers are texts in one of the two. */
    private static String plain(JsonNode value) {
      return value.toString().replaceAll("\"(-?\\d+|true|false)\"", "$1").replaceAll("(?<=\\d)\\.0\\b", "");
    }

    private void routes(boolean nested) {
      Map<String, String> ids = new HashMap<>();
      application.functions().forEach(each -> ids.put(each.name(), each.logicalId()));
      Set<String> ours = new TreeSet<>();
      for (Api api : application.apis()) {
        for (ApiRoute route : api.routes()) {
          if (route.target() instanceof ApiRoute.Target.Function to) {
            ours.add(route.key() + " -> " + ids.get(to.name()));
          }
        }
      }
      for (JsonNode each : opinion.path("routes")) {
        String route = each.asText();
        verdict.compared++;
        if (ours.remove(route)) {
          continue;
        }
        String function = route.substring(route.lastIndexOf(" -> ") + 4);
        if (!ids.containsValue(function)) {
          verdict.leftOut("routes", route + ", as its function");
        } else {
          String path = route.replaceAll("^\\S+ (\\S+) -> .*", "$1");
          Optional<String> line = application.warnings().stream().filter(warning -> warning.contains(path) && warning.matches("(?i).*(route|path|api|method).*")).findFirst()
              .or(() -> application.warnings().stream().filter(Comparison::tellsOfAbsence).findFirst());
          line.ifPresentOrElse(found -> verdict.leftOut("routes", found), () -> verdict.differs("route " + route + " is absent, and nothing tells it"));
        }
      }
      if (!nested) {
        ours.forEach(each -> verdict.differs("route " + each + " is not there"));
      }
    }
  }

  // ---- the other side ----

  /** One process of templates.py, which answers one line for each. */
  private static final class Oracle implements AutoCloseable {
    private final Process process;
    private final BufferedWriter asked;
    private final BufferedReader answers;

    private Oracle() throws IOException, InterruptedException {
      Path python = Path.of("host/target/python-templates").toAbsolutePath();
      if (!Files.exists(python.resolve("bin/pip"))) {
        run("python3", "-m", "venv", python.toString());
      }
      run(python.resolve("bin/pip").toString(), "install", "--quiet", PACKAGES.get(0), PACKAGES.get(1));
      process =
          new ProcessBuilder(python.resolve("bin/python3").toString(), "benchmarks/templates.py")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      asked = process.outputWriter();
      answers = process.inputReader();
    }

    private static void run(String... command) throws IOException, InterruptedException {
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " failed");
      }
    }

    private JsonNode opinion(Path file) throws IOException {
      asked.write(file + "\n");
      asked.flush();
      return JSON.readTree(answers.readLine());
    }

    @Override
    public void close() throws IOException {
      asked.close();
      process.destroy();
    }
  }

  // ---- the page ----

  private static List<String> figures(Map<Repository, List<Verdict>> all, int missing) {
    List<String> lines = new ArrayList<>();
    lines.add("| | templates | repositories | functions | read and right | functions in them | refused rightly | not compared | refused, or wrong |");
    lines.add("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    lines.add(row("SAM and CloudFormation", all, verdict -> !verdict.cdk));
    lines.add(row("CDK (`cdk.out`)", all, verdict -> verdict.cdk));
    lines.add(row("all", all, _ -> true));
    lines.add("");
    List<Verdict> verdicts = all.values().stream().flatMap(List::stream).toList();
    lines.add(verdicts.stream().mapToInt(each -> each.compared).sum() + " values were compared; "
        + verdicts.stream().mapToLong(each -> each.lines.stream().filter(line -> line.startsWith("differs")).count()).sum()
        + " differ. Of the repositories, all were there"
        + (missing == 0 ? "." : " but " + missing + "."));
    return lines;
  }

  private static String row(String name, Map<Repository, List<Verdict>> all, Predicate<Verdict> which) {
    List<Verdict> verdicts = all.values().stream().flatMap(List::stream).filter(which).toList();
    List<Verdict> right = verdicts.stream().filter(each -> each.outcome == Outcome.RIGHT).toList();
    return "| %s | %d | %d | %d | %d | %d | %d | %d | %d |".formatted(
        name, verdicts.size(), all.values().stream().filter(each -> each.stream().anyMatch(which)).count(),
        verdicts.stream().mapToInt(each -> each.functions).sum(), right.size(), right.stream().mapToInt(each -> each.read).sum(),
        verdicts.stream().filter(each -> each.outcome == Outcome.RIGHTLY_REFUSED).count(),
        verdicts.stream().filter(each -> each.outcome == Outcome.NOT_COMPARED).count(),
        verdicts.stream().filter(each -> each.outcome == Outcome.REFUSED || each.outcome == Outcome.WRONG).count());
  }

  private static List<String> rows(Map<Repository, List<Verdict>> all) {
    List<String> lines = new ArrayList<>(List.of("repository\tcommit\ttemplates\tfunctions\tverdict"));
    all.forEach((repository, verdicts) -> {
      Map<String, Integer> counts = new LinkedHashMap<>();
      verdicts.forEach(each -> counts.merge(each.text(), 1, Integer::sum));
      long cdk = verdicts.stream().filter(each -> each.cdk).count();
      List<String> texts = new ArrayList<>();
      counts.forEach((text, count) -> texts.add(verdicts.size() == 1 ? text : count + " × " + text));
      lines.add("%s\t%s\t%d%s\t%d\t%s".formatted(
          repository.name(), repository.commit(), verdicts.size(), cdk == 0 ? "" : " (" + cdk + " CDK)",
          verdicts.stream().mapToInt(each -> each.functions).sum(), String.join("; ", texts)));
    });
    return lines;
  }
}
