package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.gate.EffectState.Phase;
import io.loopsentinel.engine.gate.EffectState.Step;
import io.loopsentinel.engine.identity.Fingerprint;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The effects of several JVMs, in logs of a store. Each call is a writer of its own, with two
 * events: its first and its last step.
 *
 * <p>An append that failed may have happened. It is repeated with the next request about the
 * effect; a claim together with its release, because the call did not run. Thread-safe.
 */
public final class SharedEffects implements EffectLog {

  private static final byte VERSION = 1;

  /** The event that begins a log again. */
  private static final byte[] NOTHING = {VERSION};

  private static final int EVENT_BYTES = 2 + 4 * Long.BYTES;
  private static final int MAX_UNSENT = 1_000;

  /** The writer of requests that only read. */
  private static final String READER = "reader";

  private final SharedStore store;
  private final Consumer<String> onUnreadable;
  private final Map<EffectKey, Unsent> unsent =
      Collections.synchronizedMap(new BoundedMap<>(MAX_UNSENT));

  /** Steps that the log may lack; the first has this number. */
  private record Unsent(String claimant, int number, List<Step> steps) {}

  /**
   * Creates the effects of a store, which is not closed.
   *
   * @param onUnreadable accepts, for people, each entry that is ignored because it cannot be read
   */
  public SharedEffects(SharedStore store, Consumer<String> onUnreadable) {
    this.store = store;
    this.onUnreadable = onUnreadable;
  }

  @Override
  public EffectState look(EffectKey key) throws Exception {
    Unsent first = unsent.get(key);
    EffectState state = append(key, first == null ? new Unsent(READER, 1, List.of()) : first);
    unsent.remove(key, first);
    return state;
  }

  @Override
  public EffectState begin(EffectKey key, Step step, String claimant) throws Exception {
    EffectState before = look(key);
    if (step == Step.CLAIM && before.phase() != Phase.FREE) {
      return before; // A claim in vain would fill the log.
    }
    try {
      return append(key, new Unsent(claimant, 1, List.of(step)));
    } catch (Exception e) {
      Step last = step == Step.CLAIM ? Step.RELEASE : Step.LOSE;
      unsent.put(key, new Unsent(claimant, 1, List.of(step, last)));
      throw e;
    }
  }

  @Override
  public void end(EffectKey key, Step step, String claimant) throws Exception {
    Unsent last = new Unsent(claimant, 2, List.of(step));
    try {
      EffectState unused = append(key, last);
    } catch (Exception e) {
      unsent.put(key, last);
      throw e;
    }
  }

  /**
   * Forgets the effects of a session.
   *
   * @param expiry the time after which effects of the session are forgotten
   */
  public void restart(String session, Duration expiry) throws Exception {
    String log = EffectKey.logOfSession(session);
    if (!store.append(log, new Append(READER, 1, List.of(), 0, false, expiry)).isEmpty()) {
      String writer = UUID.randomUUID().toString();
      List<Entry> unused =
          store.append(log, new Append(writer, 1, List.of(NOTHING), 0, true, expiry));
    }
  }

  private EffectState append(EffectKey key, Unsent steps) throws Exception {
    List<byte[]> events = steps.steps().stream().map(step -> event(key, step)).toList();
    Append append = new Append(steps.claimant(), steps.number(), events, 0, false, key.keep());
    EffectState state = EffectState.FREE;
    for (Entry entry : store.append(key.log(), append)) {
      state = after(state, key, entry);
    }
    return state;
  }

  private EffectState after(EffectState state, EffectKey key, Entry entry) {
    if (Arrays.equals(entry.event(), NOTHING)) {
      return state;
    }
    ByteBuffer event = ByteBuffer.wrap(entry.event());
    if (event.remaining() == EVENT_BYTES && event.get() == VERSION) {
      byte code = event.get();
      for (Step step : Step.values()) {
        if (step.code() == code) {
          Fingerprint id =
              new Fingerprint(event.getLong(), event.getLong(), event.getLong(), event.getLong());
          return id.equals(key.id()) ? state.after(step, entry.writer(), entry.time()) : state;
        }
      }
    }
    onUnreadable.accept("an entry about effects");
    return state.phase() == Phase.FREE
        ? new EffectState(Phase.UNKNOWN, entry.time(), entry.writer())
        : state;
  }

  private static byte[] event(EffectKey key, Step step) {
    ByteBuffer event = ByteBuffer.allocate(EVENT_BYTES).put(VERSION).put(step.code());
    Fingerprint id = key.id();
    Stream.of(id.a(), id.b(), id.c(), id.d()).forEach(event::putLong);
    return event.array();
  }
}
