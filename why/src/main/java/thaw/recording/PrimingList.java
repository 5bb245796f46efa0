package thaw.recording;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.problem.UserMistake;

/**
 * The classes that first requests load after init, so that a hook can load them before a snapshot
 * is taken. Refuses to know who loads them.
 *
 * <p>As text, one class a line, by its binary name, and comments:
 *
 * <pre>
 * # for people
 * load com.example.Order
 * initialise com.example.Status
 * </pre>
 *
 * @param classes in the order in which they were loaded, each once
 */
public record PrimingList(List<PrimedClass> classes) {
  private static final String LOAD = "load ";
  private static final String INITIALISE = "initialise ";
  private static final String COMMENT = "#";

  /**
   * The prefixes of classes that JVMs make: those behind method handles, lambdas, proxies and
   * reflection.
   */
  private static final List<String> OF_THE_JVM =
      List.of(
          "java.lang.invoke.LambdaForm$",
          "java.lang.invoke.BoundMethodHandle$Species_",
          "jdk.internal.reflect.Generated",
          "jdk.proxy",
          "com.sun.proxy.");

  public PrimingList {
    classes = List.copyOf(classes);
  }

  /**
   * @param name binary
   * @param initialised whether its static initialiser is run, too
   */
  public record PrimedClass(String name, boolean initialised) {
    private String line() {
      return (initialised ? INITIALISE : LOAD) + name;
    }
  }

  /**
   * Makes the list of starts with an event each. No class of it is initialised. Left out are
   * classes that no name leads to, because they are made at run time.
   */
  public static PrimingList of(Collection<StartLoads> starts) {
    return new PrimingList(
        starts.stream()
            .flatMap(start -> start.invocation().stream())
            .filter(PrimingList::hasName)
            .map(ClassLoad::className)
            .distinct()
            .map(name -> new PrimedClass(name, false))
            .toList());
  }

  private static boolean hasName(ClassLoad load) {
    String source = load.source();
    String name = load.className();
    return (load.isArchived() || source.startsWith("file:") || source.startsWith("jrt:"))
        && !name.contains("$$Lambda")
        && OF_THE_JVM.stream().noneMatch(name::startsWith);
  }

  /**
   * The same, of which those are initialised that a request was seen to initialise.
   *
   * @param isSafe whether a class may be initialised at another time: its initialiser must do
   *     nothing but make values
   */
  public PrimingList initialising(Collection<StartLoads> starts, Predicate<String> isSafe) {
    Set<String> initialised =
        starts.stream().flatMap(start -> start.initialised().stream()).collect(Collectors.toSet());
    return new PrimingList(
        classes.stream()
            .map(each ->
                new PrimedClass(
                    each.name(), initialised.contains(each.name()) && isSafe.test(each.name())))
            .toList());
  }

  public boolean isEmpty() {
    return classes.isEmpty();
  }

  /** Returns how many of the classes are initialised. */
  public int initialised() {
    return (int) classes.stream().filter(PrimedClass::initialised).count();
  }

  /**
   * The file.
   *
   * @param comments lines for people, which come first
   */
  public String text(List<String> comments) {
    return Stream.concat(
            comments.stream().map(line -> COMMENT + " " + line),
            classes.stream().map(PrimedClass::line))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Reads a file.
   *
   * @throws UserMistake when it has another form
   */
  public static PrimingList read(String text) {
    return new PrimingList(
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith(COMMENT))
            .map(PrimingList::parsed)
            .distinct()
            .toList());
  }

  private static PrimedClass parsed(String line) {
    for (String verb : List.of(LOAD, INITIALISE)) {
      String name = line.startsWith(verb) ? line.substring(verb.length()).strip() : "";
      if (!name.isEmpty() && name.chars().noneMatch(Character::isWhitespace)) {
        return new PrimedClass(name, verb.equals(INITIALISE));
      }
    }
    throw new UserMistake(
        "a line does not belong in a priming list: " + line,
        "write load or initialise, a space, and the class's binary name");
  }
}
