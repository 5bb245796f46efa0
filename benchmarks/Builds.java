import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import thaw.app.build.MavenProject;
import thaw.app.build.ProjectBuild;
import thaw.app.shared.Progress;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * Does Thaw make of a project of others what its owner's build makes? Builds each project that
 * builds.txt names twice, in copies of its clone: by its owner's way, and by {@code thaw invoke}.
 * Then it gives both results the same event, compares the answers and all files, and writes the
 * verdicts into docs/measured/builds.md.
 *
 * <p>Run with {@code benchmarks/run Builds FOLDER [PATTERN]}. FOLDER has the clones, as owner/name; of
 * those that are not there the command that fetches them is printed. What came of a project is kept
 * in FOLDER/.results, and it is not built again until that file is deleted; PATTERN takes only the lines
 * of builds.txt in which it is found. Needs mvn, python3, npm, git and the network in the PATH (and gradle for
 * projects without a wrapper that works); SAM CLI, CDK's command line tool and Maven 4 are fetched from
 * PyPI, npm and Maven Central into FOLDER/.tools.
 *
 * <p>A line of builds.txt has, by blanks: repository, commit, place (a template, the folder of a CDK
 * application, or that of a module without either), the owner's tool, a group, the function (a
 * logical id; a handler where there is no template; a dash for the first one in Java of a stack of
 * CDK), and words:
 *
 * <ul>
 *   <li>tools: {@code maven}, {@code gradle} (what the template names is built in the root of the
 *       project), {@code sam} ({@code sam build}), {@code cdk} (as maven, before {@code cdk synth});
 *       {@code maven4} takes Maven 4 for both;
 *   <li>words: {@code build=FOLDER} where the owner's tool is called (several with commas), {@code
 *       module=FOLDER} what Thaw builds, {@code with=OPTION} of the owner's tool, {@code
 *       parameter=NAME=VALUE} of the template, {@code stack=NAME} of CDK, {@code archive=FILE} that the owner deploys, where no
 *       template says so, {@code runtime=java21}, {@code event=JSON}, {@code
 *       swap=OLD:NEW} for another version of a library in both copies, where a registry lacks the old one.
 * </ul>
 */
public final class Builds {
  private static final Path LIST = Path.of("benchmarks/builds.txt");
  private static final MeasuredPage PAGE = new MeasuredPage("builds.md", "Builds");
  private static final String SAM = "aws-sam-cli==1.170.0";
  private static final String CDK = "aws-cdk@2";
  private static final String MAVEN_4 = "4.0.0-rc-5";
  private static final String UNPACK = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack";
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  /** What differs from call to call: identifiers, times, hash codes, addresses, stack traces' threads. */
  private static final Pattern VARIES =
      Pattern.compile(
          "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|[0-9a-fA-F]{32,}"
              + "|\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d[0-9:.,Z+-]*|@[0-9a-f]{5,8}\\b|\\b1[67]\\d{8}(\\d{3})?\\b"
              + "|\\d+(\\.\\d+)?(E-?\\d+)? ?ms\\b|(?<=[Dd]uration\\W{1,4})\\d+|\\d{1,3}(\\.\\d{1,3}){3}(:\\d+)?"
              + "|\\$\\$Lambda[^\\s\"]*");

  /** Entries that say when, where and by what an archive was made, and nothing to the code. */
  private static final Pattern UNTOLD =
      Pattern.compile(
          "(?i)META-INF/(maven/.*|MANIFEST\\.MF|INDEX\\.LIST|[^/]*\\.(SF|RSA|DSA|EC)|.*(LICENSE|NOTICE|DEPENDENCIES)|"
              + ".*(license|notice)(\\.\\w+)?)|.*(^|/)(module-info\\.class|git\\.properties|build-info\\.properties)");

  private static final Pattern UNSERVED =
      Pattern.compile("Could not (resolve|find)|Non-resolvable|was not found in|Failure to find|processing the POMs");

  /** A wrapper that has begun to download its tool and not come to unpacking it, or whose jar is not in the repository. */
  private static final Pattern UNREACHED = Pattern.compile("(?s)Downloading http(?!.*Unzipping)|GradleWrapperMain");

