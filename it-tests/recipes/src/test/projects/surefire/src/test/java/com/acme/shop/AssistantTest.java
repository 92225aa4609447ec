package com.acme.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AssistantTest {

  @Test
  void answersWhereThereAreNoOrders() {
    assertEquals("You have no orders.", Assistant.stubborn(1).answer("Where are my orders?"));
  }
}
