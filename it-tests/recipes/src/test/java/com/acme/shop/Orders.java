package com.acme.shop;

import dev.langchain4j.agent.tool.Tool;

/** What the assistant can look up. */
final class Orders {

  @Tool("Finds the orders of a customer")
  String findOrders(String customer) {
    return "0 orders of " + customer;
  }
}
