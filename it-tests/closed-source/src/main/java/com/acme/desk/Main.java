package com.acme.desk;

/** Asks the help desk one question: {@code Main URL-OF-THE-MODEL QUESTION}. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    HelpDesk desk = new HelpDesk(new ModelClient(arguments[0]));
    desk.offer("find_orders", new OrderSearch());
    System.out.println("answer: " + desk.ask(arguments[1]));
  }
}
