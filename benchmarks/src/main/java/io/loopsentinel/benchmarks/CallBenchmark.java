package io.loopsentinel.benchmarks;

import io.loopsentinel.agent.fingerprint.CanonicalJson;
import io.loopsentinel.agent.fingerprint.IdentityRule;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.RecordedCall;
import io.loopsentinel.agent.session.Ruling;
import io.loopsentinel.agent.session.ToolCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a call costs that is no loop: one session, one tool, each call and each result new.
 *
 * <p>Its arguments are a map, 84 bytes as JSON. For comparison, {@link #sha256} is the least that
 * an identity of these arguments can cost: the digest alone of bytes that lie ready.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(2)
public class CallBenchmark {

  private static final String TOOL = "search_files";
  private static final String SESSION = "session";

  /** More than are compared with one another, so that none of them is a finding. */
  private static final int RESULTS = 64;

  /** How many calls are looked at; as many are made before. */
  @Param({"10", "100000"})
  private int windowSize;

  private final Map<String, Object> arguments = new LinkedHashMap<>();
  private final String[] results = new String[RESULTS];
  private final MessageDigest digest = sha256Digest();
  private Engine engine = Engines.shipped();
  private byte[] canonical = {};
  private int number = 1_000_000;

  /** Creates what calls are made of. */
  public CallBenchmark() {
    arguments.put("path", "src/main/java/com/acme/Dispatcher.java");
    arguments.put("query", "timeout");
    for (int i = 0; i < RESULTS; i++) {
      results[i] = "Dispatcher.java: the timeout of request " + i + " is set in the constructor.";
    }
  }

  /** Fills the window. */
  @Setup
  public void fillWindow() {
    engine = Engines.ofWindow(windowSize);
    for (int i = 0; i < windowSize; i++) {
      wholeCall();
    }
    byte[] json = CanonicalJson.bytes(nextArguments(), IdentityRule.ALL_ARGUMENTS);
    String identity = TOOL + "\n" + new String(json, StandardCharsets.UTF_8);
    canonical = identity.getBytes(StandardCharsets.UTF_8);
  }

  /** The digest alone. */
  @Benchmark
  public byte[] sha256() {
    return digest.digest(canonical);
  }

  /** The call's identity. */
  @Benchmark
  public ToolCall identify() {
    return engine.identify(TOOL, nextArguments());
  }

  /** All before the tool runs. */
  @Benchmark
  public RecordedCall beforeCall() {
    Ruling ruling = engine.judge(SESSION, identify());
    if (ruling instanceof Ruling.Pass pass && pass.recorded() != null) {
      return pass.recorded();
    }
    throw new IllegalStateException("what is measured is a call that is no loop: " + ruling);
  }

  /** All before the tool runs, and all that is made of its result. */
  @Benchmark
  public RecordedCall wholeCall() {
    RecordedCall call = beforeCall();
    Ruling.Found found = engine.outcome(call, results[number % RESULTS]);
    if (found != null) {
      throw new IllegalStateException("what is measured is a call that is no loop: " + found);
    }
    return call;
  }

  private Map<String, Object> nextArguments() {
    number++;
    arguments.put("line", number);
    return arguments;
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
