package thaw.lab.initorder;

/** Tells when work ran. */
enum WorkPhase {
  NEVER("never"),
  INIT("init"),
  FIRST_REQUEST("first request"),
  EVERY_REQUEST("every request");

  private final String words;

  WorkPhase(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
