package thaw.source;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The next step for records of a stream: a pure function of what has happened.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html">Error
 *     handling with DynamoDB</a>
 */
sealed interface StreamStep {
  /**
   * Records that are processed together.
   *
   * @param attempts of the function at them so far; those before a batch was halved count, those
   *     that have processed some of it do not
   */
  record Part(List<StreamRecord> records, int attempts) {}

  /** The function is given this, at once. */
  record Next(Part part) implements StreamStep {}

  /** The function is given these, one after the other, after a wait. */
  record Again(List<Part> parts) implements StreamStep {}

  /**
   * It has come to its end.
   *
   * @param condition why, when records are given up
   */
  record Given(Part part, String condition, Optional<Part> rest) implements StreamStep {}

  /** All are processed. */
  record Done() implements StreamStep {}

  /** Records that have become too old are given up, before the function gets the others. */
  static StreamStep beforeAttempt(Part part, StreamTerms terms, Instant now) {
    if (terms.maximumAge().isEmpty()) {
      return new Next(part);
    }
    Instant oldest = now.minus(terms.maximumAge().get());
    int old = 0;
    while (old < part.records().size() && part.records().get(old).arrived().isBefore(oldest)) {
      old++;
    }
    if (old == 0) {
      return new Next(part);
    }
    Part expired = new Part(part.records().subList(0, old), part.attempts());
    Part rest = new Part(part.records().subList(old, part.records().size()), part.attempts());
    return new Given(
        expired,
        "RecordAgeExceeded",
        rest.records().isEmpty() ? Optional.empty() : Optional.of(rest));
  }

  /** The function had the part. */
  static StreamStep afterAttempt(
      Part before, BatchInvocation.Answered answered, StreamTerms terms) {
    List<StreamRecord> records = before.records();
    if (answered.failed()) {
      return failedWhole(new Part(records, before.attempts() + 1), terms);
    }
    if (!terms.reportsFailures()) {
      return new Done();
    }
    BatchFailures failures =
        BatchFailures.of(
            answered.payload(),
            records.stream().map(StreamRecord::sequenceNumber).collect(Collectors.toSet()));
    return switch (failures) {
      case BatchFailures.None() -> new Done();
      case BatchFailures.Whole() -> failedWhole(new Part(records, before.attempts() + 1), terms);
      case BatchFailures.Some some -> {
        int first = 0; // the lowest sequence number is the checkpoint: records are in their order
        while (!some.ids().contains(records.get(first).sequenceNumber())) {
          first++;
        }
        // What is left is another part: its attempts begin anew (recorded).
        yield first == 0
            ? again(new Part(records, before.attempts() + 1), terms)
            : new Again(List.of(new Part(records.subList(first, records.size()), 0)));
      }
    };
  }

  private static StreamStep failedWhole(Part part, StreamTerms terms) {
    int size = part.records().size();
    if (!terms.bisects() || size < 2) {
      return again(part, terms);
    }
    // "Splitting a batch doesn't count towards the retry quota", says AWS.
    int attempts = part.attempts() - 1;
    return new Again(
        List.of(
            new Part(part.records().subList(0, size / 2), attempts),
            new Part(part.records().subList(size / 2, size), attempts)));
  }

  private static StreamStep again(Part part, StreamTerms terms) {
    return terms.retries().isPresent() && part.attempts() > terms.retries().getAsInt()
        ? new Given(part, "RetryAttemptsExhausted", Optional.empty())
        : new Again(List.of(part));
  }
}
