package thaw.template;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import thaw.problem.UserMistake;

/**
 * A template as CloudFormation resolves it: SAM's Globals are merged, loops written out, conditions
 * decided, functions evaluated, nested stacks' resources beside its own. A value that cannot be
 * known stays a call with the reason, which matters only to who needs it.
 */
public final class Resolution implements Scope {
  private static final String SERVERLESS = "AWS::Serverless::";

  /** Kinds that events imply without declaring them; the Globals of all others are merged. */
  private static final Set<String> IMPLIED = Set.of("Api", "HttpApi");

  private static final Set<String> EVALUATED = Set.of("Properties", "Metadata");

  private final Path file;
  private final TemplateValue.Members root;
  private final Deployment deployment;
  private final Parameters parameters;
  private final Conditions conditions;
  private final StoredValues stored = new StoredValues(this::parameter, this::secret);
  private final Evaluation evaluation = new Evaluation(this);
  private final Loops loops = new Loops(evaluation::evaluate);
  private final Includes includes;
  private final References references;
  private final NestedStacks nested;

  /** The stacks beside it by file: all that belong to one another know the same ones. */
  private final Map<Path, Resolution> known;

  private final Exports exports;
  private final TemplateValue.Members globals;
  private TemplateValue.Members declared;
  private final Dependencies dependencies;
  private final TemplateValue.Members mappings;
  private final List<String> warnings = new ArrayList<>();

  /** Whether each resource is there, as its condition says. */
  private final Map<String, Conditions.Outcome> existing = new HashMap<>();

  private final Map<String, TemplateValue.Members> resolved = new HashMap<>();
  private final Set<String> inProgress = new HashSet<>();

  private Resolution(
      Path file,
      TemplateValue.Members root,
      Map<String, TemplateValue> given,
      Deployment deployment,
      Surroundings around,
      Map<Path, Resolution> known) {
    this.known = known;
    this.file = file;
    this.root = root;
    this.deployment = deployment;
    this.includes = new Includes(file.resolveSibling(""), warnings::add);
    this.references = new References(this, around);
    this.nested = new NestedStacks(this, around);
    this.exports = new Exports(this, around);
    this.mappings = section("Mappings");
    this.parameters =
        new Parameters(
            section("Parameters"),
            given,
            stored,
            names -> Needed.of(root, names, deployment),
            warnings::add);
    this.conditions = new Conditions(expanded("Conditions"), evaluation::evaluate);
    this.globals = section("Globals");
    this.declared = section("Resources"); // loops may refer to some of it
    int told = warnings.size();
    this.declared = withGlobals(expanded("Resources"));
    this.dependencies = new Dependencies(root, declared, parameters.names(), deployment);
    if (warnings.size() == told) { // no loop is left out, which might make what others wait for
      this.warnings.addAll(dependencies.unknown());
    }
    this.conditions.check();
  }

  /**
   * @param file where it was read: paths go from its folder
   * @param root the template
   * @param parameters values of its parameters
   * @throws UserMistake for what makes nothing of the template known
   */
  public static Resolution of(
      Path file,
      TemplateValue.Members root,
      Map<String, String> parameters,
      Deployment deployment) {
    Map<String, TemplateValue> given = new LinkedHashMap<>();
    Place place = new Place("--parameter", 1, 1);
    parameters.forEach((name, value) -> given.put(name, TemplateValue.string(value, place)));
    return new Resolution(
        file, root, given, deployment, Surroundings.none(file), new LinkedHashMap<>());
  }

  /** The same for a template that belongs to another one. */
  static Resolution within(
      Path file,
      Map<String, TemplateValue> parameters,
      Deployment deployment,
      Surroundings around,
      Map<Path, Resolution> known) {
    List<String> ofText = new ArrayList<>();
    TemplateValue.Members root = TemplateText.read(file, ofText::add);
    Resolution resolution = new Resolution(file, root, parameters, deployment, around, known);
    resolution.warnings.addAll(ofText);
    return resolution;
  }

  // ---- what is resolved ----

