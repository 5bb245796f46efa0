package dev.thaw.samples.races.safe;

import java.util.concurrent.atomic.LongAdder;

/** A singleton that the JVM makes once. */
enum Greetings {
  INSTANCE;

  private final LongAdder asked = new LongAdder();

  String of(String user) {
    asked.increment();
    return "hello " + user;
  }
}
