package io.loopsentinel.it.googleadk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Blob;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.loopsentinel.it.scenario.Library;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A model in a live conversation: makes one call for each thing it is told, and then hangs up. */
final class LiveModel extends BaseLlm {

  private final int calls;

  /**
   * Creates a model.
   *
   * @param calls how many it makes
   */
  LiveModel(int calls) {
    super("live");
    this.calls = calls;
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest llmRequest, boolean stream) {
    return Flowable.error(new UnsupportedOperationException("Only speaks live"));
  }

  @Override
  public BaseLlmConnection connect(LlmRequest llmRequest) {
    return new Connection(calls);
  }

  private static final class Connection implements BaseLlmConnection {

    private final int calls;
    private final AtomicInteger made = new AtomicInteger();
    private final FlowableProcessor<LlmResponse> responses =
        UnicastProcessor.<LlmResponse>create().toSerialized();

    Connection(int calls) {
      this.calls = calls;
    }

    @Override
    public Completable sendHistory(List<Content> history) {
      return Completable.complete();
    }

    @Override
    public Completable sendContent(Content content) {
      return Completable.fromAction(
          () -> {
            if (made.getAndIncrement() < calls) {
              responses.onNext(search());
            } else {
              responses.onComplete();
            }
          });
    }

    @Override
    public Completable sendRealtime(Blob blob) {
      return Completable.complete();
    }

    @Override
    public Flowable<LlmResponse> receive() {
      return responses;
    }

    @Override
    public void close() {
      responses.onComplete();
    }

    @Override
    public void close(Throwable throwable) {
      responses.onError(throwable);
    }

    private static LlmResponse search() {
      return LlmResponse.builder()
          .content(
              Content.builder()
                  .role("model")
                  .parts(Part.fromFunctionCall("search", Map.of("query", Library.LOOPS)))
                  .build())
          .build();
    }
  }
}
