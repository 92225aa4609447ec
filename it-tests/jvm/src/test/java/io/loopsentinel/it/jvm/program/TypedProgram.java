package io.loopsentinel.it.jvm.program;

import io.loopsentinel.ToolLoopError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/**
 * An agent whose model asks for what it reads from standard input: {@code SESSION TOOL ARGUMENT}.
 * Each line is answered by one.
 */
public final class TypedProgram {

  private TypedProgram() {}

  /** A response of the model. */
  public record Response(String text, String model, long input, long output) {}

  static String dispatch(String session, String tool, Map<String, Object> arguments) {
    return tool.startsWith("broken") ? "error: no connection" : "nothing";
  }

  static Response ask(String session) {
    return new Response(UUID.randomUUID().toString().replace('-', ' '), "known", 900, 80);
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
      ask(words[0]);
      return dispatch(words[0], words[1], Map.of("q", words[2]));
    } catch (ToolLoopError stopped) {
      return "stopped";
    }
  }
}
