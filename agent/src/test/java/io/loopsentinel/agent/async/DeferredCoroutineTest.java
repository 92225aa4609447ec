package io.loopsentinel.agent.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls of suspend functions whose work begins after the function has suspended its caller. */
class DeferredCoroutineTest {

  /** A suspended caller. */
  public static final class Caller implements Continuation<Object> {

    private final List<Object> outcomes = new ArrayList<>();

    @Override
    public CoroutineContext getContext() {
      return EmptyCoroutineContext.INSTANCE;
    }

    @Override
    public void resumeWith(Object outcome) {
      outcomes.add(outcome);
    }
  }

  private final Caller caller = new Caller();

  private DeferredResult suspend() throws Throwable {
    DeferredResult deferred = Libraries.deferred(caller);
    assertThat(deferred.value()).isSameAs(IntrinsicsKt.getCOROUTINE_SUSPENDED());
    assertThat(caller.outcomes).isEmpty();
    return deferred;
  }

  @Test
  void resumesTheCallerWithTheResult() throws Throwable {
    suspend().begin(continuation -> "found");

    assertThat(caller.outcomes).containsExactly("found");
  }

  @Test
  void resumesTheCallerWithTheExceptionAsItIs() throws Throwable {
    suspend()
        .begin(
            continuation -> {
              throw new IOException("disk full");
            });

    assertThat(caller.outcomes).hasSize(1);
    assertThatThrownBy(() -> ResultKt.throwOnFailure(caller.outcomes.get(0)))
        .isInstanceOf(IOException.class)
        .hasMessage("disk full");
  }

  @Test
  void resumesTheCallerWhenTheFunctionIsResumed() throws Throwable {
    List<Continuation<Object>> suspended = new ArrayList<>();
    suspend()
        .begin(
            continuation -> {
              suspended.add(continuationOf(continuation));
              return IntrinsicsKt.getCOROUTINE_SUSPENDED();
            });
    assertThat(caller.outcomes).isEmpty();

    suspended.get(0).resumeWith("found");

    assertThat(caller.outcomes).containsExactly("found");
  }

  @SuppressWarnings("unchecked")
  private static Continuation<Object> continuationOf(@Nullable Object continuation) {
    return (Continuation<Object>) Objects.requireNonNull(continuation);
  }

  @Test
  void saysWhichClassTheApplicationLacks() throws Exception {
    URL[] withoutCoroutines = {locationOf(Caller.class), locationOf(Continuation.class)};
    try (URLClassLoader loader =
        new URLClassLoader(withoutCoroutines, ClassLoader.getPlatformClassLoader())) {
      Object other = loader.loadClass(Caller.class.getName()).getConstructor().newInstance();

      assertThatThrownBy(() -> Libraries.deferred(other))
          .isInstanceOf(LaterResult.UnfitLibraryException.class)
          .hasMessage(
              "the application's version of the library has no kotlinx/coroutines/future/FutureKt");
    }
  }

  private static URL locationOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }
}
