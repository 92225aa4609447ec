package io.loopsentinel.it.quarkus;

import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestPath;

/** Answers questions over HTTP. */
@Path("/conversations/{conversation}")
public class AnswerResource {

  private final Librarian librarian;
  private final StreamingLibrarian streaming;

  AnswerResource(Librarian librarian, StreamingLibrarian streaming) {
    this.librarian = librarian;
    this.streaming = streaming;
  }

  /** Returns the answer, from a worker thread. */
  @POST
  @Path("/answers")
  public String answer(@RestPath String conversation, String question) {
    return librarian.answer(conversation, question);
  }

  /** Returns the answer in pieces, from an event loop. */
  @POST
  @Path("/streams")
  public Multi<String> stream(@RestPath String conversation, String question) {
    return streaming.answer(conversation, question);
  }
}
