package thaw.racing;

/** Two accesses that nothing orders, at least one of which writes. */
final class RaceFound {
  final String subject;
  final String type;
  final Access first;
  final Access second;

  RaceFound(String subject, String type, Access first, Access second) {
    this.subject = subject;
    this.type = type;
    this.first = first;
    this.second = second;
  }
}