  private record Line(
      String repository, String commit, String place, String tool, String group, String function, List<String> words) {
    static Line of(String text) {
      List<String> parts = List.of(text.split(" +"));
      return new Line(
          parts.get(0), parts.get(1), parts.get(2), parts.get(3), parts.get(4), parts.get(5), parts.subList(6, parts.size()));
    }

    private List<String> all(String name) {
      return words.stream().filter(word -> word.startsWith(name + "=")).map(word -> word.substring(name.length() + 1)).toList();
    }

    private Optional<String> one(String name) {
      return all(name).stream().findFirst();
    }

    /** Of all that decides what comes of it. */
    private String key() {
      String told = String.join("+", repository, place, function, tool, commit).replaceAll("[/:]", "_");
      return words.isEmpty() ? told : told + "+" + Integer.toHexString(words.hashCode());
    }
  }

  /** Something that does not work here; the message says what. */
  private static final class Fails extends Exception {
    private Fails(String message) {
      super(message.strip());
    }
  }

  private final Path folder;
  private final Path tools;

  private Builds(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    this.tools = this.folder.resolve(".tools");
  }

  public static void main(String[] arguments) throws Exception {
    new Builds(Path.of(arguments[0])).run(arguments.length > 1 ? arguments[1] : "");
  }

  private void run(String wanted) throws Exception {
    Map<Line, ObjectNode> results = new LinkedHashMap<>();
    int listed = 0;
    for (String text : Files.readAllLines(LIST)) {
      if (text.isBlank() || text.startsWith("#")) {
        continue;
      }
      listed++;
      Line line = Line.of(text);
      Path kept = folder.resolve(".results").resolve(line.key() + ".json");
      Path clone = folder.resolve(line.repository());
      if (!Files.exists(kept) && Pattern.compile(wanted).matcher(text).find()) {
        if (!Files.isDirectory(clone)) {
          System.out.println("missing: git clone https://github.com/" + line.repository() + " " + clone + " && git -C " + clone + " checkout " + line.commit());
          continue;
        }
        Files.createDirectories(kept.getParent());
        Files.writeString(kept, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(result(line, clone)));
      }
      if (Files.exists(kept)) {
        ObjectNode result = (ObjectNode) JSON.readTree(kept.toFile());
        results.put(line, result);
        System.out.println(line.repository() + " " + line.place() + ": " + result.path("verdict").asText());
      }
    }
    PAGE.write("figures", figures(results, listed));
    PAGE.writeTable(rows(results));
  }

  // ---- one project ----

  private ObjectNode result(Line line, Path clone) throws Exception {
    ObjectNode result = JSON.createObjectNode();
    Path work = folder.resolve(".work").resolve(line.key());
    delete(work);
    Files.createDirectories(work);
    Project project;
    try {
      project = new Project(line, copy(clone, line, work.resolve("own")), copy(clone, line, work.resolve("thaw")), work);
      project.buildOwn();
      result.put("jdk", project.jdk.map(jdk -> jdk.feature()).orElse(0));
    } catch (Fails e) {
      result.put("verdict", "not built here by its own build: " + e.getMessage());
      return result;
    } catch (IOException | UncheckedIOException e) {
      result.put("verdict", "not built here by its own build: " + e);
      return result;
    }
    try {
      project.compare(result);
      if (isSame(result)) {
        delete(work); // else it is left to be looked at
      }
    } catch (Fails | UserMistake e) {
      result.put("verdict", "Thaw: " + e.getMessage());
    } catch (IOException | UncheckedIOException e) {
      result.put("verdict", "Thaw: " + e);
    }
    return result;
  }

  private static Path copy(Path clone, Line line, Path to) throws Exception {
    Path log = to.resolveSibling("git.log");
    must(clone, Map.of(), log, List.of("git", "clone", "--quiet", "--no-checkout", clone.toString(), to.toString()));
    must(to, Map.of(), log, List.of("git", "update-ref", "--no-deref", "HEAD", line.commit()));
    must(to, Map.of(), log, List.of("git", "read-tree", "HEAD"));
    run(to, Map.of(), log, List.of("git", "checkout-index", "--all", "--force", "--quiet"));
    must(to, Map.of(), log, List.of("git", "ls-files", "--deleted"));
    String top = line.place().contains("/") ? line.place().substring(0, line.place().indexOf('/') + 1) : "";
    Optional<String> missing = Files.readAllLines(log).stream().filter(file -> file.startsWith(top)).findFirst();
    if (missing.isPresent()) { // a clone may lack large files; those of other projects do not matter
      throw new Fails("the clone has no " + missing.get());
    }
    return to;
  }

