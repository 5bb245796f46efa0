package dev.thaw.samples.frameworks.micronaut;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.serde.annotation.Serdeable;

@Controller("/hello")
public class GreetingController {
  @Serdeable
  record Greeting(String greeting, String by) {}

  @Get("/{name}")
  public Greeting hello(String name) {
    return new Greeting("Hello, " + name, "Micronaut");
  }
}