  /** Returns the template without functions, conditions and nested stacks. */
  public TemplateValue.Members resolved() {
    Map<String, TemplateValue.Member> sections = new LinkedHashMap<>(root.members());
    sections.remove("Conditions");
    sections.remove("Mappings");
    sections.remove("Globals");
    sections.computeIfPresent(
        "Resources", (_, member) -> new TemplateValue.Member(member.key(), resources()));
    sections.computeIfPresent(
        "Outputs", (_, member) -> new TemplateValue.Member(member.key(), outputs()));
    Map<String, TemplateValue.Member> ofApis = new LinkedHashMap<>(globals.members());
    ofApis.keySet().retainAll(IMPLIED);
    if (!ofApis.isEmpty()) {
      sections.put(
          "Globals",
          new TemplateValue.Member(
              globals.place(),
              evaluation.evaluate(new TemplateValue.Members(ofApis, globals.place()))));
    }
    return new TemplateValue.Members(sections, root.place());
  }

  private TemplateValue.Members resources() {
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    declared
        .members()
        .forEach((id, member) -> {
          if (exists(id)) {
            all.put(id, new TemplateValue.Member(member.key(), resource(id)));
          }
        });
    requireNoCircle();
    nested.resources().forEach(all::putIfAbsent);
    return new TemplateValue.Members(all, declared.place());
  }

  private void requireNoCircle() {
    if (dependencies.hasMacros()) {
      return;
    }
    Map<String, TemplateValue.Member> there = new LinkedHashMap<>(declared.members());
    there.keySet().removeIf(id -> !exists(id));
    Optional<UserMistake> circle =
        new Circles(new TemplateValue.Members(there, declared.place()), this::chosen).first();
    if (circle.isPresent()) {
      throw circle.get();
    }
  }

  private Optional<Boolean> chosen(TemplateValue condition) {
    try {
      Conditions.Outcome outcome = conditions.chosen(condition);
      return outcome.isKnown() ? Optional.of(outcome.holds()) : Optional.empty();
    } catch (UserMistake e) {
      return Optional.empty(); // whoever needs the value is told
    }
  }

  /** Returns the outputs that there are, by name. */
  TemplateValue.Members outputs() {
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    writtenOutputs()
        .forEach((name, member) ->
            all.put(
                name, new TemplateValue.Member(member.key(), evaluation.evaluate(member.value()))));
    return new TemplateValue.Members(all, root.place());
  }

  /** Returns the values of those outputs that other stacks may import, not evaluated. */
  Map<String, TemplateValue> exported() {
    Map<String, TemplateValue> all = new LinkedHashMap<>();
    for (TemplateValue.Member member : writtenOutputs().values()) {
      if (member.value() instanceof TemplateValue.Members output
          && output.value("Value").isPresent()
          && output.value("Export").map(evaluation::evaluate).orElse(null)
              instanceof TemplateValue.Members export
          && export.value("Name").orElse(null) instanceof TemplateValue.Text name) {
        all.put(name.asString(), output.value("Value").orElseThrow());
      }
    }
    return all;
  }

  private Map<String, TemplateValue.Member> writtenOutputs() {
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>(expanded("Outputs").members());
    all.values()
        .removeIf(member -> !holds(member.value()).map(Conditions.Outcome::holds).orElse(true));
    return all;
  }

  /** Returns the value of something that a reader has made, or that is resolved already. */
  @Override
  public TemplateValue evaluate(TemplateValue value) {
    return evaluation.evaluate(value);
  }

  /** Returns the file that it was read from. */
  public Path file() {
    return file;
  }

  /** Returns the name that a resource has in the whole application. */
  public String publicId(String id) {
    return references.publicId(id);
  }

  /** Returns what is told to who needs any parameter without a value. */
  public Optional<UserMistake> missingParameters() {
    return parameters.missing();
  }

  /** Returns why nobody knows whether a resource is there, if that is so. */
  public Optional<UserMistake> undecided(String id) {
    return Optional.ofNullable(existing.get(id))
        .flatMap(Conditions.Outcome::unknown)
        .map(TemplateValue.Unknown::mistake);
  }

