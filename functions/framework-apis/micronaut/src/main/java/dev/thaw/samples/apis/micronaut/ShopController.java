package dev.thaw.samples.apis.micronaut;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.cookie.Cookie;
import io.micronaut.serde.annotation.Serdeable;
import java.net.URI;
import java.util.Base64;
import java.util.List;

@Controller
public class ShopController {
  private static final byte[] PICTURE =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  @Serdeable
  record Greeting(String greeting, String by) {}

  @Serdeable
  record Order(String product, int quantity) {}

  @Serdeable
  record Accepted(String id, String product, int quantity) {}

  @Serdeable
  record Found(String id, List<String> tags) {}

  @Serdeable
  record Received(int bytes, int first) {}

  @Get("/hello/{name}")
  public Greeting hello(String name, @QueryValue(defaultValue = "Hello") String word) {
    return new Greeting(word + ", " + name, "Micronaut");
  }

  @Post("/orders")
  public HttpResponse<Accepted> order(@Body Order order) {
    return HttpResponse.created(
            new Accepted("1", order.product(), order.quantity()), URI.create("/orders/1"))
        .cookie(Cookie.of("basket", "empty"))
        .cookie(Cookie.of("last", "1"));
  }

  @Get("/orders/{id}")
  public Found find(String id, HttpRequest<?> request) {
    return new Found(id, request.getParameters().getAll("tag"));
  }

  @Get(uri = "/picture", produces = MediaType.IMAGE_PNG)
  public byte[] picture() {
    return PICTURE;
  }

  @Post(uri = "/picture", consumes = MediaType.IMAGE_PNG)
  public Received receive(@Body byte[] picture) {
    return new Received(picture.length, picture[0] & 0xff);
  }
}
