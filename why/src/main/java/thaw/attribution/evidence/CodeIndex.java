package thaw.attribution.evidence;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import thaw.recording.Frame;

/** The bytecode of the function's own classes. Knows nothing of libraries but their names. */
public final class CodeIndex {
  private final Map<String, ClassCode> classes;
  private final Map<CallSite.MethodId, ClassCode.Method> methods = new HashMap<>();
  private final Map<String, Set<String>> supertypes = new HashMap<>();
  private final Map<String, Set<String>> subtypes = new HashMap<>();

  private CodeIndex(Map<String, ClassCode> classes) {
    this.classes = classes;
    for (ClassCode code : classes.values()) {
      code.methods().forEach(this::add);
      Set<String> all = new HashSet<>();
      addSupertypes(code.name(), all);
      supertypes.put(code.name(), all);
      all.forEach(
          type -> subtypes.computeIfAbsent(type, _ -> new LinkedHashSet<>()).add(code.name()));
    }
  }

  private void add(ClassCode.Method method) {
    methods.put(method.id(), method);
  }

  public static CodeIndex of(PackageClasses files, Predicate<String> firstParty) {
    Map<String, ClassCode> classes = new LinkedHashMap<>();
    for (String name : files.names()) {
      if (firstParty.test(name)) {
        files.find(name).flatMap(ClassCodeReader::read).ifPresent(code -> classes.put(name, code));
      }
    }
    return new CodeIndex(classes);
  }

  private void addSupertypes(String name, Set<String> all) {
    ClassCode code = classes.get(name);
    if (all.add(name) && code != null) {
      code.supertypes().forEach(type -> addSupertypes(type, all));
    }
  }

  Stream<ClassCode> classes() {
    return classes.values().stream();
  }

  public Optional<ClassCode> find(String className) {
    return Optional.ofNullable(classes.get(className));
  }

  public Optional<ClassCode.Method> find(CallSite.MethodId id) {
    return Optional.ofNullable(methods.get(id));
  }

  /** All instructions of own code that lead to other code. */
  public Stream<CallSite> sites() {
    return methods.values().stream().flatMap(method -> method.sites().stream());
  }

  /** The class itself and all above it, as far as own classes tell; not {@code Object}. */
  public Set<String> supertypes(String className) {
    return supertypes.getOrDefault(className, Set.of());
  }

  /** Own methods that a call may reach: those of the class named, of those below and above it. */
  List<ClassCode.Method> targets(CallSite site) {
    return Stream.concat(
            supertypes(site.owner()).stream(),
            subtypes.getOrDefault(site.owner(), Set.of()).stream())
        .distinct()
        .flatMap(type ->
            Stream.ofNullable(
                methods.get(new CallSite.MethodId(type, site.name(), site.descriptor()))))
        .filter(method -> !method.isAbstract())
        .toList();
  }

  /** Tells whether a place is in Java, so that code in Java can stand there. */
  public static boolean isJava(String place) {
    return !place.matches(".*\\.(kt|groovy|scala|clj)\\b.*");
  }

  /** Tells whether no own class is of another language. */
  public boolean isJava() {
    return classes().map(ClassCode::sourceFile).allMatch(CodeIndex::isJava);
  }

  /** {@code example.Handler.handleRequest(Handler.java:42)}. */
  public String place(CallSite site) {
    return place(site.in().className(), site.in().name(), site.line());
  }

  /** Returns the place where a method begins. */
  public String place(ClassCode.Method method) {
    int line = method.lines().isEmpty() ? 0 : method.lines().firstEntry().getValue();
    return place(method.id().className(), method.id().name(), line);
  }

  /** The same of a sampled frame; without a line where the class file has none. */
  public String place(Frame.Java frame) {
    return place(frame.className(), frame.method(), line(frame));
  }

  /** 0 where it is not known. */
  private int line(Frame.Java frame) {
    return methods(frame)
        .map(method -> method.lines().floorEntry(frame.bci()))
        .flatMap(Stream::ofNullable)
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(0);
  }

  /**
   * Returns the instruction at a sampled frame; empty where there is none.
   *
   * @param callee the frame that it called: it tells methods of one name apart
   */
  public Optional<CallSite> site(Frame.Java frame, Optional<Frame.Java> callee) {
    String called = callee.map(Frame.Java::method).orElse("");
    return methods(frame)
        .flatMap(method -> method.sites().stream())
        .filter(site -> site.bci() == frame.bci())
        .min(Comparator.comparing(site -> !site.name().equals(called)));
  }

  /** Methods of that name; first those that have a call where the frame is, so no bridges. */
  public Stream<ClassCode.Method> methods(Frame.Java frame) {
    return find(frame.className()).stream()
        .flatMap(code -> code.methods().stream())
        .filter(method -> method.id().name().equals(frame.method()))
        .sorted(
            Comparator.comparing(
                method -> method.sites().stream().noneMatch(site -> site.bci() == frame.bci())));
  }

  private String place(String className, String method, int line) {
    String source = find(className).map(ClassCode::sourceFile).orElse("");
    String where = source.isEmpty() ? "" : "(" + source + (line > 0 ? ":" + line : "") + ")";
    return className + "." + method + where;
  }
}
