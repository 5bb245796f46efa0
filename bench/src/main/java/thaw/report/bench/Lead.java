package thaw.report.bench;

import java.util.List;

/**
 * The first part of a page whose question is another one than which variant is the fastest.
 *
 * @param answers one of each function
 * @param parts what the answers rest on, and what to do
 */
public record Lead(List<Answer> answers, List<Part> parts) {
  public Lead {
    answers = List.copyOf(answers);
    parts = List.copyOf(parts);
  }

  /** A sentence that begins with what matters. */
  record Answer(String strong, String rest) {}

  /**
   * A section.
   *
   * @param sentences one each line
   * @param files what is to be copied
   */
  record Part(String title, List<String> sentences, List<Code> files) {
    Part {
      sentences = List.copyOf(sentences);
      files = List.copyOf(files);
    }
  }

  /** A file of source, with where it is. */
  record Code(String title, String text) {}
}
