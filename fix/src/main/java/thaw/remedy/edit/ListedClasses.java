package thaw.remedy.edit;

import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.TypeElement;

/**
 * The members by which a handler loads the classes of a priming list before its snapshot is taken.
 *
 * @param resource the list, as a path on the class path
 */
public record ListedClasses(String resource) implements InitCall {
  private static final String METHOD = "loadListedClasses";
  private static final String ONE = "loadListed";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Set<String> names() {
    return Set.of(METHOD, ONE);
  }

  @Override
  public String words() {
    return "loads what requests need before its snapshot is taken";
  }

  @Override
  public Optional<String> members(
      JavaSources sources,
      TypeElement handler,
      String owner,
      UnaryOperator<String> named,
      String step) {
    String reader = named.apply("java.io.BufferedReader");
    return Optional.of(
        """
        /** Loads the listed classes before a snapshot, so that requests after a restore have them. */
        private static void %1$s() {
        \tif (!"snap-start".equals(System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE"))) {
        \t\treturn; // without a snapshot a class is loaded when it is needed
        \t}
        \ttry (%2$s in = %3$s.class.getResourceAsStream("%4$s");
        \t\t\t%5$s lines = new %5$s(new %6$s(in, %7$s.UTF_8))) {
        \t\tfor (String line = lines.readLine(); line != null; line = lines.readLine()) {
        \t\t\tString[] words = line.split(" ");
        \t\t\tif (words.length == 2 && !words[0].startsWith("#")) {
        \t\t\t\t%8$s(words[1], words[0].equals("initialise"));
        \t\t\t}
        \t\t}
        \t} catch (RuntimeException | %9$s e) {
        \t\t// what could not be read is loaded when it is needed
        \t}
        }

        private static void %8$s(String name, boolean initialised) {
        \ttry {
        \t\tClass<?> type = Class.forName(name, initialised, %3$s.class.getClassLoader());
        \t\ttype.getDeclaredConstructors(); // has it verified
        \t} catch (ClassNotFoundException | LinkageError | AssertionError e) {
        \t\t// this version has no such class
        \t}
        }
        """
            .formatted(
                METHOD,
                named.apply("java.io.InputStream"),
                owner,
                resource,
                reader,
                named.apply("java.io.InputStreamReader"),
                named.apply("java.nio.charset.StandardCharsets"),
                ONE,
                named.apply("java.io.IOException"))
            .replace("\t", step));
  }
}
