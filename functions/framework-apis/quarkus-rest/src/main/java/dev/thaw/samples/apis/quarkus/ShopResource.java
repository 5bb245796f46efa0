package dev.thaw.samples.apis.quarkus;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Base64;
import java.util.List;

@Path("/")
public class ShopResource {
  private static final byte[] PICTURE =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  // Public, as the serialiser that Quarkus generates has to see them.

  public record Greeting(String greeting, String by) {}

  public record Order(String product, int quantity) {}

  public record Accepted(String id, String product, int quantity) {}

  public record Found(String id, List<String> tags) {}

  public record Received(int bytes, int first) {}

  @GET
  @Path("/hello/{name}")
  public Greeting hello(
      @PathParam("name") String name, @QueryParam("word") @DefaultValue("Hello") String word) {
    return new Greeting(word + ", " + name, "Quarkus");
  }

  @POST
  @Path("/orders")
  @Consumes("application/json")
  @Produces("application/json")
  public Response order(Order order) {
    return Response.created(URI.create("/orders/1"))
        .cookie(new NewCookie.Builder("basket").value("empty").build())
        .cookie(new NewCookie.Builder("last").value("1").build())
        .entity(new Accepted("1", order.product(), order.quantity()))
        .build();
  }

  @GET
  @Path("/orders/{id}")
  public Found find(@PathParam("id") String id, @QueryParam("tag") List<String> tags) {
    return new Found(id, tags);
  }

  @GET
  @Path("/picture")
  @Produces("image/png")
  public byte[] picture() {
    return PICTURE;
  }

  @POST
  @Path("/picture")
  @Consumes("image/png")
  @Produces("application/json")
  public Received receive(byte[] picture) {
    return new Received(picture.length, picture[0] & 0xff);
  }
}
