package io.loopsentinel.demo;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** What the assistant can look up; each look-up is logged to standard output. */
public final class OrderTools {

  @Tool("Finds the orders of a customer")
  public String findOrders(
      @P("the customer's full name") String customer,
      @P("OPEN, SHIPPED or DELIVERED") String status) {
    System.out.println("findOrders(" + customer + ", " + status + ")");
    return status.equals("OPEN") ? "Order 1042, placed on Monday" : "0 orders, searched 7 days";
  }

  /** Follows a parcel. */
  @Tool("Tells where the parcel of an order is")
  public String trackParcel(@P("the number of the order") String order) {
    System.out.println("trackParcel(" + order + ")");
    return "Parcel of order " + order + ": in delivery, expected today";
  }
}
