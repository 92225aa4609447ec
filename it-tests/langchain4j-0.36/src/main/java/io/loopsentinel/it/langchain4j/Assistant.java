package io.loopsentinel.it.langchain4j;

/** An AI service with one tool, on any version of LangChain4j. */
@FunctionalInterface
interface Assistant {

  /** Answers a question; fails as LangChain4j fails. */
  String answer(String question) throws Throwable;
}
