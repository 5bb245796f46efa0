package thaw.escape;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a compilation log line by line.
 *
 * <p>For the maintainer. A compilation is a {@code task}; in it, a {@code parse} for the method and
 * for each one that is inlined, nested; in a parse, a {@code bc} before what is told of the
 * instruction at that offset: a {@code call}, then {@code inline_success}, {@code inline_fail} or
 * {@code intrinsic}, then the callee's parse. A call that the compiler puts off has an {@code
 * inline_id}, by which a later {@code late_inline} names it. Types, classes and methods have
 * numbers within a task. A call with two receivers is followed by a {@code call} for each, and then
 * by their parses in the opposite order. A {@code failure} may be followed by another attempt in
 * the same task, from the beginning. {@code eliminate_allocation} has the removed allocation's
 * place as {@code jvms} elements, innermost first.
 *
 * @see <a
 *     href="https://wiki.openjdk.org/display/HotSpot/LogCompilation+overview">LogCompilation</a>
 */
final class CompilationReader {
  /** The level of C2, of which a task says nothing: it is the highest one. */
  private static final int OPTIMISED = 4;

  private static final double MILLIS_PER_SECOND = 1000;
  private static final Pattern SKIPPED =
      Pattern.compile("Skipping method because: (code size \\((\\d+)\\) exceeds .*?)\\.?$");

  /**
   * Traps after which the compiler stops compiling the path, so that the code behind was never
   * compiled.
   */
  private static final Set<String> ENDS =
      Set.of("unloaded", "uninitialized", "unreached", "unhandled");

  /**
   * The words in the reason of a failure after which the compiler goes on without escape analysis.
   */
  private static final Set<String> NO_ANALYSIS =
      Set.of("without escape analysis", "no escape analysis");

  /** The elements that follow a compilation which the JVM's end has cut off. */
  private static final Set<String> CUT_OFF =
      Set.of("task", "fragment", "/compilation_log", "hotspot_log_done");

  private final Map<String, String> properties = new HashMap<>();
  private final List<Compilation> compilations = new ArrayList<>();
  private final Map<MethodName, Long> lower = new HashMap<>();
  private final Map<Integer, String> skipped = new HashMap<>();

  /** Methods by their size; empty where several have it. */
  private final Map<Integer, Optional<MethodName>> bySize = new HashMap<>();

  private final Set<String> simple = new HashSet<>();
  private boolean onlySimple;
  private String arguments = "";
  private String release = "";
  private long pid;
  private long startMillis;
  private boolean whole;
  private String inside = "";
  private @Nullable Task task;

  void accept(String line) {
    LogElement element = LogElement.parse(line);
    if (element == null) {
      text(line);
    } else if (CUT_OFF.contains(element.name())) {
      task = null;
      outside(element);
    } else if (task != null) {
      if (element.name().equals("/task")) {
        task.compilation().ifPresent(compilations::add);
        task = null;
      } else {
        task.accept(element);
      }
    } else {
      outside(element);
    }
  }

  CompilationLog log() {
    Map<Integer, String> certain = new HashMap<>(skipped);
    certain.keySet().removeIf(size -> bySize.getOrDefault(size, Optional.empty()).isEmpty());
    return new CompilationLog(
        release,
        pid,
        startMillis,
        properties,
        arguments,
        CompilationLog.lasting(compilations),
        lower,
        onlySimple,
        certain,
        whole);
  }

