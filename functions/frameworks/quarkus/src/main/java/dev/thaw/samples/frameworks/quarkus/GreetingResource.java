package dev.thaw.samples.frameworks.quarkus;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/hello")
public class GreetingResource {
  /** Public, as the serialiser that Quarkus generates has to see it. */
  public record Greeting(String greeting, String by) {}

  @GET
  @Path("/{name}")
  public Greeting hello(String name) {
    return new Greeting("Hello, " + name, "Quarkus");
  }
}
