package thaw.attribution;

/** The work that a thread of a cold start spent time on. Every nanosecond has exactly one cause. */
public enum Cause {
  LAUNCH("JVM launch", "exec and dynamic linking, before the JVM can be asked", Kind.WORK),
  VM_START("VM start", "the JVM sets itself up: heap, interpreter, module system", Kind.WORK),
  CLASS_PARSE("class parse", "class files are read into the JVM's form", Kind.CLASS_LOADING),
  CLASS_DEFINE("class define", "classes are entered into the dictionary", Kind.CLASS_LOADING),
  CLASS_VERIFY("class verify", "bytecode is proven safe", Kind.CLASS_LOADING),
  CLASS_LINK("class link", "methods are rewritten, tables of methods are made", Kind.CLASS_LOADING),
  ARCHIVE_RESTORE("archive restore", "classes come from a CDS or AOT archive", Kind.CLASS_LOADING),
  JAR_IO("jar I/O and inflate", "class files are found in jars and inflated", Kind.CLASS_LOADING),
  CLASS_LOADER("class-loader code", "Java code of class loaders", Kind.CLASS_LOADING),
  RESOLUTION("resolution", "names in constant pools become references", Kind.LINKAGE),
  INVOKEDYNAMIC(
      "lambda and invokedynamic linkage",
      "lambdas, method handles, string concatenation",
      Kind.LINKAGE),
  REFLECTION("reflection", "reflective look-ups and calls, annotations", Kind.CODE),
  STATIC_INIT("static initialisers", "static initialisers of the JDK's own classes", Kind.CODE),
  JSON("JSON", "serialisation and parsing", Kind.CODE),
  CRYPTO("crypto and TLS", "random numbers, hashes, certificates, TLS", Kind.CODE),
  INJECTION("dependency injection", "a container wires objects", Kind.CODE),
  REGEX("regular expressions", "patterns are compiled and matched", Kind.CODE),
  USER_CODE("function code", "the function's own code", Kind.CODE),
  LIBRARY("library code", "code of libraries", Kind.CODE),
  NETWORK_CODE("network code", "the JDK's network code, on a CPU", Kind.CODE),
  JDK_CODE("JDK code", "other code of the JDK", Kind.CODE),
  JIT_MUTATOR("JIT on the mutator", "counters, compile requests and deoptimisation", Kind.JIT),
  JIT_THREADS("JIT threads", "CPU quota that compilers took from the function", Kind.JIT),
  GC("GC", "collections, and allocation off the fast path", Kind.WORK),
  SAFEPOINT("safepoints and exceptions", "stops of all threads, stack traces", Kind.WORK),
  VM_OTHER("other JVM work", "the JVM's own code that no other row names", Kind.WORK),
  PAGE_FAULTS("page faults", "memory is touched for the first time", Kind.KERNEL),
  KERNEL_FILE("kernel: files", "files are opened, read, mapped", Kind.KERNEL),
  KERNEL_NETWORK("kernel: network", "sockets", Kind.KERNEL),
  KERNEL_OTHER("kernel: other", "threads, scheduling, signals, memory", Kind.KERNEL),
  NETWORK_WAIT("network wait", "blocked until a peer answers", Kind.BLOCKED),
  SLEEP("sleep", "the code asked to wait", Kind.BLOCKED),
  FILE_WAIT("file wait", "blocked until a disk or a pipe answers", Kind.BLOCKED),
  LOCK_WAIT(
      "waiting for another thread", "blocked on a lock, a future, a thread's end", Kind.BLOCKED),
  VM_WAIT("waiting inside the JVM", "blocked on a lock of the JVM itself", Kind.BLOCKED),
  RESTORE("restore", "the snapshot becomes a process", Kind.WORK),
  THROTTLED("throttled", "the CPU quota of the memory size was used up", Kind.CPU_WAIT),
  HOST_CONTENTION("host contention", "other programs of this machine had the CPU", Kind.CPU_WAIT),
  UNEXPLAINED("unexplained", "measured, and not attributed to any cause", Kind.UNEXPLAINED);

  /** The kind of work that a cause belongs to. */
  public enum Kind {
    CLASS_LOADING,
    LINKAGE,
    CODE,
    JIT,
    WORK,
    KERNEL,
    BLOCKED,
    CPU_WAIT,
    UNEXPLAINED
  }

  private final String label;
  private final String meaning;
  private final Kind kind;

  Cause(String label, String meaning, Kind kind) {
    this.label = label;
    this.meaning = meaning;
    this.kind = kind;
  }

  /** Its name in tables and in {@code why.json}. */
  public String label() {
    return label;
  }

  /** One line for those who do not know the term. */
  public String meaning() {
    return meaning;
  }

  public Kind kind() {
    return kind;
  }
}
