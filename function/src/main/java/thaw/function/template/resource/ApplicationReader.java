package thaw.function.template.resource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.EventSource;
import thaw.function.FunctionDefinition;
import thaw.function.constraint.LambdaRules;
import thaw.function.resource.Database;
import thaw.function.resource.Queue;
import thaw.function.resource.TableDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.function.template.api.ApiReader;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.template.Intrinsics;
import thaw.template.Place;
import thaw.template.Resolution;
import thaw.template.TemplateText;
import thaw.template.TemplateValue;

/**
 * Reads what a path says is to run. A folder's own template wins over everything else in it; {@code
 * .aws-sam/build} and {@code cdk.out} are read when the path names them. Refuses to build, explode
 * or run anything.
 */
public final class ApplicationReader {
  private static final List<String> TEMPLATES =
      List.of("template.yaml", "template.yml", "template.json");

  /** The lines that tell of what could have been a function, or have had some. */
  private static final Pattern NO_FUNCTION =
      Pattern.compile("left out|not supported|unknown section|not provided");

  private static final int SHOWN_REASONS = 3;

  private ApplicationReader() {}

  /**
   * @param path a folder with a {@code template.yaml}, {@code template.yml} or {@code
   *     template.json}, or such a file; a {@code .jar}, a {@code .zip}, a project's folder or a
   *     folder that is a task root, each of which needs a handler
   * @throws UserMistake when there is nothing at the path that could run, with the place of the
   *     fault in the template
   */
  public static Application read(Path path, ReadOptions options) {
    Application application = readForServer(path, options);
    if (application.functions().isEmpty()) {
      throw new UserMistake(
          template(path).orElse(path) + ": Resources declares no function" + why(application),
          "declare an AWS::Serverless::Function with a CodeUri");
    }
    return application;
  }

  /** Returns what was told while the template was read, where that is why there is none. */
  private static String why(Application application) {
    List<String> reasons =
        application.warnings().stream()
            .filter(warning -> NO_FUNCTION.matcher(warning).find())
            .limit(SHOWN_REASONS)
            .toList();
    return reasons.isEmpty() ? "" : "; " + String.join("; ", reasons);
  }

  /**
   * Reads as {@link #read} does, and accepts a template that declares no function: others may be
   * made later.
   */
  public static Application readForServer(Path path, ReadOptions options) {
    Optional<Path> template = template(path);
    if (template.isPresent()) {
      return fromTemplate(template.get(), options);
    }
    Application bare = BarePackage.read(path, options);
    return options.elsewhere().stacks().isEmpty() ? bare : withStacks(path, bare, options);
  }

  /** Returns a package without a template with the resources of stacks that the user names. */
  private static Application withStacks(Path path, Application bare, ReadOptions options) {
    Place place = new Place(path.toString(), 1, 1);
    TemplateValue.Members none = new TemplateValue.Members(Map.of(), place);
    TemplateValue.Members text =
        new TemplateValue.Members(
            Map.of("Resources", new TemplateValue.Member(place, none)), place);
    Resolution resolution =
        Resolution.of(path, text, options.parameters(), new LocalDeployment(options));
    Template template = Template.of(resolution.resolved());
    List<TemplateResource> served = ServedAlong.with(resolution, template).resources();
    Intrinsics intrinsics = new Intrinsics(resolution::evaluate);
    TableReader tables = new TableReader(intrinsics);
    List<String> warnings = new ArrayList<>();
    Read read =
        new Read(
            bare.root(),
            template,
            served,
            intrinsics,
            bare.functions(),
            served.stream().filter(TemplateResource::isTable).map(tables::read).toList(),
            new EventSourceReader(intrinsics, warnings::add),
            options);
    return read.application(resolution.files(), warnings, Map.of());
  }

  /** Returns whether there is a template at the path or in the folder that it names. */
  public static boolean hasTemplate(Path path) {
    return template(path).isPresent();
  }

  static Path folderOf(Path file) {
    return Optional.ofNullable(file.getParent()).orElse(Path.of(""));
  }

