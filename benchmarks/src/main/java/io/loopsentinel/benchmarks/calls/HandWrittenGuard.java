package io.loopsentinel.benchmarks.calls;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The guard that one would otherwise write within the hour: it finds equal calls among the last
 * ten.
 *
 * <p>It does less than the agent: it reads no results, knows no cycles, errors or progress, and
 * never forgets a session. Jackson reads and writes, as in most applications of this kind.
 */
public final class HandWrittenGuard {

  /** What AspectJ and Byteman call. */
  private static final HandWrittenGuard SHARED = new HandWrittenGuard();

  private static final int WINDOW = 10;
  private static final int THRESHOLD = 3;

  private final ObjectMapper mapper =
      JsonMapper.builder()
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private final Map<String, Deque<String>> sessions = new ConcurrentHashMap<>();

  HandWrittenGuard() {}

  /** Judges a call with the guard that all share; as {@link #judge}. */
  public static @Nullable String judgeShared(String session, String tool, Object arguments) {
    return SHARED.judge(session, tool, arguments);
  }

  /** Returns the answer instead of the tool's result, or {@code null} to run the tool. */
  @Nullable String judge(String session, String tool, Object arguments) {
    String fingerprint = fingerprint(tool, arguments);
    Deque<String> calls = sessions.computeIfAbsent(session, key -> new ArrayDeque<>());
    synchronized (calls) {
      if (Collections.frequency(calls, fingerprint) >= THRESHOLD) {
        return "loop-detected: " + tool + " was called with the same arguments before.";
      }
      if (calls.size() == WINDOW) {
        calls.removeFirst();
      }
      calls.addLast(fingerprint);
      return null;
    }
  }

  private String fingerprint(String tool, Object arguments) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((tool + "\n").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(canonical(arguments)));
    } catch (NoSuchAlgorithmException | JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns JSON with sorted keys; a text is parsed first. */
  byte[] canonical(Object arguments) throws JsonProcessingException {
    Object value =
        arguments instanceof String text ? mapper.readValue(text, Object.class) : arguments;
    return mapper.writeValueAsBytes(value);
  }
}
