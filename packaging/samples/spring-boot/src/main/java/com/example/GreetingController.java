package com.example;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class GreetingController {
  record Greeting(String greeting, String by) {}

  @GetMapping("/hello/{name}")
  public Greeting hello(@PathVariable String name) {
    return new Greeting("Hello, " + name, "Spring Boot");
  }
}
