package io.loopsentinel.it.jvm.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Asks a model again and again that wants a tool nobody dispatches, and prints how many messages
 * each request had when it arrived, and the last of them.
 */
public final class AskingProgram {

  /** A request. */
  public record Request(String conversation, List<String> messages) {}

  /** A response and the tools that it asks for. */
  public record Response(int read, List<String> tools) {}

  /** A model behind methods of every kind. */
  public static class Model {

    private Response ask(long id, Request request, double temperature) {
      System.out.println(request.messages().size() + " " + last(request) + " " + id + temperature);
      return new Response(request.messages().size(), List.of("serach"));
    }

    static final synchronized int count(Request request) {
      System.out.println(request.messages().size() + " " + last(request));
      return request.messages().size();
    }

    private static String last(Request request) {
      return request.messages().get(request.messages().size() - 1).lines().findFirst().orElse("");
    }
  }

  private AskingProgram() {}

  /** Takes the name of the method and the number of requests. */
  public static void main(String[] args) {
    Model model = new Model();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      Request request = new Request("c", new ArrayList<>(List.of("hello")));
      try {
        if (args[0].equals("ask")) {
          model.ask(7L, request, 0.5);
        } else {
          Model.count(request);
        }
      } catch (Error e) {
        System.out.println("error " + e.getClass().getName());
      }
      if (request.messages().size() != 1) {
        throw new IllegalStateException("The application's own list has grown");
      }
    }
  }
}
