package thaw.app.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What Surefire's and Gradle's reports say of tests. */
public final class TestReports {
  private static final String FILES =
      ".*/(surefire-reports|failsafe-reports|test-results/[^/]+)/TEST-[^/]*\\.xml";

  private TestReports() {}

  /**
   * Returns the time as files get it, which may be some milliseconds behind that of programs.
   *
   * @param root of the project, a folder that may be written to
   */
  public static Instant now(Path root) {
    try {
      Path mark = Files.createTempFile(root, ".thaw", "");
      try {
        return Files.getLastModifiedTime(mark).toInstant();
      } finally {
        Files.delete(mark);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to " + root, e);
    }
  }

  /**
   * Returns the tests that have passed, as {@code example.HandlerTest#it_greets}.
   *
   * @param root of the project
   * @param since the begin of the build, by {@link #now}: older reports are of others
   */
  public static SortedSet<String> passed(Path root, Instant since) {
    return read(root, since, false);
  }

  /** Returns whether there are tests, none of which has passed: where a build passes, none ran. */
  public static boolean areAllSkipped(Path root, Instant since) {
    return passed(root, since).isEmpty() && !read(root, since, true).isEmpty();
  }

  /**
   * @param all whether others than those that have passed are told, too
   */
  private static SortedSet<String> read(Path root, Instant since, boolean all) {
    SortedSet<String> passed = new TreeSet<>();
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file :
          tree.filter(each -> each.toString().replace('\\', '/').matches(FILES)).toList()) {
        if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
          read(file, all, passed);
        }
      }
      return passed;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the reports of tests in " + root, e);
    }
  }

  private static void read(Path file, boolean all, SortedSet<String> passed) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      String test = "";
      boolean isPassed = false;
      while (reader.hasNext()) {
        int event = reader.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          switch (reader.getLocalName()) {
            case "testcase" -> {
              test =
                  reader.getAttributeValue(null, "classname")
                      + "#"
                      + reader.getAttributeValue(null, "name");
              isPassed = true;
            }
            case "failure", "error", "skipped" -> isPassed = all;
            default -> {}
          }
        } else if (event == XMLStreamConstants.END_ELEMENT
            && reader.getLocalName().equals("testcase")
            && isPassed) {
          passed.add(test);
        }
      }
    } catch (XMLStreamException e) { // cut off, as by a test that ends its JVM: not passed
      return;
    }
  }
}
