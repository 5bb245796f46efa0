package thaw.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.attribution.owner.Libraries;
import thaw.attribution.owner.Library;
import thaw.recording.ClassLoad;
import thaw.recording.Frame;
import thaw.recording.ProfiledRun;
import thaw.recording.ThreadSample;

/** Finds what the samples of one profiled run mean: cause and owners. */
public final class Classifier {
  /** The platform, as the peer that the runtime waits for. */
  static final String RUNTIME_API = "Runtime API";

  private final FrameRules rules = new FrameRules();
  private final Owners owners;
  private final Libraries libraries;
  private final Map<Long, List<ClassLoad>> loads = new HashMap<>();

  private final String runtimeApi;

  /**
   * @param owner whose it is, as {@link Explanation.CauseShare#owners} says
   * @param ownerIsFunctions whether the owner came with the function, and not with the runtime
   * @param definedClass the class that was being loaded; empty of other work
   */
  public record Meaning(Cause cause, String owner, boolean ownerIsFunctions, String definedClass) {}

  /**
   * @param runtimeApi address and port from which the runtime gets its events
   */
  public Classifier(ProfiledRun profiled, Libraries libraries, String runtimeApi) {
    this.runtimeApi = runtimeApi;
    this.libraries = libraries;
    this.owners = new Owners(libraries);
    for (ClassLoad load : profiled.classLoads()) {
      loads.computeIfAbsent(load.thread(), key -> new ArrayList<>()).add(load);
    }
  }

  Owners owners() {
    return owners;
  }

  /** The function's own method that the leaf works for, if any. */
  public Optional<String> firstParty(ThreadSample sample) {
    return owners.firstParty(sample.frames());
  }

  public boolean isObserver(ThreadSample sample) {
    return rules.isObserver(sample.frames());
  }

  /** Finds the meaning of a sample of a thread on a CPU. */
  public Meaning onCpu(ThreadSample sample) {
    List<Frame> frames = sample.frames();
    Cause cause = cause(frames);
    if (loadsNext(cause, frames)) {
      Optional<ClassLoad> defined = defined(sample);
      if (defined.isPresent()) {
        Library library = libraries.of(defined.get());
        return new Meaning(
            cause, library.name(), Owners.isFunctions(library), defined.get().className());
      }
    }
    Library requester = owners.requester(frames);
    return new Meaning(cause, requester.name(), Owners.isFunctions(requester), "");
  }

  /**
   * Returns whether the work is for the class that the thread loads next. A class that is verified
   * or linked was loaded before.
   */
  private static boolean loadsNext(Cause cause, List<Frame> frames) {
    return switch (cause) {
      case CLASS_PARSE, CLASS_DEFINE, ARCHIVE_RESTORE -> true;
      case JAR_IO, CLASS_LOADER, KERNEL_FILE -> FrameRules.isClassLoading(frames);
      default -> false;
    };
  }

  private Cause cause(List<Frame> frames) {
    if (rules.isPageFault(frames)) {
      return Cause.PAGE_FAULTS;
    }
    // An interrupt has nothing to do with what it interrupts.
    boolean kernel = !rules.isInterrupt(frames) && !frames.isEmpty() && isKernel(frames.getFirst());
    boolean jvm = false;
    for (Frame frame : frames) {
      if (!kernel && isKernel(frame)) {
        continue;
      }
      if (kernel && frame instanceof Frame.Java) {
        return Cause.KERNEL_OTHER;
      }
      jvm |= frame instanceof Frame.Native;
      Optional<Cause> said = rules.of(frame);
      if (said.isPresent()) {
        return said.get();
      }
      if (frame instanceof Frame.Java java && !FrameRules.isJdk(java.className())) {
        return libraries.ofFrame(java.className()).kind() == Library.Kind.FUNCTION
            ? Cause.USER_CODE
            : Cause.LIBRARY;
      }
    }
    if (kernel) {
      return Cause.KERNEL_OTHER;
    }
    boolean java = !frames.isEmpty() && frames.getLast() instanceof Frame.Java;
    return java ? Cause.JDK_CODE : jvm ? Cause.VM_OTHER : Cause.UNEXPLAINED;
  }

