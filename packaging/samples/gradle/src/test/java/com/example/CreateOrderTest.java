package com.example;

import org.junit.jupiter.api.Test;
import thaw.junit.LambdaFunction;
import thaw.junit.ThawFunction;

class CreateOrderTest {
  @ThawFunction("Create")
  LambdaFunction create;

  @Test
  void an_order_is_taken() {
    create.invoke("{\"item\": \"tea\"}").assertSucceeded().logContains("ordering tea");
  }

  @Test
  void an_order_needs_an_item() {
    create.invoke("{}").assertFailed().type(IllegalArgumentException.class);
  }
}
