package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds that Javadocs say something of a subject. One that begins with "Of the request" or "Whose
 * ends nobody waits for" leans on the code below it, which a reader in an IDE does not see. It is
 * told by its first word, so not every fragment is found.
 */
class SentencesTest {
  /** Jars on the class path of users, or of their builds. */
  private static final List<String> FOR_USERS =
      List.of(
          "wire",
          "wire-events",
          "wire-processor",
          "runtime",
          "thaw-junit",
          "thaw-build",
          "thaw-maven-plugin",
          "thaw-gradle-plugin");

  private static final List<String> PROGRAM = List.of("host", "laboratory", "mcp", "cluster");

  private static final String BEGIN = "/\\*\\*\\s+(?:\\*\\s+)?";

  private static final List<String> WORDS =
      List.of(
          ("What Of How As Where Which Who Whose Why When While Since Until So And Or Either Also"
                  + " Then By With Without For From In On To Not Before After At Between Beside"
                  + " Behind Below Over Under Against Through Among Into Within During")
              .split(" "));

  private static final Pattern FRAGMENT =
      Pattern.compile(BEGIN + "(?:" + String.join("|", WORDS) + ")\\b");

  /** For users besides; "One server" is a subject, and "One of them" is none. */
  private static final Pattern FRAGMENT_FOR_USERS =
      Pattern.compile(FRAGMENT + "|" + BEGIN + "One(?=\\.| (?:at|more|of|that|too)\\b)");

  /** The declaration after a comment and its annotations, of which one may take several lines. */
  private static final Pattern OPEN =
      Pattern.compile("\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*(?:public|protected|package)\\b");

  /** How many there are. Lower both when there are fewer; neither may ever grow. */
  private static final int MOST = 0;

  private static final int MOST_OF_PUBLIC = 0;

  @Test
  void no_javadoc_of_a_jar_for_users_begins_with_a_word_that_makes_it_a_fragment()
      throws IOException {
    assertEquals(List.of(), fragments(FRAGMENT_FOR_USERS, FOR_USERS, false));
  }

  @Test
  void the_program_has_ever_fewer_javadocs_that_begin_with_a_fragment() throws IOException {
    assertNoMore(MOST, fragments(FRAGMENT, PROGRAM, false));
  }

  @Test
  void its_public_declarations_have_ever_fewer_of_them() throws IOException {
    assertNoMore(MOST_OF_PUBLIC, fragments(FRAGMENT, PROGRAM, true));
  }

  @Test
  void a_fragment_is_found_in_both_forms_of_a_comment_and_a_sentence_is_none() {
    assertTrue(FRAGMENT.matcher("  /** Of the request. */\n").find());
    assertTrue(FRAGMENT.matcher("  /**\n   * Whose turn it is.\n").find());
    assertTrue(!FRAGMENT.matcher("  /** Tells whose turn it is. */\n").find());
    assertTrue(!FRAGMENT.matcher("  /** Off by default. */\n").find());
    assertTrue(FRAGMENT_FOR_USERS.matcher("  /** Of the request. */\n").find());
    assertTrue(FRAGMENT_FOR_USERS.matcher("  /** Without a limit. */\n").find());
    assertTrue(FRAGMENT_FOR_USERS.matcher("  /**\n   * One.\n").find());
    assertTrue(!FRAGMENT_FOR_USERS.matcher("  /** One server, asked anew. */\n").find());
    assertTrue(isPublic("  /** Of it. */\n  @Override\n  public int size() {", 0));
    assertTrue(isPublic("  /** Of it. */\n  @Blank(\"a\")\n  protected int size() {", 0));
    assertTrue(!isPublic("  /** Of it. */\n  int size() {\n    /* */\n  }\n\n  public int b;", 0));
  }

  private static void assertNoMore(int most, List<String> found) {
    assertTrue(
        found.size() <= most,
        () ->
            "Javadocs that begin with one of "
                + WORDS
                + ": "
                + found.size()
                + ", at most "
                + most
                + "; write a sentence, such as \"Returns the ...\"; they are in "
                + found);
    if (found.size() < most) {
      System.out.println("SentencesTest: lower " + most + " to " + found.size());
    }
  }

  private static List<String> fragments(Pattern form, List<String> modules, boolean ofPublic)
      throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources(modules)) {
      String text = Files.readString(file);
      Matcher matcher = form.matcher(text);
      while (matcher.find()) {
        if (!ofPublic || isPublic(text, matcher.start())) {
          long line = text.substring(0, matcher.start()).lines().count();
          found.add(file + ":" + line);
        }
      }
    }
    return found;
  }

  /**
   * Returns whether the declaration says that it is public or protected. Members of a public
   * interface and constants of a public enum need not say it, so they do not count.
   */
  private static boolean isPublic(String text, int comment) {
    return OPEN.matcher(text).region(text.indexOf("*/", comment), text.length()).lookingAt();
  }

  private static List<Path> sources(List<String> modules) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String module : modules) {
      int before = all.size();
      for (String folder : List.of("main", "race", "training")) {
        Path root = Path.of("..", module, "src", folder, "java");
        if (Files.isDirectory(root)) {
          try (Stream<Path> files = Files.walk(root)) {
            files.filter(each -> each.toString().endsWith(".java")).forEach(all::add);
          }
        }
      }
      assertTrue(all.size() > before, () -> module + " has no sources");
    }
    return all;
  }
}
