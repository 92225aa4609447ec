package com.acme;

/** A batch job: one thread handles many orders, each with the help of a model and its tools. */
public final class OrderJob {

  /** What one item of the job is about. */
  public record Order(String id, String currency) {}

  /** Handles one order. */
  String handle(Order order) {
    return order.id() + " handled";
  }
}
