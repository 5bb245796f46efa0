package thaw.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import thaw.lab.engine.CourseCode;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.SampleFile;
import thaw.lab.result.Chart;
import thaw.presentation.text.AtomicFile;

/**
 * The course's pages: for each lesson with raw data in {@code data/NAME.jsonl} its charts and the
 * part of its page that is not written by people, and a table of contents. The same raw data give
 * the same bytes.
 */
final class LabPages {
  private static final String DATA = "data";

  private LabPages() {}

  /**
   * The lessons with raw data, by what was done with their pages.
   *
   * @param written whose pages are what their raw data give
   * @param outdated whose raw data are of another edition or of other programs; their pages and
   *     charts stay as they are
   */
  record Pages(List<Lesson> written, List<Lesson> outdated) {}

  /** Keeps a lesson's raw data for its page. */
  static void keep(Path out, Lesson lesson, Path docs) {
    String name = lesson.syllabus().name() + ".jsonl";
    AtomicFile.write(
        docs.resolve(DATA).resolve(name), target -> Files.copy(out.resolve(name), target));
  }

  /**
   * Writes all pages anew that have raw data of the present programs, or nothing where there are
   * none.
   *
   * @param code the digest of a lesson's present programs
   */
  static Pages write(Path docs, List<Lesson> lessons, Function<Lesson, String> code) {
    Pages pages = pages(docs, lessons, code);
    if (pages.written().isEmpty()) {
      return pages;
    }
    Map<String, String> files = files(docs, lessons, pages);
    files.forEach((name, content) -> AtomicFile.write(docs.resolve(name), content));
    for (Lesson lesson : lessons) {
      if (!pages.outdated().contains(lesson)) {
        removeOldCharts(docs, lesson, files);
      }
    }
    return pages;
  }

  /** Returns the texts that {@link #write} writes, by the names of the files. */
  static Map<String, String> files(Path docs, List<Lesson> lessons, Function<Lesson, String> code) {
    return files(docs, lessons, pages(docs, lessons, code));
  }

  private static Map<String, String> files(Path docs, List<Lesson> lessons, Pages pages) {
    Map<String, LessonResult> results = new LinkedHashMap<>();
    for (Lesson lesson : pages.written()) {
      SampleFile.read(docs.resolve(DATA), lesson)
          .ifPresent(result -> results.put(lesson.syllabus().name(), result));
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (LessonResult result : results.values()) {
      JdkNames jdks = JdkNames.of(result.samples().jdks());
      List<Chart> charts = result.conclusions().charts();
      for (int i = 0; i < charts.size(); i++) {
        files.put(LabPage.chartFile(result.syllabus(), i), LabChart.file(charts.get(i), jdks));
      }
      String page = result.syllabus().page();
      files.put(page, LabPage.of(result, content(docs.resolve(page))));
    }
    files.put("README.md", LabIndex.of(lessons, results, pages.outdated()));
    return files;
  }

  /** Looks at no sample: a lesson may no longer understand those of another edition. */
  private static Pages pages(Path docs, List<Lesson> lessons, Function<Lesson, String> code) {
    List<Lesson> present = new ArrayList<>();
    List<Lesson> outdated = new ArrayList<>();
    for (Lesson lesson : lessons) {
      SampleFile.facts(docs.resolve(DATA), lesson)
          .ifPresent(facts ->
              (CourseCode.isPresent(facts, lesson.syllabus(), code.apply(lesson))
                      ? present
                      : outdated)
                  .add(lesson));
    }
    return new Pages(present, outdated);
  }

  private static String content(Path page) {
    try {
      return Files.exists(page) ? Files.readString(page, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + page, e);
    }
  }

  /** A lesson that had more charts once. */
  private static void removeOldCharts(Path docs, Lesson lesson, Map<String, String> files) {
    List<Path> old = new ArrayList<>();
    String charts = lesson.syllabus().name() + "-[0-9]*.svg";
    try (DirectoryStream<Path> found = Files.newDirectoryStream(docs, charts)) {
      found.forEach(chart -> {
        if (!files.containsKey(chart.getFileName().toString())) {
          old.add(chart);
        }
      });
      for (Path chart : old) {
        Files.delete(chart);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove old charts from " + docs, e);
    }
  }
}
