package thaw.training;

import com.amazonaws.services.lambda.crac.Context;
import com.amazonaws.services.lambda.crac.Core;
import com.amazonaws.services.lambda.crac.Resource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Does the steps of a priming before a snapshot would be taken, and tells which methods of the
 * function's own run for each. The classes are replaced when they are loaded by others, which Thaw
 * has made: each method of these tells first that it runs.
 */
public final class OwnCode implements Resource {
  /**
   * The folder of the classes in the jar. Their own names would not do: by those, the class loader
   * of the jar would find them.
   */
  private static final String WATCHED = "watched/";

  /** Names of classes of the function's own that could not be made to tell. */
  private static final String UNWATCHED = "unwatched/";

  /** The time for what a framework does on other threads after it has answered. */
  private static final int SETTLING_MILLIS = 250;

  private static final Object LOCK = new Object(); // of the three sets
  private static final Set<String> ENTERED = new TreeSet<>();
  private static final Set<String> ENTERED_ELSEWHERE = new TreeSet<>();
  private static final Set<String> LOADED_UNWATCHED = new TreeSet<>();

  /** The thread of the hook that does the steps; null before them. */
  private static volatile Thread doing;

  private static Resource hook; // hooks are held weakly

  private final Path steps;

  private OwnCode(Path steps) {
    this.steps = steps;
  }

  /**
   * The JVM calls it before the runtime client's main method, so that this hook runs last.
   *
   * @param paths of the jar of classes and of the steps, with a comma between them
   */
  public static void premain(String paths, Instrumentation instrumentation) throws IOException {
    String[] files = paths.split(",", 2);
    Map<String, byte[]> classes = entries(files[0], WATCHED);
    Set<String> unwatched = entries(files[0], UNWATCHED).keySet();
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] original) {
            if (unwatched.contains(name)) {
              synchronized (LOCK) {
                LOADED_UNWATCHED.add(name.replace('/', '.'));
              }
            }
            return classes.get(name);
          }
        });
    hook = new OwnCode(Paths.get(files[1]));
    Core.getGlobalContext().register(hook);
  }

  private static Map<String, byte[]> entries(String jar, String folder) throws IOException {
    Map<String, byte[]> found = new HashMap<>();
    try (JarFile file = new JarFile(jar)) {
      for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        String name = entry.getName();
        if (name.startsWith(folder)) {
          try (InputStream in = file.getInputStream(entry)) {
            found.put(name.substring(folder.length()), in.readAllBytes());
          }
        }
      }
    }
    return found;
  }

  /** Watched classes call it at the start of each method. */
  public static void entered(String method) {
    Thread hook = doing;
    if (hook != null) {
      Set<String> where = Thread.currentThread() == hook ? ENTERED : ENTERED_ELSEWHERE;
      synchronized (LOCK) {
        where.add(method);
      }
    }
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Object handler = HeldHandler.find(loader);
    List<String> lines = Files.readAllLines(steps);
    doing = Thread.currentThread();
    for (int i = 0; i < lines.size(); i++) {
      boolean isClean = !tellRun(i); // what runs by itself would be told for the step
      if (isClean) {
        // Once, as code of the function's own may run; as often as the hook only where none does.
        isClean = isDone(i, lines.get(i), 1, loader, handler);
        isClean = isClean && isDone(i, lines.get(i), Priming.ROUNDS - 1, loader, handler);
      }
      if (isClean) {
        tell(i, "done");
      }
    }
  }

  /** Returns whether no code of the function's own ran for it; what is against it is told. */
  private static boolean isDone(
      int step, String line, int rounds, ClassLoader loader, Object handler) throws Exception {
    List<String> problems =
        Priming.of(new BufferedReader(new StringReader(line)), loader, handler, rounds);
    Thread.sleep(SETTLING_MILLIS);
    boolean hasRun = tellRun(step);
    for (String problem : problems) {
      tell(step, "fails " + problem);
    }
    return !hasRun && problems.isEmpty();
  }

  /**
   * Tells what has run since it was last called. What ran on another thread may have been begun by
   * any step until then, as may what a class does that cannot tell.
   */
  private static boolean tellRun(int step) {
    List<String> here = new ArrayList<>();
    List<String> anywhere = new ArrayList<>();
    synchronized (LOCK) { // and not while it prints, which may load classes
      for (String method : ENTERED) {
        here.add("runs " + method);
      }
      for (String method : ENTERED_ELSEWHERE) {
        anywhere.add("runs " + method);
      }
      for (String type : LOADED_UNWATCHED) {
        anywhere.add("unwatched " + type);
      }
      ENTERED.clear();
      ENTERED_ELSEWHERE.clear();
    }
    for (String each : here) {
      tell(step, each);
    }
    for (int i = 0; i <= step; i++) {
      for (String each : anywhere) {
        tell(i, each);
      }
    }
    return !here.isEmpty() || !anywhere.isEmpty();
  }

  private static void tell(int step, String what) {
    System.out.println("thaw priming watched: " + step + " " + what);
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {
    // Nothing was taken that must be given back.
  }
}
