package io.loopsentinel.it.quarkus;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.TokenStream;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ServerErrorException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.eclipse.microprofile.config.ConfigProvider;

/** Asks questions, in each of the ways in which an application may. */
@ApplicationScoped
class Reader {

  private static final String QUESTION = "What is there on loops?";

  /** How long a caller waits; none should have to. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Librarian librarian;
  private final GuardedLibrarian guarded;
  private final VirtualLibrarian virtual;
  private final StreamingLibrarian streaming;
  private final HttpClient client = HttpClient.newHttpClient();

  Reader(
      Librarian librarian,
      GuardedLibrarian guarded,
      VirtualLibrarian virtual,
      StreamingLibrarian streaming) {
    this.librarian = librarian;
    this.guarded = guarded;
    this.virtual = virtual;
    this.streaming = streaming;
  }

  /** Returns the answer; fails as Quarkus fails. */
  String ask(Dispatch dispatch, String conversation) throws IOException, InterruptedException {
    return switch (dispatch) {
      case CALLED -> librarian.answer(conversation, QUESTION);
      case REQUESTED -> request(conversation, "answers");
      case WRAPPED -> guarded.answer(conversation, QUESTION);
      case VIRTUAL_THREAD -> virtual.answer(conversation, QUESTION);
      case STREAMED -> text(streaming.answer(conversation, QUESTION));
      case STREAMED_TO_REQUEST -> request(conversation, "streams");
      case RETRIED -> text(streaming.answer(conversation, QUESTION).onFailure().retry().atMost(2));
      case TOKEN_STREAM -> text(streaming.answerInTokens(conversation, QUESTION));
    };
  }

  private String request(String conversation, String path)
      throws IOException, InterruptedException {
    String port = ConfigProvider.getConfig().getValue("quarkus.http.port", String.class);
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create(
                        "http://127.0.0.1:%s/conversations/%s/%s"
                            .formatted(port, conversation, path)))
                .timeout(LIMIT)
                .POST(HttpRequest.BodyPublishers.ofString(QUESTION))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new ServerErrorException(response.statusCode());
    }
    return response.body();
  }

  private static String text(Multi<String> pieces) {
    return pieces
        .collect()
        .in(StringBuilder::new, StringBuilder::append)
        .await()
        .atMost(LIMIT)
        .toString();
  }

  private static String text(TokenStream tokens) {
    return Uni.createFrom()
        .<ChatResponse>emitter(
            answer ->
                tokens
                    .onPartialResponse(piece -> {})
                    .onCompleteResponse(answer::complete)
                    .onError(answer::fail)
                    .start())
        .await()
        .atMost(LIMIT)
        .aiMessage()
        .text();
  }
}
