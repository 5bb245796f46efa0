package thaw.attribution.evidence;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds which of the function's own methods init can run, and which an invocation can: what the
 * handler's class initialiser and constructor lead to, and what the handler's method leads to.
 * Static: a branch that is never taken counts as taken.
 *
 * <p>Virtual calls reach all own methods of that name and descriptor above and below the named
 * class; a lambda is reached where it is made; an object of an own class that is made is taken to
 * have its methods called when it has a supertype that is not the function's own (a {@code
 * Runnable}, a module of a container). A class initialiser runs where its class is first used, and
 * not in an invocation when init has used the class.
 */
public final class ReachableMethods {
  private static final String BEFORE_SNAPSHOT = "beforeCheckpoint";
  private static final Set<String> HOOKS = Set.of(BEFORE_SNAPSHOT, "afterRestore");
  private static final Set<String> RESOURCES =
      Set.of("org.crac.Resource", "com.amazonaws.services.lambda.crac.Resource");

  private final CodeIndex code;
  private final List<ClassCode.Method> hooks;
  final Set<CallSite.MethodId> init;
  private final Set<CallSite.MethodId> handler;

  private ReachableMethods(
      CodeIndex code,
      List<ClassCode.Method> hooks,
      Set<CallSite.MethodId> init,
      Set<CallSite.MethodId> handler) {
    this.code = code;
    this.hooks = hooks;
    this.init = init;
    this.handler = handler;
  }

  /**
   * @param isLoadedLate whether the first invocation loaded a class, whose hooks then come too late
   */
  static ReachableMethods of(
      CodeIndex code, Evidence.Settings settings, Predicate<String> isLoadedLate) {
    Walk init = new Walk(code, Set.of(), settings.snapStart());
    Walk handler = new Walk(code, init.reached, false);
    String handlerClass = settings.handlerClass();
    init.use(handlerClass);
    for (String type : code.supertypes(handlerClass)) {
      for (ClassCode.Method method :
          code.find(type).stream().flatMap(c -> c.methods().stream()).toList()) {
        String name = method.id().name();
        if (name.equals("<init>")) {
          init.add(method);
        }
      }
    }
    init.run();
    List<ClassCode.Method> hooks =
        hooks(code, handlerClass, init.reached).stream()
            .filter(hook -> !isLoadedLate.test(hook.id().className()))
            .toList();
    if (settings.snapStart()) {
      hooks.forEach(init::add);
      init.run();
    }
    for (String type : code.supertypes(handlerClass)) {
      code.find(type).stream()
          .flatMap(found -> found.methods().stream())
          .filter(method -> method.id().name().equals(settings.handlerMethod()))
          .forEach(handler::add);
    }
    handler.run();
    return new ReachableMethods(code, hooks, init.reached, handler.reached);
  }

  /**
   * Returns the hooks in the handler's class and in all classes that init makes, as those of
   * another function in the package do not run here. A container makes objects without a call that
   * can be seen.
   */
  private static List<ClassCode.Method> hooks(
      CodeIndex code, String handlerClass, Set<CallSite.MethodId> init) {
    Set<String> made =
        init.stream()
            .filter(method -> method.name().equals("<init>"))
            .map(CallSite.MethodId::className)
            .collect(Collectors.toSet());
    boolean inContainer = code.find(handlerClass).isEmpty();
    return code.classes()
        .filter(found ->
            code.supertypes(handlerClass).contains(found.name())
                || ((inContainer || made.contains(found.name())) && isResource(code, found)))
        .flatMap(ReachableMethods::hooks)
        .toList();
  }

  /** All hooks of own code for the time before a snapshot, whether or not they run. */
  public static Stream<ClassCode.Method> hooks(CodeIndex code) {
    return code.classes().filter(found -> isResource(code, found)).flatMap(ReachableMethods::hooks);
  }

  private static boolean isResource(CodeIndex code, ClassCode found) {
    return code.supertypes(found.name()).stream().anyMatch(RESOURCES::contains);
  }

  private static Stream<ClassCode.Method> hooks(ClassCode found) {
    return found.methods().stream()
        .filter(method -> method.id().name().equals(BEFORE_SNAPSHOT))
        .filter(method -> !method.isBridge() && !method.isAbstract());
  }

  /** Returns the methods that run before a snapshot is taken, with SnapStart. */
  public Stream<ClassCode.Method> hooks() {
    return hooks.stream();
  }

  /** All that some own methods lead to, themselves among it. */
  public Set<CallSite.MethodId> from(Stream<ClassCode.Method> methods) {
    Walk walk = new Walk(code, Set.of(), false);
    methods.forEach(walk::add);
    walk.run();
    return walk.reached;
  }

  public boolean inInit(CallSite site) {
    return init.contains(site.in());
  }

  public boolean inHandler(CallSite site) {
    return handler.contains(site.in());
  }

  public Stream<CallSite> initSites() {
    return sites(init);
  }

  public Stream<CallSite> handlerSites() {
    return sites(handler);
  }

  /** Returns the methods that the handler can call. */
  public Set<CallSite.MethodId> handlerMethods() {
    return handler;
  }

  private Stream<CallSite> sites(Set<CallSite.MethodId> methods) {
    return code.classes()
        .flatMap(found -> found.methods().stream())
        .filter(method -> methods.contains(method.id()))
        .flatMap(method -> method.sites().stream());
  }

  /** A walk from some methods to all that they lead to. */
  private static final class Walk {
    private final CodeIndex code;
    private final Set<CallSite.MethodId> before;
    private final boolean runsHooks;
    private final Set<CallSite.MethodId> reached = new HashSet<>();
    private final Deque<ClassCode.Method> open = new ArrayDeque<>();

    /**
     * @param before what has run already: class initialisers in it do not run again
     */
    Walk(CodeIndex code, Set<CallSite.MethodId> before, boolean runsHooks) {
      this.code = code;
      this.before = before;
      this.runsHooks = runsHooks;
    }

    void add(ClassCode.Method method) {
      if (method.id().name().equals("<clinit>") && before.contains(method.id())) {
        return;
      }
      if (reached.add(method.id())) {
        open.add(method);
      }
    }

    void run() {
      while (!open.isEmpty()) {
        open.remove().sites().forEach(this::follow);
      }
    }

    private void follow(CallSite site) {
      switch (site.kind()) {
        case CALL -> code.targets(site).forEach(this::add);
        case STATIC_CALL, LAMBDA -> {
          use(site.owner());
          code.targets(site).forEach(this::add);
        }
        case STATIC_FIELD -> use(site.owner());
        case NEW -> {
          use(site.owner());
          callBack(site.owner());
        }
        case CONCATENATION -> {}
      }
    }

    /** The first use of a class runs its initialiser, and before it those above. */
    void use(String className) {
      for (String type : code.supertypes(className)) {
        code.find(type).stream()
            .flatMap(found -> found.methods().stream())
            .filter(method -> method.id().name().equals("<clinit>"))
            .forEach(this::add);
      }
    }

    private void callBack(String className) {
      List<String> foreign =
          code.supertypes(className).stream().filter(type -> code.find(type).isEmpty()).toList();
      if (!foreign.isEmpty()) {
        code.find(className).stream()
            .flatMap(found -> found.methods().stream())
            .filter(method -> !method.id().name().startsWith("<"))
            .filter(method -> runsHooks || !HOOKS.contains(method.id().name()))
            .forEach(this::add);
      }
    }
  }
}
