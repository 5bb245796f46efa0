package thaw.escape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A method as the compiler took it into one compilation: the compiled method itself, or one that
 * was inlined into it. What was not compiled of it, because it had never run, has no calls here.
 */
final class Compiled {
  private final MethodName method;
  private final @Nullable Call caller;
  private final int entryBci;
  private final Map<Integer, List<Call>> calls = new HashMap<>();
  private final List<Call> inOrder = new ArrayList<>();
  private final Map<Integer, Branch> branches = new HashMap<>();
  private final Set<Integer> neverReached = new HashSet<>();

  private Compiled(MethodName method, @Nullable Call caller, int entryBci) {
    this.method = method;
    this.caller = caller;
    this.entryBci = entryBci;
  }

  /**
   * @param entryBci where it is entered: 0, or in the middle of a loop
   */
  static Compiled root(MethodName method, int entryBci) {
    return new Compiled(method, null, entryBci);
  }

  static Compiled inlined(MethodName method, @Nullable Call caller) {
    return new Compiled(method, caller, 0);
  }

  /**
   * The number of times that a conditional branch was taken and was not; -1 where nobody counted.
   */
  record Branch(int taken, int notTaken) {}

  /** The way in which the compiler treated a call. */
  enum Fate {
    INLINED,
    NOT_INLINED,
    /** The compiler has its own code in place of the method. */
    INTRINSIC,
    /** The log does not say. */
    UNTOLD
  }

  /** A call instruction, for one of the methods that it may lead to. */
  static final class Call {
    private final Compiled in;
    private final int bci;
    private final MethodName callee;
    private final int calleeBytes;
    private Fate fate = Fate.UNTOLD;
    private String reason = "";
    private @Nullable Compiled body;

    Call(Compiled in, int bci, MethodName callee, int calleeBytes) {
      this.in = in;
      this.bci = bci;
      this.callee = callee;
      this.calleeBytes = calleeBytes;
    }

    void ended(Fate how, String why) {
      fate = how;
      reason = why;
    }

    void inlined(Compiled callees) {
      fate = Fate.INLINED;
      body = callees;
    }

    Compiled in() {
      return in;
    }

    int bci() {
      return bci;
    }

    MethodName callee() {
      return callee;
    }

    /** Size of its bytecode; 0 where it has none, or nobody says. */
    int calleeBytes() {
      return calleeBytes;
    }

    Fate fate() {
      return fate;
    }

    /** Returns the reason in the JVM's words; of an intrinsic, its name. */
    String reason() {
      return reason;
    }

    @Nullable Compiled body() {
      return body;
    }
  }

  MethodName method() {
    return method;
  }

  int entryBci() {
    return entryBci;
  }

  /** Returns the call that this was inlined into; null for the compiled method itself. */
  @Nullable Call caller() {
    return caller;
  }

  void add(Call call) {
    calls.computeIfAbsent(call.bci(), _ -> new ArrayList<>()).add(call);
    inOrder.add(call);
  }

  void branch(int bci, Branch branch) {
    branches.put(bci, branch);
  }

  void neverReached(int bci) {
    neverReached.add(bci);
  }

  List<Call> calls(int bci) {
    return calls.getOrDefault(bci, List.of());
  }

  /** The latest call of a method of which nothing was told yet; null where there is none. */
  @Nullable Call awaiting(MethodName callee) {
    for (Call call : inOrder.reversed()) {
      if (call.fate() == Fate.UNTOLD && call.callee().equals(callee)) {
        return call;
      }
    }
    return null;
  }

  @Nullable Branch branch(int bci) {
    return branches.get(bci);
  }

  /**
   * Returns whether the compiled code leaves here for the interpreter, as nothing ever came here.
   */
  boolean isNeverReached(int bci) {
    return neverReached.contains(bci);
  }

  /** An instruction of it with the calls that lead there, outermost first. */
  List<At> path(int bci) {
    List<At> path = new ArrayList<>();
    path.addFirst(new At(method, bci));
    for (Call call = caller; call != null; call = call.in().caller()) {
      path.addFirst(new At(call.in().method(), call.bci()));
    }
    return path;
  }

  /** It and all that was inlined into it. */
  List<Compiled> all() {
    List<Compiled> all = new ArrayList<>();
    all.add(this);
    for (List<Call> list : calls.values()) {
      for (Call call : list) {
        if (call.body() != null) {
          all.addAll(call.body().all());
        }
      }
    }
    return all;
  }
}
