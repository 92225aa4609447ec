package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.Way;
import java.util.List;

/** The ways of calling an agent executor; a saver keeps a thread for each user. */
final class Ends {

  private Ends() {}

  public static void main(String[] args) {
    EndProgram.play(
        List.of(
            way("invoked", Dispatch.CALLED),
            way("streamed, with its model", Dispatch.STREAMED),
            Way.of(
                "streamed, `forEachAsync`",
                (url, library) ->
                    AgentExecutors.assistant(Dispatch.STREAMED, true, url, new RungTools(library))
                        ::answerLater),
            way("streamed, each call approved", Dispatch.APPROVED),
            way("as a node of another graph", Dispatch.SUBGRAPH)));
  }

  private static Way way(String name, Dispatch dispatch) {
    return Way.of(
        name,
        (url, library) -> {
          Assistant<?, ?> assistant =
              AgentExecutors.assistant(dispatch, true, url, new RungTools(library));
          return (user, question) -> assistant.answer(dispatch, user, question);
        });
  }
}