  private void text(String line) {
    switch (inside) {
      case "release" -> release = line.strip();
      case "args" ->
          arguments = line.endsWith("</args>") ? line.substring(0, line.length() - 7) : line;
      case "properties" -> {
        int equals = line.indexOf('=');
        if (equals > 0) {
          properties.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
      default -> {
        Matcher skip = SKIPPED.matcher(line);
        if (skip.find()) {
          skipped.put(Integer.valueOf(skip.group(2)), skip.group(1));
        }
      }
    }
  }

  private void outside(LogElement element) {
    switch (element.name()) {
      case "hotspot_log" -> {
        pid = Math.max(0, element.number("process"));
        String time = element.get("time_ms");
        startMillis = time.matches("\\d{1,18}") ? Long.parseLong(time) : 0;
      }
      case "nmethod" -> {
        if (element.get("compiler").equals("c1") && !element.get("compile_kind").equals("c2n")) {
          simple.add(element.get("compile_id"));
        }
      }
      case "task" -> begin(element);
      case "hotspot_log_done" -> whole = true;
      default -> {}
    }
    inside = element.name();
  }

  private void begin(LogElement element) {
    MethodName method = MethodName.parse(element.get("method"));
    long millis = Math.round(element.decimal("stamp") * MILLIS_PER_SECOND);
    boolean highest = !element.has("level") || element.number("level") == OPTIMISED;
    if (!highest) {
      lower.putIfAbsent(method, millis);
    } else if (simple.contains(element.get("compile_id"))) { // the highest that there is
      lower.putIfAbsent(method, millis);
      onlySimple = true;
    } else {
      task =
          new Task(
              method,
              element.get("compile_kind").equals("osr"),
              Math.max(0, element.number("osr_bci")));
    }
  }

  /** One compilation while it is read. */
  private final class Task {
    private final MethodName method;
    private final boolean atLoop;
    private final int entryBci;
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, MethodName> methods = new HashMap<>();
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Deque<Compiled> open = new ArrayDeque<>();
    private final Map<String, Compiled.Call> late = new HashMap<>();
    private final List<List<At>> eliminated = new ArrayList<>();
    private @Nullable Compiled root;
    private Compiled.@Nullable Call call;
    private Compiled.@Nullable Call delayed;
    private @Nullable List<At> elimination;
    private int bci;
    private double stamp;
    private boolean failed;
    private @Nullable String gaveUp;
    private @Nullable String withoutAnalysis;

    Task(MethodName method, boolean atLoop, int entryBci) {
      this.method = method;
      this.entryBci = entryBci;
      this.atLoop = atLoop;
    }

    Optional<Compilation> compilation() {
      if (root == null || failed) {
        return Optional.empty();
      }
      long done = Math.round(stamp * MILLIS_PER_SECOND);
      return Optional.of(
          new Compilation(method, atLoop, done, root, eliminated, Optional.ofNullable(gaveUp)));
    }

    void accept(LogElement element) {
      switch (element.name()) {
        case "type" -> types.put(element.get("id"), element.get("name"));
        case "klass" -> types.put(element.get("id"), element.get("name"));
        case "method" -> method(element);
        case "bc" -> bci = element.number("bci");
        case "call" -> call(element);
        case "inline_fail" -> ended(Compiled.Fate.NOT_INLINED, element.get("reason"));
        case "intrinsic" -> ended(Compiled.Fate.INTRINSIC, element.get("id"));
        case "inline_id" -> {
          if (call != null) {
            late.put(element.get("id"), call);
          }
        }
        case "late_inline" -> {
          call = late.get(element.get("inline_id"));
          delayed = call;
        }
        case "parse" -> parse(element);
        case "/parse" -> open.poll();
        case "branch" -> branch(element);
        case "uncommon_trap" -> trap(element);
        case "eliminate_allocation", "eliminate_boxing" -> elimination = new ArrayList<>();
        case "jvms" -> place(element);
        case "/eliminate_allocation", "/eliminate_boxing" -> {
          if (elimination != null) {
            eliminated.add(elimination);
            elimination = null;
          }
        }
        case "connectionGraph_bailout" -> gaveUp = element.get("reason");
        case "failure" -> again(element.get("reason"));
        case "task_done" -> {
          stamp = element.decimal("stamp");
          failed = element.get("success").equals("0");
        }
        default -> {}
      }
    }

    /** The attempt is over; the compiler may make another one, often with less that it tries. */
    private void again(String reason) {
      root = null;
      open.clear();
      late.clear();
      eliminated.clear();
      call = null;
      delayed = null;
      elimination = null;
      if (NO_ANALYSIS.stream().anyMatch(reason::contains)) {
        withoutAnalysis = reason;
      }
      gaveUp = withoutAnalysis;
    }

    private void method(LogElement element) {
      StringBuilder descriptor = new StringBuilder("(");
      for (String argument : element.get("arguments").split(" ")) {
        if (!argument.isEmpty()) {
          descriptor.append(descriptor(types.getOrDefault(argument, "java.lang.Object")));
        }
      }
      descriptor.append(')');
      descriptor.append(descriptor(types.getOrDefault(element.get("return"), "void")));
      String holder = types.getOrDefault(element.get("holder"), "");
      MethodName defined = new MethodName(holder, element.get("name"), descriptor.toString());
      int size = Math.max(0, element.number("bytes"));
      methods.put(element.get("id"), defined);
      sizes.put(element.get("id"), size);
      bySize.merge(
          size, Optional.of(defined), (one, other) -> one.equals(other) ? one : Optional.empty());
    }

    private static String descriptor(String type) {
      return switch (type) {
        case "void" -> "V";
        case "boolean" -> "Z";
        case "byte" -> "B";
        case "char" -> "C";
        case "short" -> "S";
        case "int" -> "I";
        case "long" -> "J";
        case "float" -> "F";
        case "double" -> "D";
        default -> {
          String name = type.replace('.', '/');
          yield name.startsWith("[") ? name : "L" + name + ";";
        }
      };
    }

    private void call(LogElement element) {
      Compiled in = open.peek();
      if (in == null) {
        call = null;
        return;
      }
      String id = element.get("method");
      call =
          new Compiled.Call(
              in,
              bci,
              methods.getOrDefault(id, new MethodName("", "", "")),
              sizes.getOrDefault(id, 0));
      in.add(call);
    }

    private void ended(Compiled.Fate fate, String why) {
      if (call != null) {
        call.ended(fate, why);
      }
    }

    private void parse(LogElement element) {
      MethodName parsed = methods.getOrDefault(element.get("method"), method);
      if (root == null) {
        root = Compiled.root(parsed, entryBci);
        open.push(root);
        return;
      }
      Compiled in = open.peek();
      Compiled.Call from = delayed != null || in == null ? delayed : in.awaiting(parsed);
      delayed = null;
      Compiled body = Compiled.inlined(parsed, from);
      if (from != null) {
        from.inlined(body);
      }
      open.push(body);
    }

    private void branch(LogElement element) {
      Compiled in = open.peek();
      if (in != null) {
        in.branch(bci, new Compiled.Branch(element.number("taken"), element.number("not_taken")));
      }
    }

    private void trap(LogElement element) {
      Compiled in = open.peek();
      if (in != null && ENDS.contains(element.get("reason"))) {
        in.neverReached(element.number("bci"));
      }
    }

    private void place(LogElement element) {
      if (elimination != null) {
        elimination.addFirst(
            new At(methods.getOrDefault(element.get("method"), method), element.number("bci")));
      }
    }
  }
}
