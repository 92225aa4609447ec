package io.loopsentinel.benchmarks.calls;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import io.loopsentinel.benchmarks.guarded.Dispatcher;
import io.loopsentinel.benchmarks.guarded.ResultKind;
import io.loopsentinel.benchmarks.guarded.Tools;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls of one tool in one session. Who guards them is the matter of the JVM's options, which
 * {@link Forks} knows; whether they were guarded as they should is checked at the end.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBenchmark {

  private static final String SESSION = "conversation-7";
  private static final String TOOL = "search_files";

  /** Of equal calls whose results differ, the agent lets through ten, and answers two itself. */
  private static final int EQUAL_CALLS = 12;

  private static final int THRESHOLD = 10;

  /** Who stands between. */
  @Param("BARE")
  public Subject subject = Subject.BARE;

  /** What tools are called with. */
  @Param("MAP")
  public ArgumentsKind arguments = ArgumentsKind.MAP;

  /** What they return. */
  @Param("SENTENCE")
  public ResultKind result = ResultKind.SENTENCE;

  private final MessageDigest digest = sha256Digest();
  private Dispatcher dispatcher = new Dispatcher(new String[] {""});
  private Tools tools = dispatcher;
  private IntFunction<Object> source = call -> call;
  private byte[][] canonical = {};
  private int calls;

  /** Creates what calls are made of, and makes as many as it takes to have all compiled. */
  @Setup
  public void prepare() throws JMException, JsonProcessingException {
    ResultKind texts = result == ResultKind.NONE ? ResultKind.SHORT : result;
    dispatcher = new Dispatcher(texts.results());
    tools = subject == Subject.HAND_WRITTEN ? new GuardedTools(dispatcher) : dispatcher;
    source = arguments.source();
    if (subject == Subject.HINT) {
      Object always = source.apply(0);
      source = call -> always;
    }
    canonical = canonical();
    if (subject == Subject.DISABLED) {
      disable();
    }
    if (subject.hasReceivers()) {
      LoopSentinel.subscribe(event -> {});
      new Recording().start();
    }
    if (subject == Subject.PAGE_COUNTERS_AND_SPANS) {
      beginSpan();
    }
    for (int i = 0; i < arguments.callsToWarmUp(); i++) {
      if (subject == Subject.SHA256) {
        sha256();
      } else if (result == ResultKind.NONE) {
        send();
      } else {
        dispatch();
      }
    }
  }

  /** Sets OpenTelemetry up and has all calls be part of one span. */
  @SuppressWarnings("MustBeClosedChecker") // It is the span of the whole JVM.
  private static void beginSpan() {
    OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().build())
            .setMeterProvider(SdkMeterProvider.builder().build())
            .buildAndRegisterGlobal();
    Span span = sdk.getTracer("benchmark").spanBuilder("calls").startSpan();
    Context.current().with(span).makeCurrent();
  }

  /** Switches the agent off. Its MBean is there once a guarded call has been judged. */
  private void disable() throws JMException {
    ObjectName name = new ObjectName("io.loopsentinel:type=Sentinel");
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    dispatch();
    while (!server.isRegistered(name)) {
      Thread.onSpinWait();
    }
    server.invoke(name, "setEnabled", new Object[] {false}, new String[] {"boolean"});
  }

  /** A call whose result is a text. */
  @Benchmark
  public Object dispatch() {
    return tools.dispatch(SESSION, TOOL, source.apply(calls++));
  }

  /** A call without a result. */
  @Benchmark
  public void send() {
    tools.send(SESSION, TOOL, source.apply(calls++));
  }

  /** The least that the identity of a call costs: the digest of bytes that lie ready. */
  @Benchmark
  public byte[] sha256() {
    return digest.digest(canonical[calls++ & (canonical.length - 1)]);
  }

  /** Checks that it was what it should be that was measured. */
  @TearDown
  public void check() {
    if (subject == Subject.SHA256) {
      return;
    }
    require(dispatcher.rewrittenBy().equals(subject.rewrittenBy()), "not rewritten");
    int ran = dispatcher.calls();
    boolean stopped = subject == Subject.HINT && ran <= THRESHOLD;
    require(ran == calls || stopped, "other calls ran than should");
    Object always = "{\"always\":\"the same\"}";
    int warned = 0;
    for (int i = 0; i < EQUAL_CALLS; i++) {
      int before = dispatcher.calls();
      String answer = tools.dispatch(SESSION, TOOL, always);
      // Equal calls with other results each time are warned about, not stopped.
      boolean isWarned = answer.contains("loop-detected") && dispatcher.calls() > before;
      warned += isWarned ? 1 : 0;
    }
    int ranEqual = dispatcher.calls() - ran;
    require(
        subject.stopsLoops() ? ranEqual <= THRESHOLD || warned > 0 : ranEqual == EQUAL_CALLS,
        "of equal calls ran " + ranEqual + ", " + warned + " with a warning");
  }

  private void require(boolean holds, String failure) {
    if (!holds) {
      throw new IllegalStateException(
          "%s: %s; %d calls made, %d ran".formatted(subject, failure, calls, dispatcher.calls()));
    }
  }

  private byte[][] canonical() throws JsonProcessingException {
    HandWrittenGuard guard = new HandWrittenGuard();
    byte[][] bytes = new byte[arguments.inTurn()][];
    for (int i = 0; i < bytes.length; i++) {
      byte[] json = guard.canonical(source.apply(i));
      String identity = TOOL + "\n" + new String(json, StandardCharsets.UTF_8);
      bytes[i] = identity.getBytes(StandardCharsets.UTF_8);
    }
    return bytes;
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
