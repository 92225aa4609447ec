package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.scenario.DecidingListener;

/** Asks an assistant with a listener that decides about its model's loop. */
final class DecidingProgram {

  private DecidingProgram() {}

  /** The argument names the listener. */
  public static void main(String[] args) {
    DecidingListener.valueOf(args[0]).listen();
    SearchTool tool = new SearchTool();
    DecidingListener.play(
        url -> AssistantsSince10.asked(Dispatch.SYNCHRONOUS, url, tool), tool::runs);
  }
}
