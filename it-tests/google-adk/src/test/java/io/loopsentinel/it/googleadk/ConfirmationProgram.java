package io.loopsentinel.it.googleadk;

import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Pays an order with a tool of ADK that a person confirms, and prints the payments. The first
 * confirmation is refused, the second one given.
 */
final class ConfirmationProgram {

  /** The call by which ADK asks the application for a confirmation. */
  private static final String REQUEST = "adk_request_confirmation";

  private final InMemoryRunner runner;
  private final String session;

  private ConfirmationProgram(InMemoryRunner runner) {
    this.runner = runner;
    this.session =
        runner.sessionService().createSession(runner.appName(), "ann").blockingGet().id();
  }

  /** Takes no arguments. */
  public static void main(String[] args) throws NoSuchMethodException {
    try (ScriptedModelServer model = ScriptedModelServer.startGemini(paying())) {
      FunctionTool pay =
          FunctionTool.create(new Cashier(), Cashier.class.getMethod("pay", String.class), true);
      ConfirmationProgram program =
          new ConfirmationProgram(
              new InMemoryRunner(Assistant.agent("cashier", model.baseUrl()).tools(pay).build()));
      for (boolean confirmed : List.of(false, true)) {
        List<String> requests = program.send(Part.fromText("Pay order 7"));
        program.send(confirmation(requests.get(0), confirmed));
      }
    }
    System.exit(0); // Threads of the client would keep the JVM.
  }

  /** A tool. Public, because ADK calls it by reflection. */
  public static final class Cashier {

    @Schema(name = "pay", description = "Pays an order")
    public Map<String, Object> pay(@Schema(name = "order", description = "its id") String order) {
      System.out.println("paid " + order);
      return Map.of("receipt", "R-1");
    }
  }

  /** A model that pays after each message of the user, and then says that it waits. */
  private static Script paying() {
    return conversation ->
        conversation.latestToolResults().isEmpty()
            ? new ToolCalls(List.of(new ToolCall("pay", "{\"order\": \"7\"}")))
            : new Answer("I wait.");
  }

  private static Part confirmation(String request, boolean confirmed) {
    return Part.builder()
        .functionResponse(
            FunctionResponse.builder()
                .id(request)
                .name(REQUEST)
                .response(Map.of("confirmed", confirmed))
                .build())
        .build();
  }

  /** Sends a message, and returns the ids of the requests for a confirmation. */
  private List<String> send(Part message) {
    List<String> requests = new ArrayList<>();
    Content content = Content.builder().role("user").parts(List.of(message)).build();
    for (Event event : runner.runAsync("ann", session, content).blockingIterable()) {
      for (FunctionCall call : event.functionCalls()) {
        if (call.name().orElse("").equals(REQUEST)) {
          requests.add(call.id().orElseThrow());
        }
      }
    }
    return requests;
  }
}
