package dev.thaw.samples.apis.springboot;

import java.net.URI;
import java.util.Base64;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ShopController {
  private static final byte[] PICTURE =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  record Greeting(String greeting, String by) {}

  record Order(String product, int quantity) {}

  record Accepted(String id, String product, int quantity) {}

  record Found(String id, List<String> tags) {}

  record Received(int bytes, int first) {}

  @GetMapping("/hello/{name}")
  public Greeting hello(
      @PathVariable String name, @RequestParam(defaultValue = "Hello") String word) {
    return new Greeting(word + ", " + name, "Spring Boot");
  }

  @PostMapping("/orders")
  public ResponseEntity<Accepted> order(@RequestBody Order order) {
    return ResponseEntity.created(URI.create("/orders/1"))
        .header(HttpHeaders.SET_COOKIE, "basket=empty", "last=1")
        .body(new Accepted("1", order.product(), order.quantity()));
  }

  @GetMapping("/orders/{id}")
  public Found find(@PathVariable String id, @RequestParam List<String> tag) {
    return new Found(id, tag);
  }

  @GetMapping(path = "/picture", produces = MediaType.IMAGE_PNG_VALUE)
  public byte[] picture() {
    return PICTURE;
  }

  /** Whatever the type: of an HTTP API's event the adapter takes every body for JSON. */
  @PostMapping("/picture")
  public Received receive(@RequestBody byte[] picture) {
    return new Received(picture.length, picture[0] & 0xff);
  }
}
