package io.loopsentinel.engine.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FingerprinterTest {

  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());

  @Test
  void nameAndArgumentsDoNotRunTogether() {
    assertThat(fingerprint("ab", Map.of("c", 1))).isNotEqualTo(fingerprint("a", Map.of("bc", 1)));
    assertThat(fingerprint("a\n{", "x")).isNotEqualTo(fingerprint("a", "\n{x"));
    assertThat(fingerprint("a", "")).isNotEqualTo(fingerprint("a{}", "x"));
  }

  @Test
  void differentLoneSurrogatesInTheNameAreDifferent() {
    assertThat(fingerprint("\ud800", null)).isNotEqualTo(fingerprint("\ud801", null));
  }

  @Test
  void longArgumentsAreReadWhole() throws Exception {
    String text = "x".repeat(3_000_000);
    byte[] canonical = ("w\n{\"content\":\"" + text + "\"}").getBytes(UTF_8);
    String expected =
        java.util.HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));

    assertThat(fingerprint("w", Map.of("content", text)).toHex()).isEqualTo(expected);
    assertThat(fingerprint("w", "{\"content\": \"" + text + "\"}").toHex()).isEqualTo(expected);
  }

  @Test
  void givesTheSameInAllThreadsAtOnce() throws Exception {
    List<Object> arguments = new ArrayList<>();
    RandomJson json = new RandomJson(7);
    for (int i = 0; i < 200; i++) {
      Map<String, @Nullable Object> object = json.object();
      arguments.add(i % 2 == 0 ? object : json.write(object));
    }
    List<Fingerprint> expected = arguments.stream().map(a -> fingerprint("t", a)).toList();

    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      Callable<List<Fingerprint>> task =
          () -> arguments.stream().map(a -> fingerprint("t", a)).toList();
      for (Future<List<Fingerprint>> result :
          threads.invokeAll(java.util.Collections.nCopies(64, task))) {
        assertThat(result.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aCallFromWithinTheArgumentsDoesNotDisturb() {
    Map<String, Object> plain = Map.of("a", 1, "b", 2);
    Map<String, Object> calling =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            fingerprint("inner", Map.of("x", List.of(1, 2, 3)));
            return plain.entrySet();
          }
        };

    assertThat(fingerprint("t", calling)).isEqualTo(fingerprint("t", plain));
  }

  @Test
  void theErrorOfOneCallDoesNotReachTheNext() {
    Map<String, Object> failing =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            throw new OutOfMemoryError("thrown on purpose");
          }
        };
    Fingerprint before = fingerprint("t", Map.of("a", 1));

    Fingerprint first = fingerprint("t", failing);
    Fingerprint second = fingerprint("t", failing);

    assertThat(first).isEqualTo(second).isNotEqualTo(before);
    assertThat(fingerprint("t", Map.of("a", 1))).isEqualTo(before);
  }

  private Fingerprint fingerprint(String tool, @Nullable Object arguments) {
    return fingerprinter.identify(tool, arguments, IdentityRule.ALL_ARGUMENTS).fingerprint();
  }
}
