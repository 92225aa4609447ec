package com.acme;

/** Tools that are methods of a class. */
@SuppressWarnings("unused") // guarded, not called
public final class OrderTools {

  private OrderTools() {}

  static String findOrders(String customer, String status) {
    return "";
  }
}
