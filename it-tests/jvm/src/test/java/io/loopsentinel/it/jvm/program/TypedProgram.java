package io.loopsentinel.it.jvm.program;

import io.loopsentinel.ToolLoopError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An agent that does what it reads from standard input: {@code SESSION TOOL ARGUMENT} calls a tool,
 * {@code SESSION turn} asks the model. Each line is answered by one.
 */
public final class TypedProgram {

  private TypedProgram() {}

  /** A response of the model. */
  public record Response(String text, String model, long input, long output) {}

  static String dispatch(String session, String tool, Map<String, Object> arguments) {
    return tool.startsWith("broken") ? "error: no connection" : "nothing";
  }

  static Response ask(String session) {
    return new Response("I look " + System.nanoTime() + " for it", "known", 900, 80);
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      System.out.println(line + ": " + follow(words));
    }
  }

  private static Object follow(String[] words) {
    try {
      return words[1].equals("turn")
          ? ask(words[0])
          : dispatch(words[0], words[1], Map.of("q", words[2]));
    } catch (ToolLoopError stopped) {
      return "stopped";
    }
  }
}
