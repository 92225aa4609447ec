package io.loopsentinel.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RenderTest {

  private static final Fingerprinter FINGERPRINTER =
      new Fingerprinter(FieldAccess.toOpenPackages());

  private record Login(String user, String password) {}

  @SuppressWarnings("UnusedVariable") // Read by reflection.
  private static class Account {
    private final String pin = "SECRET";
    final String name = "ann";
  }

  @SuppressWarnings("UnusedVariable") // Read by reflection.
  private static final class Customer extends Account {
    private final Login login = new Login("ann", "SECRET");
  }

  @Test
  void givesTheCanonicalForm() {
    assertThat(render("{ \"b\": 2.0, \"a\": \"é\" }", 100)).isEqualTo("{\"a\":\"é\",\"b\":2}");
    assertThat(render(null, 100)).isEqualTo("{}");
  }

  @Test
  void cutsWhatIsTooLong() {
    assertThat(render(Map.of("a", "0123456789"), 17)).isEqualTo("{\"a\":\"0123456789…");
    assertThat(render(Map.of("a", "012345678"), 17)).isEqualTo("{\"a\":\"012345678\"}");
    assertThat(render("long", 1)).isEqualTo("…");
  }

  @Test
  void doesNotCutACharacterInTwo() {
    assertThat(render("a😂😂😂", 5)).isEqualTo("\"a😂…");
    assertThat(render("a😂😂😂", 4)).isEqualTo("\"a…");
  }

  @Test
  void doesNotReadMoreThanItShows() {
    List<Object> endless = Collections.nCopies(Integer.MAX_VALUE, "xxxxxxxxxxxxxxx");

    assertThat(render(Map.of("l", endless), 30)).hasSize(30).endsWith("…");
    assertThat(render("[" + "1,".repeat(100_000) + "1]", 6)).isEqualTo("[1,1,…");
  }

  @Test
  void leavesOutObjectsWhereverTheyAre() {
    Customer customer = new Customer();
    assertThat(render(customer, 100)).isEqualTo("{…}");
    assertThat(render(new Login("ann", "SECRET"), 100)).isEqualTo("{…}");
    assertThat(render(Map.of("q", "x", "who", List.of(customer)), 100))
        .isEqualTo("{\"q\":\"x\",\"who\":[{…}]}");
    assertThat(render(new Object[] {1, Optional.of(customer)}, 100)).isEqualTo("[1,{…}]");
    assertThat(render(Map.of(customer, 1), 100)).isEqualTo("{{…}:1}");
    assertThat(render(Set.of(customer), 100)).isEqualTo("[{…}]");
  }

  @Test
  void leavesTheNextFingerprintAsItIs() {
    IdentityRule rule = IdentityRule.ALL_ARGUMENTS;
    Fingerprint before = FINGERPRINTER.identify("search", Map.of("q", 1), rule).fingerprint();
    assertThat(render(Map.of("q", "x".repeat(100_000)), 50)).hasSize(50);

    assertThat(FINGERPRINTER.identify("search", Map.of("q", 1), rule).fingerprint())
        .isEqualTo(before);
  }

  @Test
  void tellsWhetherAnythingIsLeftOut() {
    assertThat(CanonicalJson.isShown(Map.of("a", List.of(1, "x")))).isTrue();
    assertThat(CanonicalJson.isShown(Map.of("a", List.of(new Customer())))).isFalse();
  }

  private static String render(@Nullable Object arguments, int maxChars) {
    String shown = CanonicalJson.render(arguments, IdentityRule.ALL_ARGUMENTS, maxChars);
    assertThat(FINGERPRINTER.render(arguments, IdentityRule.ALL_ARGUMENTS, maxChars))
        .as("by its own buffers")
        .isEqualTo(shown);
    return shown;
  }
}
