package io.loopsentinel.agent.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.result.ResultType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The hint or error that a method returns by a bare publisher, by the rules of Reactive Streams.
 */
class ReadyPublisherTest {

  interface Methods {
    Publisher<String> publisher();

    Flow.Publisher<String> flow();
  }

  /** Records its signals, and requests nothing by itself. */
  private static final class Recorder implements Subscriber<Object> {

    private final List<String> signals = new ArrayList<>();
    private @Nullable Subscription subscription;

    @Override
    public void onSubscribe(Subscription subscription) {
      this.subscription = subscription;
    }

    private void request(long n) {
      Objects.requireNonNull(subscription).request(n);
    }

    @Override
    public void onNext(Object item) {
      signals.add("item " + item);
    }

    @Override
    public void onError(Throwable error) {
      signals.add("error " + error.getClass().getSimpleName());
    }

    @Override
    public void onComplete() {
      signals.add("end");
    }
  }

  private final Recorder recorder = new Recorder();

  private static ResultType type(String method) throws NoSuchMethodException {
    return ResultType.of(Methods.class.getDeclaredMethod(method));
  }

  @SuppressWarnings("unchecked")
  private void subscribe(@Nullable Object publisher) {
    Publisher<Object> source =
        publisher instanceof Flow.Publisher<?> flow
            ? FlowAdapters.toPublisher((Flow.Publisher<Object>) flow)
            : (Publisher<Object>) Objects.requireNonNull(publisher);
    source.subscribe(recorder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"publisher", "flow"})
  void sendsItsValueWhenRequestedAndOnce(String method) throws Exception {
    subscribe(LaterResult.synthetic(type(method), "hint"));
    assertThat(recorder.signals).isEmpty();

    recorder.request(1);
    recorder.request(1);

    assertThat(recorder.signals).containsExactly("item hint", "end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"publisher", "flow"})
  void sendsNothingAfterItsSubscriptionIsCancelled(String method) throws Exception {
    subscribe(LaterResult.synthetic(type(method), "hint"));

    Objects.requireNonNull(recorder.subscription).cancel();
    recorder.request(1);

    assertThat(recorder.signals).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"publisher", "flow"})
  void failsWithoutARequest(String method) throws Exception {
    subscribe(LaterResult.failed(type(method), new IllegalStateException("refused")));

    assertThat(recorder.signals).containsExactly("error IllegalStateException");
  }

  @ParameterizedTest
  @ValueSource(strings = {"publisher", "flow"})
  void refusesARequestForNothing(String method) throws Exception {
    subscribe(LaterResult.synthetic(type(method), "hint"));

    recorder.request(0);

    assertThat(recorder.signals).containsExactly("error IllegalArgumentException");
  }
}