  /**
   * Returns the template at the path or in the folder that it names, or that of the stack of CDK's
   * that the path names in the folder of its application.
   */
  public static Optional<Path> template(Path path) {
    if (Files.isDirectory(path)) {
      return TEMPLATES.stream()
          .map(path::resolve)
          .filter(Files::isRegularFile)
          .findFirst()
          .or(() -> CdkOutput.template(path));
    }
    Optional<Path> stack = Files.exists(path) ? Optional.empty() : CdkOutput.named(path);
    if (stack.isPresent()) {
      return stack;
    }
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    boolean named = Stream.of(".yaml", ".yml", ".json", ".template").anyMatch(name::endsWith);
    if (named && !Files.exists(path)) {
      throw new UserMistake(path + " does not exist", "name a SAM template, a jar or a folder");
    }
    return named ? Optional.of(path) : Optional.empty();
  }

  /** Returns those of the whole template, to which its resources add theirs. */
  private static List<String> warnings(Path file, Template template, ReadOptions options) {
    List<String> warnings = new ArrayList<>(template.warnings());
    FunctionProperties.check(
        TemplateResource.SERVERLESS_FUNCTION, template.globals(), warnings::add);
    if (options.handler().isPresent()
        || options.memory().isPresent()
        || options.timeout().isPresent()) {
      warnings.add(file + ": handler, memory and timeout come from the template, not from options");
    }
    return warnings;
  }

  private static Application fromTemplate(Path file, ReadOptions options) {
    List<String> warnings = new ArrayList<>();
    TemplateValue.Members text = TemplateText.read(file, warnings::add);
    Template written = Template.of(text);
    warnings.addAll(warnings(file, written, options));
    Resolution resolution =
        Resolution.of(file, text, options.parameters(), new LocalDeployment(options));
    Template template = DeploymentFunctions.without(Template.of(resolution.resolved()));
    warnings.addAll(resolution.warnings());
    warnings.addAll(PropertyEffects.without(template));
    ServedAlong along = ServedAlong.with(resolution, template);
    if (!along.stacks().isEmpty()) {
      warnings.add(
          "%s: resources of %s are served along: this stack imports exports, or has names of them"
              .formatted(file, String.join(" and ", along.stacks())));
    }
    Intrinsics intrinsics = new Intrinsics(resolution::evaluate);
    Path root = folderOf(file);
    LeftOut leftOut = new LeftOut(resolution, options, warnings::add);
    leftOut.requireDecided(written.resources().values());
    FunctionReader functions =
        new FunctionReader(
            root,
            template,
            written,
            LayerReader.beside(resolution),
            intrinsics,
            options,
            warnings::add);
    TableReader tables = new TableReader(intrinsics);
    EventSourceReader sources = new EventSourceReader(intrinsics, warnings::add);
    List<FunctionDefinition> readFunctions = new ArrayList<>();
    List<TableDefinition> readTables = new ArrayList<>();
    for (TemplateResource resource : template.resources().values()) {
      if (resource.isFunction()) {
        Optional<FunctionDefinition> function =
            leftOut.unlessRead(resource, () -> functions.read(resource, leftOut));
        function.ifPresent(readFunctions::add);
        function.ifPresent(read -> sources.readEvents(resource, read));
      } else if (!resource.isTable()) {
        leftOut
            .unlessKnown(resource, () -> readOther(resource, sources, intrinsics))
            .ifPresent(warnings::add);
      }
    }
    List<TemplateResource> served = new ArrayList<>(template.resources().values());
    served.addAll(along.resources());
    for (TemplateResource resource : served) {
      if (resource.isTable()) {
        try {
          leftOut
              .unlessKnown(resource, () -> Optional.of(tables.read(resource)))
              .ifPresent(readTables::add);
        } catch (UserMistake e) {
          if (!along.resources().contains(resource)) {
            throw e;
          }
          warnings.add(e.getMessage()); // of another stack, which is told of it when it is run
        }
      }
    }
    if (readFunctions.isEmpty()) {
      requireKnown(options.meant(), template.resources().values());
    }
    leftOut.requireOneThatRuns(readFunctions);
    Read read =
        new Read(root, template, served, intrinsics, readFunctions, readTables, sources, options);
    return read.application(resolution.files(), warnings, leftOut.functions());
  }

