package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The facts kept about the values of an expression. */
class ValuesTest {

  private final Values values = new Values();

  @Test
  void equalArgumentsCountOnceInAnyNotation() {
    values.add(Map.of("id", "C-21"));
    values.add("{ \"id\": \"C-21\" }");
    values.add(Map.of("id", "C-22"));

    assertThat(values.different()).isEqualTo(2);
    assertThat(values.objects()).isEqualTo(3);
  }

  @Test
  void ignoresEmptyValues() {
    values.add(null);
    values.add(Map.of());
    values.add("{}");

    assertThat(values.areEmpty()).isTrue();
    assertThat(values.missing()).isEqualTo(1);
  }

  @Test
  void recognisesNamesByTheirForm() {
    values.addName("find_orders");
    values.addName("Where is my order?");

    assertThat(values.named()).isEqualTo(1);
    assertThat(values.nameList()).isEqualTo("find_orders (1)");
  }

  @Test
  void reportsNamesButNoValues() {
    values.add(Map.of("id", "C-21"));

    assertThat(values.shapeList()).isEqualTo("{id: text}");
    assertThat(values.nameList()).isEmpty();
  }

  @Test
  void thoseOfSeveralMethodsAreCountedTogether() {
    Values others = new Values();
    values.add("{\"id\": 1}");
    others.add("{\"id\": 1}");
    others.add("{\"id\": 2}");

    Values all = Values.of(List.of(values, others));

    assertThat(all.count()).isEqualTo(3);
    assertThat(all.different()).isEqualTo(2);
  }
}
