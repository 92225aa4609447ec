package io.loopsentinel.it.quarkus;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.TokenStream;
import io.loopsentinel.it.contract.Way;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The ways of calling an AI service of Quarkus. */
@ApplicationScoped
class Ends {

  private final EndLibrarian librarian;
  private final VirtualEndLibrarian virtual;
  private final EventLoopEndLibrarian eventLoop;
  private final SearchedShelves shelves;

  Ends(
      EndLibrarian librarian,
      VirtualEndLibrarian virtual,
      EventLoopEndLibrarian eventLoop,
      SearchedShelves shelves) {
    this.librarian = librarian;
    this.virtual = virtual;
    this.eventLoop = eventLoop;
    this.shelves = shelves;
  }

  List<Way> ways() {
    return List.of(
        way("called", librarian::answer),
        way("called, tools on virtual threads", virtual::answer),
        way("`Multi`", (user, question) -> text(librarian.stream(user, question))),
        way(
            "`Multi`, tools on an event loop",
            (user, question) -> text(eventLoop.stream(user, question))),
        way(
            "`TokenStream`, tools on an event loop",
            (user, question) -> text(eventLoop.tokens(user, question))));
  }

  private Way way(String name, Way.Assistant assistant) {
    return Way.of(
        name,
        (url, library) -> {
          shelves.fill(library);
          return assistant;
        });
  }

  private static String text(Multi<String> pieces) throws Throwable {
    return wait(pieces.collect().in(StringBuilder::new, StringBuilder::append)).toString();
  }

  private static String text(TokenStream tokens) throws Throwable {
    return wait(Uni.createFrom()
            .<ChatResponse>emitter(
                answer ->
                    tokens
                        .onPartialResponse(piece -> {})
                        .onCompleteResponse(answer::complete)
                        .onError(answer::fail)
                        .start()))
        .aiMessage()
        .text();
  }

  /** Waits as a subscriber does, who gets what the stream fails with as it is. */
  private static <T> T wait(Uni<T> answer) throws Throwable {
    try {
      return answer.subscribeAsCompletionStage().get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }
}
