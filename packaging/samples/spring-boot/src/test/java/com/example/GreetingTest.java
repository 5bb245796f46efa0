package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import thaw.junit.LambdaFunction;
import thaw.junit.ThawApi;
import thaw.junit.ThawFunction;

class GreetingTest {
  private static final String GREETING =
      "{\"greeting\":\"Hello, Pepper\",\"by\":\"Spring Boot\"}";

  @Test
  void an_event_is_answered(@ThawFunction LambdaFunction greeting) {
    greeting.invoke(Path.of("events/Greeting.json")).assertSucceeded().statusCode(200);
  }

  @Test
  void the_api_answers(@ThawApi URI api) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(api + "/hello/Pepper")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode());
    assertEquals(GREETING, response.body());
  }
}
