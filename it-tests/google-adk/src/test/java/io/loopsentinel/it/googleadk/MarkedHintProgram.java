package io.loopsentinel.it.googleadk;

import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.CustomMetadata;
import com.google.genai.types.Part;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import java.util.List;

/** Prints the metadata of the events that have the results of a looping agent's calls. */
final class MarkedHintProgram {

  private MarkedHintProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    try (ScriptedModelServer model =
        ScriptedModelServer.startGemini(ModelBehaviour.LOOPING.script(AdkApplication.HABITS))) {
      FunctionTool tool = FunctionTool.create(new SearchTool(new Library(1)), "search");
      InMemoryRunner runner =
          new InMemoryRunner(Assistant.agent("librarian", model.baseUrl()).tools(tool).build());
      String session =
          runner.sessionService().createSession(runner.appName(), "ann").blockingGet().id();
      Content question = Content.fromParts(Part.fromText("What is there on loops?"));
      for (Event event : runner.runAsync("ann", session, question).blockingIterable()) {
        if (!event.functionResponses().isEmpty()) {
          System.out.println(
              event.customMetadata().orElse(List.of()).stream().map(CustomMetadata::key).toList());
        }
      }
    }
    // The client's threads would keep the JVM for a minute.
    System.exit(0);
  }
}
