package com.acme.desk;

import java.util.Map;

/** Finds no orders, and tells that it was asked. */
final class OrderSearch implements Tool {

  @Override
  public String run(Map<String, Object> arguments) {
    System.out.println("searched for " + arguments);
    return "[]";
  }
}
