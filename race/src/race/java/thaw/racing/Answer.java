package thaw.racing;

/** The response of the function to one of the events, or what it threw. */
final class Answer {
  final int event;
  final String text;

  Answer(int event, String text) {
    this.event = event;
    this.text = text;
  }
}
