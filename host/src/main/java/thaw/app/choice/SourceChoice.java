package thaw.app.choice;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.build.MavenProject;
import thaw.app.shared.Progress;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.Region;
import thaw.function.packaging.CodeSource;
import thaw.function.resource.Database;
import thaw.function.resource.DatabaseInVariables;
import thaw.function.template.ReadOptions;
import thaw.function.template.Template;
import thaw.function.template.resource.ApplicationReader;
import thaw.presentation.text.Text;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.template.Parameters;
import thaw.template.TemplateText;

/**
 * Chooses what to run. All jobs that start functions have this choice.
 *
 * @param text a folder with a SAM template, a template, a jar, a zip, a classes folder, or the name
 *     of a function of this folder's template; absent for this folder. In {@code thaw load} it may
 *     be a URL
 * @param handler of a jar, zip or classes folder
 * @param parameters of the template
 * @param imports what other stacks export, by name
 * @param attributes those that only AWS makes, by {@code LogicalId.Attribute}
 * @param stacks templates of other stacks, or folders with them, whose resources are there, too
 * @param reachesHost whether functions reach every port of this machine
 * @param postgres whether there is a database, also where the template declares none
 * @param region that names of resources have; absent for that of this program's environment
 * @param meant names of the functions that are to be run; empty for all
 * @param followsLinks whether paths and links of the project that lead out of it are taken
 * @param sam what users of SAM CLI have
 */