  private final class Project {
    private final Line line;
    private final Path own;
    private final Path ours;
    private final Path work;
    private Optional<Jdk> jdk = Optional.empty();

    private Project(Line line, Path own, Path ours, Path work) {
      this.line = line;
      this.own = own;
      this.ours = ours;
      this.work = work;
    }

    /** In a stack of CDK the first one in Java, where builds.txt has only a dash. */
    private String id() throws IOException, Fails {
      if (!line.function().equals("-")) {
        return line.function();
      }
      for (Path file : stacks()) {
        for (Map.Entry<String, JsonNode> each : JSON.readTree(file.toFile()).path("Resources").properties()) {
          if (each.getValue().at("/Properties/Runtime").asText().startsWith("java")) {
            return each.getKey();
          }
        }
      }
      throw new Fails("no stack in cdk.out has a function in Java");
    }

    private List<Path> stacks() throws IOException, Fails {
      Path cloud = own.resolve(line.place()).resolve("cdk.out");
      if (!Files.isDirectory(cloud)) {
        throw new Fails("cdk synth has made no cdk.out");
      }
      try (Stream<Path> files = Files.walk(cloud)) {
        return files.filter(each -> each.toString().endsWith(".template.json")).sorted().toList();
      }
    }

    private boolean hasTemplate() {
      return line.place().matches(".*\\.(ya?ml|json|template)") || line.tool().equals("cdk");
    }

    private String path() throws Exception {
      String path = System.getenv("PATH");
      return line.tool().equals("maven4") ? maven4().resolve("bin") + ":" + path : path;
    }

    // -- by its owner --

    private void buildOwn() throws Exception {
      swap(own);
      swap(ours);
      takeGradleOfThePath();
      Fails first = null;
      for (Jdk each : jdks()) {
        try {
          jdk = Optional.of(each);
          buildOwn(Map.of("PATH", path(), "JAVA_HOME", each.home().toString(), "CDK_DISABLE_VERSION_CHECK", "1"));
          return;
        } catch (Fails e) {
          first = first == null ? e : first;
          if (UNSERVED.matcher(e.getMessage()).find()) {
            break; // no other JDK helps
          }
        }
      }
      throw first;
    }

    /** A registry that has not all versions has others of the same library. */
    private void swap(Path copy) throws IOException {
      List<String> swaps = line.all("swap");
      if (swaps.isEmpty()) {
        return;
      }
      try (Stream<Path> files = Files.walk(copy)) {
        for (Path file : files.filter(each -> each.toString().matches(".*/(pom\\.xml|build\\.gradle(\\.kts)?)")).toList()) {
          String text = Files.readString(file);
          for (String each : swaps) {
            text = text.replace(each.split(":")[0] + "<", each.split(":")[1] + "<").replace(each.split(":")[0] + "'", each.split(":")[1] + "'");
          }
          Files.writeString(file, text);
        }
      }
    }

    /** In place of a wrapper whose own version cannot be had where this is run; Thaw takes that of the PATH by itself. */
    private void takeGradleOfThePath() throws Exception {
      List<Path> wrappers;
      try (Stream<Path> files = Files.walk(own)) {
        wrappers = files.filter(each -> each.endsWith("gradlew") && Files.isRegularFile(each)).toList();
      }
      Map<String, String> variables = Map.of("JAVA_HOME", jdks().getFirst().home().toString());
      for (Path wrapper : wrappers) {
        Path log = work.resolve("wrapper.log");
        int exit = run(wrapper.getParent(), variables, log, List.of("sh", wrapper.toString(), "--version"));
        if (exit != 0 && UNREACHED.matcher(Files.readString(log)).find()) {
          Files.writeString(wrapper, "#!/bin/sh\nexec gradle --no-daemon -x test \"$@\"\n");
          wrapper.toFile().setExecutable(true);
        }
      }
    }

