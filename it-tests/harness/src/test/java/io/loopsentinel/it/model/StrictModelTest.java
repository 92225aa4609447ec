package io.loopsentinel.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scripted model refuses the conversations that providers refuse, and answers the others. */
class StrictModelTest {

  private static final Message QUESTION = new Message("user", "What is in the index?", List.of());
  private static final Message FOLLOW_UP = new Message("user", "And now?", List.of());
  private static final Message SAID = new Message("assistant", "Nothing.", List.of());

  private final HttpClient client = HttpClient.newHttpClient();
  private ScriptedModelServer model;

  /**
   * A message.
   *
   * @param ids of the calls that it asks for, or that it answers if its role is {@code tool}
   */
  record Message(String role, String text, List<String> ids) {}

  @AfterEach
  void close() {
    model.close();
  }

  @ParameterizedTest
  @EnumSource
  void answersParallelCallsThatAreAllAnswered(Provider provider) throws Exception {
    HttpResponse<String> response =
        send(
            provider,
            QUESTION,
            calls("a", "b", "c"),
            results("c", "a", "b"),
            calls("d"),
            results("d"),
            SAID,
            FOLLOW_UP);

    assertAnswered(response);
  }

  @ParameterizedTest
  @EnumSource
  void refusesACallThatTheNextQuestionComesBefore(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a"), FOLLOW_UP));
  }

  @ParameterizedTest
  @EnumSource
  void refusesACallAtTheEnd(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a")));
  }

  @ParameterizedTest
  @EnumSource
  void refusesParallelCallsOfWhichOneIsNotAnswered(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a", "b"), results("a"), SAID, FOLLOW_UP));
  }

  @ParameterizedTest
  @EnumSource
  void refusesAnAnswerThatComesTooLate(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a"), SAID, results("a")));
  }

  @ParameterizedTest
  @EnumSource
  void refusesAnAnswerToNoCall(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, SAID, results("a")));
  }

  @ParameterizedTest
  @EnumSource
  void refusesAnAnswerToAnotherCall(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a"), results("a", "b"), SAID, FOLLOW_UP));
  }

  @ParameterizedTest
  @EnumSource
  void refusesASecondAnswerToACall(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a"), results("a", "a"), SAID, FOLLOW_UP));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GEMINI")
  void refusesEqualIdsOfParallelCalls(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a", "a"), results("a"), SAID, FOLLOW_UP));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GEMINI")
  void refusesAnIdOfAnEarlierResponse(Provider provider) throws Exception {
    assertRefused(send(provider, QUESTION, calls("a"), results("a"), calls("a"), results("a")));
  }

  @Test
  void takesAsManyAnswersAsThereAreCallsOfAToolWhereCallsHaveNoIds() throws Exception {
    assertAnswered(
        send(
            Provider.GEMINI,
            QUESTION,
            calls("a", "a"),
            results("a", "a"),
            calls("a"),
            results("a")));
    model.close();
    assertRefused(send(Provider.GEMINI, QUESTION, calls("a", "a"), results("a"), SAID, FOLLOW_UP));
  }

  @ParameterizedTest
  @EnumSource
  void namesTheFirstProblemInItsProvidersWords(Provider provider) throws Exception {
    send(provider, QUESTION, calls("a"), FOLLOW_UP, results("b"));

    assertThat(model.refusals())
        .singleElement()
        .asString()
        .contains(
            switch (provider) {
              case OPEN_AI -> "did not have response messages: a";
              case ANTHROPIC -> "messages.1: `tool_use` ids were found without `tool_result`";
              case GEMINI -> "equal to the number of function call parts";
            });
  }

  @ParameterizedTest
  @EnumSource
  void answersAnythingWhenItIsLenient(Provider provider) throws Exception {
    model = provider.start(conversation -> new Reply.Answer("Done.")).lenient();

    assertAnswered(post(provider, provider.request(QUESTION, calls("a"), FOLLOW_UP)));
  }

  private static Message calls(String... ids) {
    return new Message("assistant", "", List.of(ids));
  }

  private static Message results(String... ids) {
    return new Message("tool", "nothing", List.of(ids));
  }

  private void assertAnswered(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).contains("Done.");
    assertThat(model.refusals()).isEmpty();
  }

  private void assertRefused(HttpResponse<String> response) throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(model.refusals()).hasSize(1);
    assertThat(new ObjectMapper().readTree(response.body()).at("/error/message").asText())
        .isEqualTo(model.refusals().get(0))
        .isNotBlank();
    assertThat(model.log().requests()).isEqualTo(1);
  }

  private HttpResponse<String> send(Provider provider, Message... conversation) throws Exception {
    model = provider.start(asked -> new Reply.Answer("Done."));
    return post(provider, provider.request(conversation));
  }

  private HttpResponse<String> post(Provider provider, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(model.baseUrl() + provider.path()))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
