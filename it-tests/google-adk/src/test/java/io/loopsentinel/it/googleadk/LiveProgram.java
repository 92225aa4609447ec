package io.loopsentinel.it.googleadk;

import com.google.adk.agents.LiveRequestQueue;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.loopsentinel.it.scenario.Library;

/** Runs a live conversation in which one call is made as often as the argument says. */
final class LiveProgram {

  private LiveProgram() {}

  /** Prints how often the tool was executed. */
  public static void main(String[] args) {
    Library library = new Library(1);
    InMemoryRunner runner =
        new InMemoryRunner(
            LlmAgent.builder()
                .name("librarian")
                .model(new LiveModel(Integer.parseInt(args[0])))
                .tools(FunctionTool.create(new SearchTool(library), "search"))
                .build());
    LiveRequestQueue requests = new LiveRequestQueue();
    requests.content(Content.fromParts(Part.fromText("What is there on loops?")));
    runner
        .runLive(
            runner.sessionService().createSession(runner.appName(), "user").blockingGet(),
            requests,
            RunConfig.builder().streamingMode(StreamingMode.BIDI).build())
        .blockingSubscribe();
    System.out.println(library.searches() + " runs");
    System.exit(0);
  }
}