    /** The newest that is not above the runtime first, as most owners have it. */
    private List<Jdk> jdks() throws IOException {
      int runtime = runtime();
      Comparator<Jdk> fit =
          Comparator.comparing((Jdk each) -> runtime > 0 && each.feature() > runtime)
              .thenComparing(each -> each.feature() > runtime ? each.feature() : -each.feature());
      return Jdks.find(System.getenv(), Path.of(System.getProperty("user.home"))).all().stream()
          .collect(TreeMap<Integer, Jdk>::new, (map, each) -> map.putIfAbsent(each.feature(), each), Map::putAll)
          .values().stream()
          .sorted(fit)
          .toList();
    }

    private int runtime() throws IOException {
      if (line.one("runtime").isPresent()) {
        return JavaRuntimes.feature(line.one("runtime").get());
      }
      Path place = own.resolve(line.place());
      String text = Files.isRegularFile(place) ? Files.readString(place) : "";
      Matcher matcher = Pattern.compile("java(8|11|17|21|25)\\b").matcher(text);
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private void buildOwn(Map<String, String> variables) throws Exception {
      Path log = work.resolve("own.log");
      if (line.tool().equals("sam")) {
        List<String> words = new ArrayList<>(List.of(sam().toString(), "build", "--template", line.place(), line.function()));
        line.all("parameter").forEach(each -> words.addAll(List.of("--parameter-overrides", each)));
        must(own.resolve(line.place()).getParent(), variables, log, withPlace(words));
        return;
      }
      for (String each : line.one("build").orElse(module()).split(",")) {
        Path root = own.resolve(each).normalize();
        must(line.one("build").isPresent() ? root : root(root), variables, log, tool(root));
      }
      if (line.tool().equals("cdk")) {
        Path app = own.resolve(line.place());
        if (Files.exists(app.resolve("package.json"))) {
          must(app, variables, log, List.of("npm", "install", "--no-audit", "--no-fund"));
        }
        List<String> words = new ArrayList<>(List.of(cdk().toString(), "synth", "--quiet", "--no-notices"));
        words.addAll(line.all("with"));
        must(app, variables, log, words);
        id(); // a stack that has none says nothing of Thaw
      }
    }

    private List<String> withPlace(List<String> words) {
      List<String> placed = new ArrayList<>(words);
      placed.set(3, own.resolve(line.place()).getFileName().toString());
      return placed;
    }

    private Path root(Path module) {
      return line.tool().equals("gradle") ? gradleRoot(module) : MavenProject.of(module).root();
    }

    private static Path gradleRoot(Path module) {
      for (Path each = module; each != null; each = each.getParent()) {
        if (Files.exists(each.resolve("settings.gradle")) || Files.exists(each.resolve("settings.gradle.kts"))) {
          return each;
        }
      }
      return module;
    }

    private List<String> tool(Path root) {
      List<String> words = new ArrayList<>(
          line.tool().equals("gradle")
              ? List.of("gradle", "--no-daemon", "build", "-x", "test")
              : List.of("mvn", "-B", "package", "-DskipTests"));
      if (!line.tool().equals("cdk")) {
        words.addAll(line.all("with"));
      }
      return words;
    }

    /** The module that the function's code is of, below the clone. */
    private String module() throws Exception {
      if (line.one("module").isPresent()) {
        return line.one("module").get();
      }
      if (!hasTemplate()) {
        return line.place();
      }
      Path template = ours.resolve(line.place());
      Path path = template.resolveSibling(codeUri(Files.readString(template))).normalize();
      while (!Files.exists(path.resolve("pom.xml")) && !Files.exists(path.resolve("build.gradle")) && !Files.exists(path.resolve("build.gradle.kts"))) {
        path = path.getParent();
        if (path == null || !path.startsWith(ours)) {
          throw new Fails("no module was found for its code");
        }
      }
      return ours.relativize(path).toString();
    }

    /** Of the function itself, else of Globals. */
    private String codeUri(String template) {
      Matcher of = Pattern.compile("(?m)^( +)" + Pattern.quote(line.function()) + ":[^\\n]*\\n((?:\\1 .*\\n|\\s*\\n)*)").matcher(template);
      String part = of.find() && of.group(2).contains("CodeUri") ? of.group(2) : template;
      Matcher uri = Pattern.compile("CodeUri: *['\"]?([^'\"\\s]+)").matcher(part);
      return uri.find() ? uri.group(1) : ".";
    }

    // -- the comparison --

    private void compare(ObjectNode result) throws Exception {
      Path ownSource = ownSource();
      Path ourSource = ourSource(ownSource);
      String event = event(ownSource);
      Map<String, String> variables = new TreeMap<>(Map.of("PATH", path()));
      JsonNode theirs = invoke(ownSource, event, variables, "own-invoke.log").orElseThrow(
          () -> new Fails("does not run the owner's result: " + last(work.resolve("own-invoke.log"))));
      JsonNode answer = invoke(ourSource, event, variables, "thaw-invoke.log").orElseThrow(
          () -> new Fails("fails where the owner's way does not: " + last(work.resolve("thaw-invoke.log"))));
      boolean error = !theirs.path("functionError").isNull() && theirs.has("functionError");
      boolean same = told(theirs).equals(told(answer));
      result.put("verdict", same ? "the same " + (error ? "error: " + kind(theirs) : "answer") : "differs: " + told(theirs) + " | " + told(answer));
      result.put("event", event);
      result.put("answer", told(theirs));
      Contents of = new Contents(code(ownSource, work.resolve("a")), code(ourSource, work.resolve("b")));
      result.put("files", of.told());
      of.lines().forEach(result.withArray("different")::add);
    }

    private static String kind(JsonNode answer) {
      return answer.path("payload").path("errorType").asText("?").replaceAll(".*\\.", "");
    }

    private static String told(JsonNode answer) {
      ObjectNode rest = JSON.createObjectNode();
      rest.set("error", answer.path("functionError"));
      JsonNode payload = answer.path("payload").deepCopy();
      if (payload instanceof ObjectNode object) {
        object.remove("stackTrace");
      }
      rest.set("payload", payload);
      return VARIES.matcher(rest.toString()).replaceAll("~");
    }

    /** What the owner would deploy: a template, or the archive by itself. */
    private Path ownSource() throws Exception {
      Path place = own.resolve(line.place());
      return switch (line.tool()) {
        case "sam" -> place.resolveSibling(".aws-sam/build/template.yaml");
        case "cdk" -> place.resolve(line.one("stack").orElse(""));
        default -> hasTemplate() ? place : archive();
      };
    }

    private Path archive() throws Exception {
      Path target = own.resolve(line.place()).resolve(line.tool().equals("gradle") ? "build" : "target");
      return target.resolve(line.one("archive").orElseThrow(() -> new Fails("builds.txt names no archive")));
    }

    /** The same with the untouched module in place of what the owner's build has made. */
    private Path ourSource(Path ownSource) throws Exception {
      if (line.tool().equals("sam")) {
        return ours.resolve(line.place());
      }
      if (!hasTemplate()) {
        return minimal();
      }
      if (line.tool().equals("cdk")) {
        return deployed();
      }
      Path template = ours.resolve(line.place());
      String text = Files.readString(template);
      String uri = codeUri(text);
      String module = template.getParent().relativize(ours.resolve(module()).normalize()).toString();
      Path rewritten = template.resolveSibling("thaw-" + template.getFileName());
      Files.writeString(
          rewritten, text.replaceAll("(CodeUri: *)['\"]?" + Pattern.quote(uri) + "['\"]?(?=\\s)", "$1" + (module.isEmpty() ? "." : module)));
      return rewritten;
    }

    private Path minimal() throws Exception {
      Path template = ours.resolve("thaw-template.yaml");
      Files.writeString(
          template,
          """
          Resources:
            Function:
              Type: AWS::Serverless::Function
              Properties:
                CodeUri: %s
                Handler: %s
                Runtime: %s
                MemorySize: 1024
                Timeout: 60
          """.formatted(module(), line.function(), line.one("runtime").orElse("java17")));
      return template;
    }

    /** The stack's template with the copy that is not built as its code, and with its other assets beside it. */
    private Path deployed() throws Exception {
      for (Path file : stacks()) {
        ObjectNode root = (ObjectNode) JSON.readTree(file.toFile());
        if (root.path("Resources").path(id()) instanceof ObjectNode function) {
          function.remove("Metadata");
          function.withObject("/Properties").put("Code", ours.resolve(module()).toString());
          Path assets = ours.resolve(own.relativize(file.getParent()));
          must(work, Map.of(), work.resolve("copy.log"), List.of("cp", "-a", file.getParent().toString(), assets.toString()));
          Path template = assets.resolve("thaw-template.json");
          Files.writeString(template, root.toString());
          return template;
        }
      }
      throw new Fails("no stack in cdk.out has " + id());
    }

    private String event(Path source) throws Exception {
      if (line.one("event").isPresent() || !hasTemplate()) {
        return line.one("event").orElse("{}");
      }
      Path event = work.resolve("event.json");
      ProcessBuilder builder = new ProcessBuilder(words("generate-event", source, List.of())).directory(own.toFile());
      builder.redirectOutput(event.toFile()).redirectError(work.resolve("event.log").toFile()); // it tells there what it sends
      return run(builder) == 0 ? JSON.readTree(event.toFile()).toString() : "{}";
    }

    private List<String> words(String command, Path source, List<String> more) throws IOException, Fails {
      List<String> words = new ArrayList<>(List.of(Path.of("thaw").toAbsolutePath().toString(), command, source.toString()));
      if (hasTemplate() || line.tool().equals("cdk")) {
        words.addAll(List.of("--function", id()));
        line.all("parameter").forEach(each -> words.addAll(List.of("--parameter", each)));
      } else if (!source.toString().endsWith(".yaml")) {
        words.addAll(List.of("--handler", line.function()));
      }
      words.addAll(more);
      return words;
    }

    private Optional<JsonNode> invoke(Path source, String event, Map<String, String> variables, String log) throws Exception {
      Path out = work.resolve(log.replace(".log", ".json"));
      List<String> more = new ArrayList<>(List.of("--json", "--event", event, "--timeout", "60"));
      if (!hasTemplate()) {
        more.addAll(List.of("--memory", "1024"));
      }
      List<String> command = words("invoke", source, more);
      ProcessBuilder builder = new ProcessBuilder(command).directory(own.toFile());
      builder.environment().putAll(variables);
      builder.environment().remove("JAVA_HOME");
      builder.redirectOutput(out.toFile()).redirectError(work.resolve(log).toFile());
      Process process = builder.start();
      if (!process.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES)) {
        process.destroy();
        return Optional.empty();
      }
      String text = Files.readString(out);
      return text.startsWith("{") ? Optional.of(JSON.readTree(text)) : Optional.empty();
    }

