package thaw.lab.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.codec.digest.DigestUtils;

/** Tells samples of one edition of the course's programs from those of another. */
public final class CourseCode {
  /** The programs of the course, without any library. */
  public static final String JAR = "thaw-course.jar";

  private CourseCode() {}

  /**
   * Returns whether samples of this edition and code still mean what the lesson would measure now.
   *
   * @param code what {@link #digest} gives of the lesson
   */
  public static boolean isPresent(RunFacts facts, Syllabus lesson, String code) {
    return facts.edition() == lesson.edition() && facts.code().equals(code);
  }

  /**
   * Changes with the sources of the programs that a lesson runs: those in the package {@code
   * thaw.course.NAME}, the lesson's name without hyphens, what else lies there, such as
   * configuration that they read, and what they share.
   *
   * <p>It does not cover the libraries beside the jar, what makes a lesson's cases and measures
   * them ({@link Syllabus#edition} tells of that), the JDKs, and what a user lets a lesson run.
   *
   * @param courseJar with the sources beside the classes
   */
  public static String digest(Path courseJar, Syllabus lesson) {
    String own = folder(lesson);
    try (ZipFile jar = new ZipFile(courseJar.toFile())) {
      MessageDigest digest = DigestUtils.getSha256Digest();
      for (String name : sources(jar, own)) {
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        try (InputStream source = jar.getInputStream(new ZipEntry(name))) {
          digest.update(source.readAllBytes());
        }
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + courseJar, e);
    }
  }

  /** Returns the folder of a lesson's programs, such as {@code thaw/course/firstuse}. */
  public static String folder(Syllabus lesson) {
    return "thaw/course/" + lesson.name().replace("-", "").toLowerCase(Locale.ROOT);
  }

  private static List<String> sources(ZipFile jar, String own) {
    List<String> names = new ArrayList<>();
    Enumeration<? extends ZipEntry> entries = jar.entries();
    while (entries.hasMoreElements()) {
      String name = entries.nextElement().getName();
      boolean shared = name.matches("thaw/course/[^/]+\\.java");
      boolean compiled = name.endsWith(".class") || name.endsWith("/");
      if (shared || name.startsWith(own + "/") && !compiled) {
        names.add(name);
      }
    }
    names.sort(String::compareTo);
    return names;
  }
}
