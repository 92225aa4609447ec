package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.scenario.Approver;

/** Asks an assistant whose tool may have a gate. */
final class GatedProgram {

  private GatedProgram() {}

  /** The argument names the approver. */
  public static void main(String[] args) {
    Approver approver = Approver.valueOf(args[0]);
    approver.attend();
    SearchTool tool = new SearchTool();
    approver.play(url -> AssistantsSince10.asked(Dispatch.SYNCHRONOUS, url, tool), tool::runs);
  }
}