    private CodeSource code(Path source, Path scratch) throws Exception {
      if (source.toString().matches(".*\\.(jar|zip)")) {
        return new CodeSource.Archive(source);
      }
      ReadOptions options = ReadOptions.defaults();
      Map<String, String> parameters = new TreeMap<>();
      line.all("parameter").forEach(each -> parameters.put(each.split("=")[0], each.split("=", 2)[1]));
      String id = hasTemplate() ? id() : "Function";
      Application application = ApplicationReader.read(source, options.withParameters(parameters));
      FunctionDefinition function = application.functions().stream()
          .filter(each -> each.logicalId().equals(id)).findFirst().orElseThrow(() -> new Fails("no " + id + " in " + source));
      return new ProjectBuild(Progress.SILENT, System.getenv(), PATIENCE, scratch)
          .built(function.code(), JavaRuntimes.feature(function.runtime()));
    }
  }

  // ---- files ----

  /** All files that two packages have for the class loader and for the function, wherever they lie. */
  private static final class Contents {
    private final Map<String, Set<Long>> own = new TreeMap<>();
    private final Map<String, Set<Long>> ours = new TreeMap<>();

    private Contents(CodeSource own, CodeSource ours) throws IOException {
      add(own, this.own);
      add(ours, this.ours);
    }

