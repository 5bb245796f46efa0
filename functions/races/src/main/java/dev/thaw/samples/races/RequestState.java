package dev.thaw.samples.races;

/** Keeps the request, for handlers that extend it. */
abstract class RequestState {
  private String user = "nobody";

  void begin(String name) {
    user = name;
  }

  String user() {
    return user;
  }
}