  /** What was read of functions, tables and events, from which the rest follows. */
  private record Read(
      Path root,
      Template template,
      List<TemplateResource> served,
      Intrinsics intrinsics,
      List<FunctionDefinition> functions,
      List<TableDefinition> tables,
      EventSourceReader sources,
      ReadOptions options) {
    private Application application(
        List<Path> read, List<String> warnings, Map<String, Application.LeftOutFunction> leftOut) {
      ServiceResources services = new ServiceResources(served, intrinsics, warnings::add);
      List<Queue> queues = services.queues();
      requireVisibility(
          queues.stream()
              .filter(queue -> template.resources().containsKey(queue.logicalId()))
              .toList(),
          sources.found(),
          functions);
      ApiReader apiReader = new ApiReader(root, template, intrinsics, functions, warnings::add);
      List<Api> apis = apiReader.read();
      List<Database> databases = services.databases(options);
      List<Path> files = new ArrayList<>(read);
      files.addAll(apiReader.files());
      return new Application(
          root,
          functions,
          tables,
          apis,
          queues,
          services.buckets(),
          sources.found(),
          sources.notifications(),
          services.busEvents(),
          services.topics(sources.subscriptions()),
          sources.subscriptions(),
          services.streams(sources.found()),
          services.secrets(databases),
          services.parameters(),
          databases,
          OutputReader.read(template.outputs(), intrinsics),
          files,
          warnings.stream().distinct().toList(),
          leftOut);
    }
  }

  /** Reads what events come of; returns the warning about a resource that Thaw does not have. */
  private static Optional<String> readOther(
      TemplateResource resource, EventSourceReader sources, Intrinsics intrinsics) {
    if (EventSourceReader.isSource(resource.type())) {
      sources.readResource(resource);
      return Optional.empty();
    }
    switch (resource.type()) {
      case TemplateResource.BUCKET -> sources.readBucket(resource);
      case TemplateResource.TOPIC ->
          sources.readTopic(resource, intrinsics.text(ref(resource), "Ref"));
      default -> {
        // no events come of it
      }
    }
    return Unprovided.warning(resource);
  }

  /** Refuses a queue whose messages would come again while the function still has them. */
  private static void requireVisibility(
      List<Queue> queues, List<EventSource> sources, List<FunctionDefinition> functions) {
    Map<String, Queue> byName =
        queues.stream().collect(Collectors.toMap(Queue::name, each -> each, (one, _) -> one));
    for (EventSource source : sources) {
      if (source instanceof EventSource.Mapping mapping
          && byName.get(mapping.sourceArn().replaceFirst("^arn:aws:sqs:.*:", ""))
              instanceof Queue queue) {
        functions.stream()
            .filter(each -> each.name().equals(mapping.target().function()))
            .map(each -> LambdaRules.visibility(queue.visibilityTimeout(), each.timeout()))
            .flatMap(Optional::stream)
            .findFirst()
            .ifPresent(fault -> {
              throw new UserMistake(
                  mapping.place() + ": AWS refuses " + mapping.id() + ": " + fault,
                  "give %s a VisibilityTimeout of six times the function's Timeout, as AWS recommends"
                      .formatted(queue.logicalId()));
            });
      }
    }
  }

  private static TemplateValue ref(TemplateResource resource) {
    TemplateValue id = TemplateValue.string(resource.logicalId(), resource.place());
    return new TemplateValue.Call("Ref", id, resource.place());
  }

  /**
   * Refuses the names of functions that are meant if no function has any of them: a name that no
   * function has is the first of two mistakes where nothing is built.
   */
  private static void requireKnown(Set<String> meant, Collection<TemplateResource> resources) {
    List<String> names =
        resources.stream()
            .filter(TemplateResource::isFunction)
            .flatMap(FunctionReader::names)
            .distinct()
            .toList();
    if (!meant.isEmpty() && !names.isEmpty() && meant.stream().noneMatch(names::contains)) {
      // Of a variant, such as "Create AOT cache", its function is meant, too.
      String name =
          String.join(", ", meant.stream().filter(each -> !each.contains(" ")).sorted().toList());
      throw new UserMistake(
          "no function has the name " + name,
          Spelling.nearest(name, names)
              .map(near -> "use " + near)
              .orElse("use one of: " + String.join(", ", names)));
    }
  }
}
