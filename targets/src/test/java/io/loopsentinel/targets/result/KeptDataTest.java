package io.loopsentinel.targets.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.reuse.KeptResults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Copies of results that may be given again. */
class KeptDataTest {

  @Test
  void areEqualAndTheirOwn() {
    List<Object> orders = new ArrayList<>(List.of("A-1", Map.of("open", true)));

    Object copy = new KeptData().copy(orders);
    orders.clear();

    assertThat(copy).isEqualTo(List.of("A-1", Map.of("open", true)));
  }

  @Test
  void doNotExistOfListsThatShareTheirElementsWithoutEnd() {
    List<Object> shared = List.of("a", "b");
    for (int i = 0; i < 25; i++) {
      shared = List.of(shared, shared);
    }
    KeptData data = new KeptData();

    assertThat(data.copy(shared)).isNull();
    assertThat(data.bytes()).isLessThan(2L * KeptResults.MAX_RESULT_BYTES);
  }

  @Test
  void doNotExistOfAListThatOnlyClaimsItsElements() {
    assertThat(new KeptData().copy(Collections.nCopies(Integer.MAX_VALUE, "a"))).isNull();
  }
}