@RecordBuilder
public record SourceChoice(
    Optional<String> text,
    Optional<String> handler,
    Map<String, String> parameters,
    Map<String, String> imports,
    Map<String, String> attributes,
    List<Path> stacks,
    boolean reachesHost,
    boolean postgres,
    Optional<String> region,
    Set<String> meant,
    boolean followsLinks,
    SamChoice sam)
    implements SourceChoiceBuilder.With {
  /** Those that a function without a template gets, the oldest first. */
  /** What builds have that make one jar of a function and its libraries. */
  private static final Pattern ONE_JAR =
      Pattern.compile(
          "maven-shade-plugin|jar-with-dependencies|shadowJar|gradle\\.shadow|:shadow:|\\.shadow['\"]");

  private static final List<Integer> BARE_RUNTIMES = List.of(17, 21, 25);

  private static final Pattern FUNCTION = Pattern.compile("[a-zA-Z0-9-_]{1,64}");

  private static final Path HERE = Path.of(".");

  public SourceChoice {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    imports = Collections.unmodifiableMap(new LinkedHashMap<>(imports));
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    stacks = List.copyOf(stacks);
    meant = Set.copyOf(meant);
  }

  /** A folder, template, jar or zip as it stands. */
  public static SourceChoice of(Path source) {
    return new SourceChoice(
        Optional.of(source.toString()),
        Optional.empty(),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        false,
        false,
        Optional.empty(),
        Set.of(),
        false,
        SamChoice.NONE);
  }

  /** Returns the source for these functions only: code of others may be missing. */
  public SourceChoice meaning(Collection<String> names) {
    return withMeant(Set.copyOf(names));
  }

  /** Returns the file or folder from which the source is read. */
  public Path source() {
    return sam.project(home()).template();
  }

  /**
   * Returns the path that was named, or the current folder where none was; of a folder the template
   * that its {@code samconfig} names.
   */
  public Path path() {
    return sam.project(given()).template();
  }

  /** Returns whether a template declares resources for the functions. */
  public boolean hasTemplate() {
    return !stacks.isEmpty() || ApplicationReader.hasTemplate(source());
  }

  private Path given() {
    return text.map(Path::of).orElse(HERE);
  }

  /** The folder or file that was named, directly or by a function's name. */
  private Path home() {
    return namesFunction() ? HERE : given();
  }

  /**
   * Returns the name of the function that is meant.
   *
   * @param option what was given to say it, or null
   */
  public @Nullable String function(@Nullable String option) {
    if (!namesFunction()) {
      return option;
    }
    String named = text.orElseThrow();
    if (option != null && !option.equals(named)) {
      throw new UserMistake(
          "two functions are named: " + named + " and " + option, "leave one of them out");
    }
    return named;
  }

  /**
   * Returns the choice as it is written in a command, with what belongs to it. Commands are on
   * pages that are shown to others, so a secret is a variable of the shell there.
   */
  public String named() {
    return named(home().toString(), stacks.stream().map(Path::toString).toList(), sam.named());
  }

  /** Returns the same for a command that is given in another folder. */
  public String namedIn(Path folder) {
    return named(
        PathFrom.folder(folder, source()),
        stacks.stream().map(each -> PathFrom.folder(folder, each)).toList(),
        sam.namedIn(folder));
  }

  private String named(String path, List<String> stacks, String configured) {
    StringBuilder named = new StringBuilder(Text.quoted(path));
    handler.ifPresent(name -> named.append(" --handler ").append(Text.quoted(name)));
    Set<String> hidden = hiddenParameters();
    parameters.forEach((name, value) ->
        named.append(" --parameter ").append(word(name, value, hidden.contains(name))));
    imports.forEach(
        (name, value) -> named.append(" --import ").append(Text.quoted(name + "=" + value)));
    attributes.forEach(
        (name, value) -> named.append(" --attribute ").append(Text.quoted(name + "=" + value)));
    stacks.forEach(each -> named.append(" --stack ").append(Text.quoted(each)));
    named.append(reachesHost ? " --reach-host" : "").append(postgres ? " --postgres" : "");
    region.ifPresent(name -> named.append(" --region ").append(Text.quoted(name)));
    named.append(configured);
    return named.toString();
  }

  /** Returns the values that the template does not have, as options of another command. */
  public List<String> values() {
    List<String> words = new ArrayList<>();
    Map.of("--parameter", parameters, "--import", imports, "--attribute", attributes)
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(option ->
            option
                .getValue()
                .forEach(
                    (name, value) -> words.addAll(List.of(option.getKey(), name + "=" + value))));
    return words;
  }

  /**
   * Returns the variable that stands for a secret in commands. GitHub has names of its own that
   * begin with GITHUB, so each gets a beginning.
   */
  public static String variable(String parameter) {
    return "PARAMETER_"
        + parameter.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  /** Returns a parameter as a word of a command. */
  public static String word(String name, String value, boolean isSecret) {
    return isSecret
        ? "\"%s=$%s\"".formatted(name, variable(name))
        : Text.quoted(name + "=" + value);
  }

  /** Returns the parameters that were given and whose values others are not to see. */
  public Set<String> hiddenParameters() {
    return hidden(parameters.keySet());
  }

  /** Returns those of some parameters that the template declares with NoEcho. */
  public Set<String> hidden(Set<String> names) {
    if (names.isEmpty()) {
      return Set.of();
    }
    Set<String> hidden = new TreeSet<>(names);
    hidden.retainAll(
        ApplicationReader.template(source())
            .map(file -> Parameters.secret(Template.of(TemplateText.read(file)).parameters()))
            .orElse(Set.of()));
    return hidden;
  }

  /** Returns the parameters that were given, with those that are configured for SAM CLI. */
  public Map<String, String> allParameters() {
    Map<String, String> all = new LinkedHashMap<>(sam.project(home()).parameters());
    all.putAll(parameters);
    return all;
  }

  /**
   * @throws UserMistake also when the project leads to files out of it, which are not to be
   *     followed
   */
  public Application read() {
    return read(List.of());
  }

  /**
   * Does the same.
   *
   * @param data folders with data that the user typed; without them those of {@code thaw.yaml}
   *     count
   */
  Application read(List<Path> data) {
    SamProject project = sam.project(home());
    Application application = as(project, data, ApplicationReader::read);
    if (namesFunction()) {
      requireFunction(application, text.orElseThrow());
    }
    return application;
  }

  /** Reads it with all that is chosen and configured. */
  private Application as(
      SamProject project, List<Path> data, BiFunction<Path, ReadOptions, Application> reader) {
    ThawFile usual = usual(project.template());
    chooseRegion(project);
    Map<String, String> configured = project.parameters();
    Application read =
        guessed(reader.apply(project.template(), options(project, configured, usual, data)));
    Application changed = over(usual, project.over(read, configured.keySet(), region.isEmpty()));
    return within(project, withDatabase(sam.typedOver(changed)), data);
  }

  private Application withDatabase(Application application) {
    return postgres && application.databases().isEmpty()
        ? application.withDatabases(
            List.of(
                DatabaseInVariables.of(
                    Database.undeclared(Region.own()),
                    application.functions().stream()
                        .map(FunctionDefinition::environment)
                        .toList())))
        : application;
  }

  /** Returns what {@code thaw.yaml} beside the template says; without a template nothing. */
  private static ThawFile usual(Path read) {
    return ApplicationReader.template(read)
        .map(template -> ThawFile.in(template.resolveSibling("")))
        .orElseGet(ThawFile::none);
  }

  /** Beside a package without a template there may be one as well, where it was looked for. */
  private static Application over(ThawFile usual, Application application) {
    return (usual == ThawFile.none() ? ThawFile.in(application.root()) : usual).over(application);
  }

  private Application within(SamProject project, Application application, List<Path> data) {
    return ProjectPaths.within(
        project.named(),
        project.files(),
        followsLinks,
        ProjectPaths.within(project.template(), followsLinks, application, data));
  }

  /** Returns whether it is the name of a function of this folder's template. */
  private boolean namesFunction() {
    return text.isPresent()
        && FUNCTION.matcher(text.get()).matches()
        && !isReadable(given())
        && handler.isEmpty()
        && ApplicationReader.hasTemplate(HERE);
  }

  private static void requireFunction(Application application, String name) {
    if (application.named(name).isEmpty()) {
      List<String> names =
          application.functions().stream().flatMap(each -> each.names().stream()).toList();
      throw new UserMistake(
          name + " is neither a path nor a function of this folder's template",
          Spelling.nearest(name, names)
              .map(near -> "use " + near)
              .orElse("use one of: " + FunctionChoice.shown(application.functions())));
    }
  }

  /**
   * Tells the settings that a package without a template is run with, which nobody may have chosen.
   *
   * @param forms of the function, as it is run: one of them, or one for each choice
   */
  public void sayDefaults(List<FunctionDefinition> forms, Progress progress) {
    if (!forms.isEmpty() && !ApplicationReader.hasTemplate(source())) {
      FunctionDefinition function = forms.getFirst();
      progress.line(
          "%s has no template: %s, %s MB, timeout %d s, %s; --memory, --timeout and --jdk say otherwise"
              .formatted(
                  function.logicalId(),
                  function.handler(),
                  distinct(forms, each -> "" + each.memory().mebibytes()),
                  function.timeout().toSeconds(),
                  distinct(forms, FunctionDefinition::runtime)));
      if (stacks.isEmpty() && BareServices.areCalled(function.code())) {
        progress.line(
            "its calls of AWS lead to AWS; --stack FILE names a template whose tables, queues and buckets are here");
      }
      if (function.code() instanceof CodeSource.Project project && makesOneJar(project.path())) {
        progress.line(
            "it is run as classes and libraries; where you deploy the jar of all that its build also makes, name that jar in place of the folder");
      }
    }
  }

  private static boolean makesOneJar(Path project) {
    return Stream.of("pom.xml", "build.gradle", "build.gradle.kts")
        .map(project::resolve)
        .filter(Files::isRegularFile)
        .anyMatch(file -> ONE_JAR.matcher(WholeFile.text(file)).find());
  }

  /** Says which parameters that were given are written nowhere. */
  public void saySecrets(Progress progress) {
    Set<String> hidden = hiddenParameters();
    if (!hidden.isEmpty()) {
      progress.line(
          "by NoEcho or by their name these parameters are secrets, so commands and files have variables of the shell in place of the values: "
              + hidden.stream()
                  .map(name -> name + "=$" + variable(name))
                  .collect(Collectors.joining(", ")));
    }
  }

  private static String distinct(
      List<FunctionDefinition> forms, Function<FunctionDefinition, String> setting) {
    return forms.stream().map(setting).distinct().collect(Collectors.joining(", "));
  }

  /** A folder that has a function's name and no template is more likely its sources. */
  private static boolean isReadable(Path path) {
    return Files.exists(path) && !Files.isDirectory(path) || ApplicationReader.hasTemplate(path);
  }

  /** The same in a copy. */
  public Application readAt(Path copied) {
    SamProject project = sam.project(home());
    chooseRegion(project);
    return withDatabase(
        guessed(
            ApplicationReader.read(
                copied, options(project, project.parameters(), usual(copied), List.of()))));
  }

  /**
   * Gives functions without a template the oldest runtime that runs what their pom has the compiler
   * make, where no class tells it yet.
   */
  private static Application guessed(Application application) {
    return application.withFunctions(
        application.functions().stream()
            .map(function ->
                function.runtimeIsGuess() && function.code() instanceof CodeSource.Project project
                    ? MavenProject.release(project.path())
                        .flatMap(release ->
                            BARE_RUNTIMES.stream().filter(each -> each >= release).findFirst())
                        .map(function::guessedFor)
                        .orElse(function)
                    : function)
            .toList());
  }

  /**
   * Reads the source as {@link #read} does, but accepts one without a function.
   *
   * @param data folders with data that the user typed
   * @param keepsFunctions whether functions that clients make are kept: then nothing needs to be in
   *     this folder either
   */
  Application readForServer(boolean keepsFunctions, List<Path> data) {
    SamProject project = sam.project(given());
    if (keepsFunctions
        && text.isEmpty()
        && handler.isEmpty()
        && !ApplicationReader.hasTemplate(project.template())) {
      chooseRegion(project);
      return withDatabase(new Application(project.template(), List.of()));
    }
    return as(project, data, ApplicationReader::readForServer);
  }

  /** Chooses the region before anything is named. */
  private void chooseRegion(SamProject project) {
    if (region.isPresent()) {
      Region.choose(region.get(), "--region");
      return;
    }
    if (project.chooseRegion()) {
      return;
    }
    String variable =
        System.getenv().containsKey("AWS_REGION") ? "AWS_REGION" : "AWS_DEFAULT_REGION";
    Region.choose(System.getenv().getOrDefault(variable, "").strip(), variable);
  }

  /**
   * @param configured parameters of the template
   * @param data folders with data that the user typed
   */
  private ReadOptions options(
      SamProject project, Map<String, String> configured, ThawFile usual, List<Path> data) {
    Set<String> names = new HashSet<>(meant);
    if (namesFunction()) {
      names.add(text.orElseThrow());
    }
    ReadOptions options =
        project.over(
            ReadOptions.defaults()
                .withParameters(parameters)
                .withMeant(names)
                .withElsewhere(elsewhere(usual, data)),
            configured);
    return handler.map(options::withHandler).orElse(options);
  }

  /** What is typed comes before what {@code thaw.yaml} beside the template says. */
  private ReadOptions.Elsewhere elsewhere(ThawFile file, List<Path> data) {
    Map<String, String> allImports = new LinkedHashMap<>(file.elsewhere().imports());
    allImports.putAll(imports);
    Map<String, String> allAttributes = new LinkedHashMap<>(file.elsewhere().attributes());
    allAttributes.putAll(attributes);
    return new ReadOptions.Elsewhere(
        allImports,
        allAttributes,
        file.elsewhere().layers(),
        data.isEmpty() ? file.seeds() : data,
        stacks.stream().map(SourceChoice::template).toList());
  }

  private static Path template(Path stack) {
    return ApplicationReader.template(stack)
        .orElseThrow(() ->
            new UserMistake(
                "--stack: there is no template of CloudFormation or SAM at " + stack,
                "name the template that declares the tables, queues or other resources"))
        .toAbsolutePath()
        .normalize();
  }
}
