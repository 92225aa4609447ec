package com.acme.shapes.console;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** Reads questions from a terminal, and answers them until there are no more. */
public final class Console {

  private final Guide guide;

  public Console(Guide guide) {
    this.guide = guide;
  }

  public String chat() {
    String last = "";
    try (Scanner in = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (in.hasNextLine()) {
        last = guide.answer(in.nextLine());
        System.out.println(last);
      }
    }
    return last;
  }
}
