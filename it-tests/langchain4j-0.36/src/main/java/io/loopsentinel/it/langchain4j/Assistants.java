package io.loopsentinel.it.langchain4j;

import java.util.concurrent.Executor;

/** Builds assistants by the API of one line of versions. */
@FunctionalInterface
interface Assistants {

  /**
   * Returns an assistant.
   *
   * @param modelUrl where the model is, for a client of OpenAI
   * @param executor executes the tool where the dispatch is concurrent
   */
  Assistant of(Dispatch dispatch, String modelUrl, SearchTool tool, Executor executor);
}
