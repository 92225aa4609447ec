package com.acme.shop;

/** Asks one question. */
public final class Shop {

  private Shop() {}

  /** Prints the answer. */
  public static void main(String[] args) {
    System.out.println(Assistant.stubborn(1).answer("Where are my orders?"));
  }
}