  /** Returns what is left out, one line each. */
  public List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    all.addAll(nested.warnings());
    stored.missing().ifPresent(all::add);
    return all;
  }

  /** Returns the files beside the template that belong to it. */
  public List<Path> files() {
    List<Path> all = new ArrayList<>(includes.files());
    all.addAll(nested.files());
    return all;
  }

  // ---- resources ----

  private Optional<Conditions.Outcome> holds(TemplateValue of) {
    return of instanceof TemplateValue.Members members
            && members.member("Condition").isPresent()
            && members.value("Condition").orElseThrow() instanceof TemplateValue.Text name
        ? Optional.of(conditions.named(name.asString(), name.place()))
        : Optional.empty();
  }

  @Override
  public boolean exists(String id) {
    Conditions.Outcome before = existing.get(id);
    if (before != null) {
      return before.holds();
    }
    TemplateValue.Member member = declared.member(id).orElseThrow();
    Conditions.Outcome outcome = holds(member.value()).orElse(Conditions.Outcome.of(true));
    existing.put(id, outcome);
    outcome
        .unknown()
        .ifPresent(unknown ->
            warnings.add(
                "%s: %s is left out: whether it is there is not known: %s"
                    .formatted(member.key(), id, TemplateValue.why(unknown.mistake()))));
    return outcome.holds();
  }

  @Override
  public TemplateValue.Members resource(String id) {
    TemplateValue.Members known = resolved.get(id);
    if (known != null) {
      return known;
    }
    TemplateValue.Members raw = TemplateValue.mapping(declared, id).orElseThrow();
    if (!inProgress.add(id)) {
      throw raw.place().mistake(id + " refers to itself", "write its value without a reference");
    }
    try {
      Map<String, TemplateValue.Member> members = new LinkedHashMap<>();
      raw.members()
          .forEach((name, member) -> {
            if (name.equals("Condition")) {
              return;
            }
            TemplateValue value =
                EVALUATED.contains(name) ? evaluation.evaluate(member.value()) : member.value();
            if (value != Evaluation.NO_VALUE) {
              members.put(name, new TemplateValue.Member(member.key(), value));
            }
          });
      TemplateValue.Members all = new TemplateValue.Members(members, raw.place());
      resolved.put(id, all);
      return all;
    } finally {
      inProgress.remove(id);
    }
  }

  @Override
  public TemplateValue.Members declared() {
    return declared;
  }

  // ---- sections ----

  private TemplateValue.Members section(String name) {
    TemplateValue value = root.value(name).orElse(null);
    if (value instanceof TemplateValue.Call call && call.function().equals("Transform")) {
      value = evaluation.evaluate(call);
    }
    if (value instanceof TemplateValue.Call call) {
      throw call.mistake();
    }
    if (value instanceof TemplateValue.Members members) {
      return members.member("Fn::Transform").isPresent() ? included(members) : members;
    }
    if (value != null) {
      throw TemplateValue.noMapping(name, root.member(name).orElseThrow());
    }
    return new TemplateValue.Members(Map.of(), root.place());
  }

  /** Returns a section with what its macro makes; without, where that is not known here. */
  private TemplateValue.Members included(TemplateValue.Members section) {
    return switch (evaluation.evaluate(section)) {
      case TemplateValue.Members members -> members;
      case TemplateValue.Call call -> {
        warnings.add(call.leftOut("what Fn::Transform makes"));
        yield section;
      }
      case TemplateValue.Text _, TemplateValue.Items _ -> section;
    };
  }

  private TemplateValue.Members expanded(String name) {
    return loops.expanded(
        section(name),
        (loop, mistake) ->
            warnings.add(
                "%s: what this loop makes is left out: %s"
                    .formatted(loop.key(), mistake.getMessage())));
  }

  private TemplateValue.Members withGlobals(TemplateValue.Members resources) {
    if (globals.members().isEmpty()) {
      return resources;
    }
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    resources
        .members()
        .forEach((id, member) ->
            all.put(id, new TemplateValue.Member(member.key(), withGlobals(member.value()))));
    return new TemplateValue.Members(all, resources.place());
  }

  private TemplateValue withGlobals(TemplateValue resource) {
    String type = DeclaredResource.type(resource);
    if (!(resource instanceof TemplateValue.Members members) || !type.startsWith(SERVERLESS)) {
      return resource;
    }
    Optional<TemplateValue.Members> global =
        TemplateValue.mapping(globals, type.substring(SERVERLESS.length()));
    if (global.isEmpty()) {
      return resource;
    }
    TemplateValue.Members own =
        TemplateValue.mapping(members, "Properties")
            .orElseGet(() -> new TemplateValue.Members(Map.of(), members.place()));
    Map<String, TemplateValue.Member> taken = new LinkedHashMap<>(global.get().members());
    taken.keySet().removeIf(name -> ignores(members, name));
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>(members.members());
    Place key = members.member("Properties").map(TemplateValue.Member::key).orElse(own.place());
    all.put(
        "Properties",
        new TemplateValue.Member(
            key,
            TemplateValue.mergeMembers(
                new TemplateValue.Members(taken, global.get().place()), own)));
    return new TemplateValue.Members(all, members.place());
  }

  private static boolean ignores(TemplateValue.Members resource, String property) {
    return switch (resource.value("IgnoreGlobals").orElse(null)) {
      case TemplateValue.Text text -> text.text().equals("*") || text.text().equals(property);
      case TemplateValue.Items items ->
          items.items().stream()
              .anyMatch(
                  each -> each instanceof TemplateValue.Text text && text.text().equals(property));
      case null, default -> false;
    };
  }

  // ---- what the evaluation asks for ----

  Map<Path, Resolution> known() {
    return known;
  }

  NestedStacks nested() {
    return nested;
  }

  /** Returns the logical ids that are written in the template. */
  Set<String> ids() {
    return TemplateValue.mapping(root, "Resources")
        .map(resources -> resources.members().keySet())
        .orElse(Set.of());
  }

  @Override
  public Deployment deployment() {
    return deployment;
  }

  @Override
  public Loops loops() {
    return loops;
  }

  @Override
  public Includes includes() {
    return includes;
  }

  @Override
  public Conditions conditions() {
    return conditions;
  }

  @Override
  public TemplateValue.Members mappings() {
    return mappings;
  }

  @Override
  public Parameters parameters() {
    return parameters;
  }

  @Override
  public StoredValues stored() {
    return stored;
  }

  @Override
  public TemplateValue ref(String name, TemplateValue.Call call) {
    return references.ref(name, call);
  }

  @Override
  public TemplateValue attribute(String path, TemplateValue.Call call) {
    return references.attribute(path, call);
  }

  @Override
  public TemplateValue imported(String name, TemplateValue.Call call) {
    return exports.value(name, call);
  }

  @Override
  public Optional<TemplateValue> output(String id, String attribute, TemplateValue.Call call) {
    return nested.isStack(id) && attribute.startsWith(NestedStacks.OUTPUTS)
        ? Optional.of(nested.output(id, attribute.substring(NestedStacks.OUTPUTS.length()), call))
        : Optional.empty();
  }

  @Override
  public Optional<TemplateValue> inside(String publicId, TemplateValue.Call call) {
    return nested.ref(publicId, call);
  }

  private Optional<String> parameter(String name) {
    return deployment
        .parameter(name)
        .or(() -> storedHere(name))
        .or(() -> exports.storedParameter(name));
  }

  /** Returns the value of a parameter that the template itself stores. */
  Optional<String> storedHere(String name) {
    return references.storedParameter(name);
  }

  /** Returns the stacks beside this one that have something for others. */
  public List<Resolution> beside() {
    return exports.siblings();
  }

  /** Returns the stacks beside this one whose files are wanted. */
  public List<Resolution> beside(Predicate<Path> wanted) {
    return exports.beside(wanted);
  }

  /**
   * Returns the stacks that the user has named.
   *
   * @throws UserMistake for one that cannot be read
   */
  public List<Resolution> named() {
    return exports.named();
  }

  /** Returns the stack's name for people. */
  public String name() {
    return Exports.name(file);
  }

  /** Returns those of them that export what was imported while this one was resolved. */
  public Set<Resolution> imported() {
    Set<Resolution> all = new LinkedHashSet<>(exports.imported());
    all.addAll(nested.imported());
    return all;
  }

  /** Returns the text that a reference to a resource has; empty where it is not known. */
  public Optional<String> reference(String id, Place place) {
    TemplateValue resource = TemplateValue.string(id, place);
    return evaluate(new TemplateValue.Call("Ref", resource, place))
            instanceof TemplateValue.Text found
        ? Optional.of(found.asString())
        : Optional.empty();
  }

  private Optional<String> secret(String id) {
    return deployment.secret(id).or(() -> references.storedSecret(id));
  }
}
