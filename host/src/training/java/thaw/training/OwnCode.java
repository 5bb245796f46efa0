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
  /** Not by their own names, by which the class loader of the jar would find them. */
  private static final String FOLDER = "watched/";

  private static final Set<String> ENTERED = new TreeSet<>();
  private static volatile boolean watched;
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
    Map<String, byte[]> classes = classes(files[0]);
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] original) {
            return classes.get(name);
          }
        });
    hook = new OwnCode(Paths.get(files[1]));
    Core.getGlobalContext().register(hook);
  }

  private static Map<String, byte[]> classes(String jar) throws IOException {
    Map<String, byte[]> classes = new HashMap<>();
    try (JarFile file = new JarFile(jar)) {
      for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        String name = entry.getName();
        if (name.startsWith(FOLDER)) {
          try (InputStream in = file.getInputStream(entry)) {
            classes.put(name.substring(FOLDER.length()), in.readAllBytes());
          }
        }
      }
    }
    return classes;
  }

  /** Watched classes call it at the start of each method. */
  public static void entered(String method) {
    if (watched) {
      synchronized (ENTERED) {
        ENTERED.add(method);
      }
    }
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) throws IOException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Object handler = HeldHandler.find(loader);
    List<String> lines = Files.readAllLines(steps);
    for (int i = 0; i < lines.size(); i++) {
      watched = true;
      List<String> problems =
          Priming.of(new BufferedReader(new StringReader(lines.get(i))), loader, handler);
      watched = false;
      synchronized (ENTERED) {
        for (String method : ENTERED) {
          System.out.println("thaw priming watched: " + i + " runs " + method);
        }
        ENTERED.clear();
      }
      for (String problem : problems) {
        System.out.println("thaw priming watched: " + i + " fails " + problem);
      }
      System.out.println("thaw priming watched: " + i + " done");
    }
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {
    // Nothing was taken that must be given back.
  }
}