  private static boolean isKernel(Frame frame) {
    return frame instanceof Frame.Kernel;
  }

  /** The class that the thread was about to load: the next one in its log. */
  private Optional<ClassLoad> defined(ThreadSample sample) {
    List<ClassLoad> own = loads.getOrDefault(sample.thread(), List.of());
    int low = 0;
    int high = own.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (own.get(middle).nanos() < sample.nanos()) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < own.size() ? Optional.of(own.get(low)) : Optional.empty();
  }

  /** Returns the meaning of a wait of the main thread. */
  Meaning blocked(ThreadSample wait) {
    List<Frame> frames = wait.frames();
    Frame.Java leaf = javaLeaf(frames);
    String method = leaf == null ? "" : leaf.className() + "." + leaf.method();
    return switch (wait.waits().kind()) {
      case SLEEP -> named(Cause.SLEEP, place(frames));
      case NETWORK ->
          named(
              Cause.NETWORK_WAIT,
              wait.waits().peer().isEmpty()
                  ? "unknown peer"
                  : wait.waits().peer().equals(runtimeApi) ? RUNTIME_API : wait.waits().peer());
      case FILE -> named(Cause.FILE_WAIT, place(frames));
      case LOCK, OTHER, NONE -> {
        if (method.startsWith("java.lang.Thread.sleep") || method.contains("Thread.sleepNanos")) {
          yield named(Cause.SLEEP, place(frames));
        }
        if (isJavaWait(method)) {
          yield named(Cause.LOCK_WAIT, place(frames));
        }
        yield isCollection(frames)
            ? named(Cause.GC, "collections")
            : named(Cause.VM_WAIT, insideJvm(frames, method));
      }
    };
  }

  /** Returns whether Java code asked to wait for another thread. */
  private static boolean isJavaWait(String method) {
    return method.endsWith("Unsafe.park")
        || method.startsWith("java.lang.Object.wait")
        || method.startsWith("java.lang.Thread.join")
        || method.startsWith("java.util.concurrent.locks.LockSupport.park");
  }

  private Meaning named(Cause cause, String owner) {
    return new Meaning(cause, owner, false, "");
  }

  private static Frame.@org.jspecify.annotations.Nullable Java javaLeaf(List<Frame> frames) {
    for (Frame frame : frames) {
      if (frame instanceof Frame.Java java) {
        return java;
      }
    }
    return null;
  }

  /** The first method on the stack that is not the JDK's, else the leaf. */
  private static String place(List<Frame> frames) {
    for (Frame frame : frames) {
      if (frame instanceof Frame.Java java && !FrameRules.isJdk(java.className())) {
        return java.text();
      }
    }
    Frame.Java leaf = javaLeaf(frames);
    return leaf == null ? "JVM" : leaf.text();
  }

  /** Waits until a collection is over that its own allocation has asked for. */
  private static boolean isCollection(List<Frame> frames) {
    return frames.stream()
        .anyMatch(frame ->
            frame instanceof Frame.Native(String _, String symbol)
                && (symbol.contains("mem_allocate_work")
                    || symbol.contains("attempt_allocation")
                    || symbol.contains("::collect")
                    || symbol.contains("GCLocker")));
  }

  private static String insideJvm(List<Frame> frames, String method) {
    for (Frame frame : frames) {
      if (frame instanceof Frame.Native(String _, String symbol)) {
        if (symbol.contains("CompileBroker") || symbol.contains("CompileQueue")) {
          return "compile queue";
        }
        if (symbol.contains("Safepoint") || symbol.contains("VMThread::execute")) {
          return "safepoint";
        }
        if (symbol.contains("Handshake")) {
          return "handshake";
        }
        if (symbol.contains("create_thread") || symbol.contains("start_thread")) {
          return "start of a thread";
        }
        if (symbol.contains("add_to_hierarchy") || symbol.contains("link_class_impl")) {
          return "lock that class loading shares with the JIT compilers";
        }
        if (symbol.contains("SystemDictionary") || symbol.contains("ClassLoader")) {
          return "class loading lock";
        }
      }
    }
    if (method.startsWith("java.lang.Thread.start")) {
      return "start of a thread";
    }
    return method.isEmpty() ? "JVM" : method;
  }
}
