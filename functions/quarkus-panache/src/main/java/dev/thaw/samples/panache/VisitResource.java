package dev.thaw.samples.panache;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/visits")
public class VisitResource {
  /** Public, as the serialiser that Quarkus generates has to see it. */
  public record Count(String pet, long visits) {}

  @GET
  @Path("/{pet}")
  public Count count(String pet) {
    return new Count(pet, Visit.count("pet", pet));
  }
}