    private static void add(CodeSource source, Map<String, Set<Long>> into) throws IOException {
      switch (source) {
        case CodeSource.Built built -> {
          for (Path each : built.classes()) {
            addFolder(each, into);
          }
          for (Path each : built.libraries()) {
            addJar(Files.readAllBytes(each), into);
          }
        }
        case CodeSource.Archive archive -> addArchive(archive.path(), into);
        case CodeSource.Folder place -> addFolder(place.path(), into);
        default -> throw new IOException("unexpected code: " + source);
      }
    }

    private static void addFolder(Path root, Map<String, Set<Long>> into) throws IOException {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String name = root.relativize(file).toString();
          addFile(name, Files.readAllBytes(file), into);
        }
      }
    }

    private static void addArchive(Path path, Map<String, Set<Long>> into) throws IOException {
      try (ZipFile zip = new ZipFile(path.toFile())) {
        for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
          try (InputStream in = zip.getInputStream(entry)) {
            addFile(entry.getName(), in.readAllBytes(), into);
          }
        }
      }
    }

    private static void addFile(String name, byte[] bytes, Map<String, Set<Long>> into) throws IOException {
      if (name.matches("lib/[^/]*\\.jar")) {
        addJar(bytes, into);
      } else {
        add(name, bytes, into);
      }
    }

    private static void addJar(byte[] jar, Map<String, Set<Long>> into) throws IOException {
      try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
          if (!entry.isDirectory()) {
            add(entry.getName(), zip.readAllBytes(), into);
          }
        }
      }
    }

    private static void add(String name, byte[] bytes, Map<String, Set<Long>> into) {
      if (!UNTOLD.matcher(name).matches()) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        into.computeIfAbsent(name, _ -> new HashSet<>()).add(sum.getValue());
      }
    }

    private Set<String> onlyIn(Map<String, Set<Long>> one, Map<String, Set<Long>> other) {
      Set<String> names = new TreeSet<>(one.keySet());
      names.removeAll(other.keySet());
      return names;
    }

    private Set<String> different() {
      Set<String> names = new TreeSet<>(own.keySet());
      names.removeIf(name -> !ours.containsKey(name) || own.get(name).stream().anyMatch(ours.get(name)::contains));
      return names;
    }

    private String told() {
      int same = own.size() - onlyIn(own, ours).size() - different().size();
      List<String> words = new ArrayList<>(List.of(same + " the same"));
      count(onlyIn(own, ours), "only the owner's", words);
      count(onlyIn(ours, own), "only Thaw's", words);
      count(different(), "different", words);
      return String.join(", ", words);
    }

    private static void count(Set<String> names, String what, List<String> words) {
      if (!names.isEmpty()) {
        long classes = names.stream().filter(name -> name.endsWith(".class")).count();
        words.add(names.size() + " " + what + (classes == 0 ? "" : " (" + classes + " classes)"));
      }
    }

    private List<String> lines() {
      List<String> lines = new ArrayList<>();
      onlyIn(own, ours).forEach(name -> lines.add("only the owner's: " + name));
      onlyIn(ours, own).forEach(name -> lines.add("only Thaw's: " + name));
      different().forEach(name -> lines.add("different: " + name));
      return lines;
    }
  }

  // ---- tools ----

  private Path sam() throws Exception {
    Path python = tools.resolve("sam");
    Path sam = python.resolve("bin/sam");
    if (!Files.exists(sam)) {
      Files.createDirectories(tools);
      must(tools, Map.of(), tools.resolve("sam.log"), List.of("python3", "-m", "venv", python.toString()));
      must(tools, Map.of(), tools.resolve("sam.log"), List.of(python.resolve("bin/pip").toString(), "install", "--quiet", SAM));
    }
    return sam;
  }

  private Path cdk() throws Exception {
    Path cdk = tools.resolve("cdk/node_modules/.bin/cdk");
    if (!Files.exists(cdk)) {
      Files.createDirectories(tools);
      must(tools, Map.of(), tools.resolve("cdk.log"), List.of("npm", "install", "--prefix", tools.resolve("cdk").toString(), CDK));
    }
    return cdk;
  }

  private Path maven4() throws Exception {
    Path home = tools.resolve("apache-maven-" + MAVEN_4);
    if (!Files.exists(home)) {
      Files.createDirectories(tools);
      must(tools, Map.of(), tools.resolve("maven.log"),
          List.of("mvn", "-q", "-B", UNPACK, "-Dartifact=org.apache.maven:apache-maven:" + MAVEN_4 + ":zip:bin", "-DoutputDirectory=" + tools));
      try (Stream<Path> programs = Files.list(home.resolve("bin"))) {
        programs.forEach(each -> each.toFile().setExecutable(true));
      }
    }
    return home;
  }

  private static void must(Path in, Map<String, String> variables, Path log, List<String> command) throws Exception {
    if (run(in, variables, log, command) != 0) {
      throw new Fails(last(log));
    }
  }

  private static int run(Path in, Map<String, String> variables, Path log, List<String> command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(in.toFile());
    builder.environment().putAll(variables);
    return run(builder.redirectErrorStream(true).redirectOutput(log.toFile()));
  }

  private static int run(ProcessBuilder builder) throws Exception {
    builder.redirectInput(new File("/dev/null"));
    Process process = builder.start();
    if (!process.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new Fails("still at work after " + PATIENCE.toMinutes() + " minutes");
    }
    return process.exitValue();
  }

  /** The first error, else the last line. */
  private static String last(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, java.nio.charset.StandardCharsets.ISO_8859_1).stream()
          .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", "").strip()).filter(line -> !line.isEmpty()).toList();
      String line = lines.stream()
          .filter(each -> each.matches("\\[ERROR] (?!COMPILATION|Some problems).*|thaw: .*failed.*|> .*|Error:.*|\\w+(\\.\\w+)*(Error|Exception): .*"))
          .findFirst()
          .orElse(lines.isEmpty() ? "it has said nothing" : lines.getLast());
      return line.replaceFirst("^\\[ERROR] ", "").replaceAll("/\\S*/\\.work/[^/\\s]*/(own|thaw)/?", "");
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void delete(Path path) throws Exception {
    if (Files.exists(path)) {
      run(path.getParent(), Map.of(), Path.of("/dev/null"), List.of("rm", "-rf", path.toString()));
    }
  }

  // ---- the page ----

  private static boolean isSame(ObjectNode result) {
    return result.path("verdict").asText().startsWith("the same");
  }

  private static boolean isNotBuilt(ObjectNode result) {
    return result.path("verdict").asText().startsWith("not built");
  }

  private static List<String> figures(Map<Line, ObjectNode> results, int listed) {
    Map<String, int[]> groups = new TreeMap<>();
    results.forEach((line, result) -> {
      for (String group : List.of(line.group(), "~")) {
        int[] counts = groups.computeIfAbsent(group, _ -> new int[4]);
        counts[0]++;
        counts[isNotBuilt(result) ? 3 : isSame(result) ? 1 : 2]++;
      }
    });
    List<String> lines = new ArrayList<>(List.of(
        "| group | projects | the same | another | not built here by its own build |", "| --- | --- | --- | --- | --- |"));
    groups.forEach((name, counts) -> lines.add(
        "| %s | %d | %d | %d | %d |".formatted(name.equals("~") ? "all" : name, counts[0], counts[1], counts[2], counts[3])));
    if (listed > results.size()) {
      lines.addAll(List.of("", "builds.txt names %d; %d of them were not tried yet.".formatted(listed, listed - results.size())));
    }
    return lines;
  }

  private static List<String> rows(Map<Line, ObjectNode> results) {
    List<String> lines = new ArrayList<>(List.of("repository\tcommit\tplace\ttool, JDK\tgroup\tverdict\tfiles"));
    results.forEach((line, result) -> lines.add("%s\t%s\t%s\t%s%s\t%s\t%s\t%s".formatted(
        line.repository(), line.commit(), line.place(), line.tool(), result.has("jdk") ? ", " + result.path("jdk").asText() : "",
        line.group(), shortened(result.path("verdict").asText()) + swapped(line), result.path("files").asText(""))));
    return lines;
  }

  private static String swapped(Line line) {
    List<String> swaps = line.all("swap").stream().map(each -> each.replace(":", " → ")).toList();
    return swaps.isEmpty() ? "" : " (versions: " + String.join(", ", swaps) + ")";
  }

  private static String shortened(String text) {
    String told = text.replace('\n', ' ').replace('\t', ' ');
    return told.length() > 160 ? told.substring(0, 160) + " ..." : told;
  }
}
