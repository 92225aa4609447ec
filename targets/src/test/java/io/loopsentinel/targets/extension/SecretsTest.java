package io.loopsentinel.targets.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages do not show the passwords among settings. */
class SecretsTest {

  @ParameterizedTest
  @CsvSource({
    "redis://:pass@host:1/2, refused by redis://***@host:1/2 with ***",
    "redis://me:pass@host:1/2, refused by redis://***@host:1/2 with ***",
    "redis://pass@host:1/2, refused by redis://***@host:1/2 with ***",
    "redis://me:pa/s@s@host, refused by redis://***@host with pass",
    "redis://host:1/2, refused by redis://host:1/2 with pass"
  })
  void areHiddenInAddresses(String uri, String shown) {
    Secrets secrets = Secrets.in(Map.of("uri", uri));

    assertThat(secrets.hide("refused by " + uri + " with pass")).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://me:one@a:1,redis://:two@b:2", "redis://one@a; rediss://two@b"})
  void areHiddenInEachOfSeveralAddresses(String uris) {
    Secrets secrets = Secrets.in(Map.of("uris", uris));

    assertThat(secrets.hide(uris)).doesNotContain("one", "two");
    assertThat(secrets.hide("one is refused, two too")).isEqualTo("*** is refused, *** too");
  }

  @Test
  void areTheValuesOfKeysOfThatName() {
    Secrets secrets =
        Secrets.in(
            Map.of(
                "password", "abc",
                "tls", Map.of("keyStorePassphrase", List.of("abcdef")),
                "authToken", 77,
                "empty_password", " ",
                "user", "reader"));

    assertThat(secrets.hide("abcdef of reader, abc, 77")).isEqualTo("*** of reader, ***, ***");
  }
}
