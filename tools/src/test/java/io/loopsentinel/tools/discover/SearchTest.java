package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.discover.Search.Found;
import io.loopsentinel.tools.discover.Search.Wanted;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The search for a tool call in parameters. */
class SearchTest {

  private static final Wanted CALL =
      new Wanted("find_orders", List.of(Set.of("Miller"), Set.of("open")));

  record Text(String value) {}

  record Input(String customer, String status) {}

  record Tree(Map<String, Text> members) {}

  /** A Map as of a library, whose methods may have effects. */
  private static final class OwnMap extends AbstractMap<String, Text> {
    private final Map<String, Text> members;

    OwnMap(Map<String, Text> members) {
      this.members = members;
    }

    @Override
    public int size() {
      return members.size();
    }

    @Override
    public Set<Entry<String, Text>> entrySet() {
      throw new AssertionError("called");
    }
  }

  @Test
  void findsNameAndArgumentsInAMap() {
    Found found =
        search(Map.of("arg0", "find_orders", "arg1", Map.of("customer", "Miller", "s", "open")));

    assertThat(found.names()).containsExactly("arg0");
    assertThat(found.arguments()).containsEntry("arg1", 0);
    assertThat(found.keys()).containsExactlyInAnyOrder("customer", "s");
  }

  @Test
  void findsArgumentsInAJsonText() {
    assertThat(
            search(Map.of("arg0", "{\"customer\": \"Miller\", \"status\": \"open\"}")).arguments())
        .containsOnlyKeys("arg0");
  }

  @Test
  void findsArgumentsThatAreWrapped() {
    assertThat(
            search(Map.of("arg0", Map.of("a", new Text("Miller"), "b", new Text("open"))))
                .arguments())
        .containsEntry("arg0", 0);
  }

  @Test
  void findsArgumentsInAnObject() {
    assertThat(search(Map.of("arg0", new Input("Miller", "open"))).arguments())
        .containsEntry("arg0", 1);
  }

  @Test
  void oneMissingArgumentIsNoMatch() {
    assertThat(search(Map.of("arg0", Map.of("customer", "Miller"))).arguments()).isEmpty();
  }

  @Test
  void namesMayHaveAPrefixOrOtherSeparators() {
    assertThat(Search.isName("orders-find_orders", "find_orders")).isTrue();
    assertThat(Search.isName("findOrders", "find_orders")).isTrue();
    assertThat(Search.isName("refind_orders", "find_orders")).isFalse();
  }

  @Test
  void capturedVariablesOfALambdaAreNoArguments() {
    Object[] arguments = {List.of("captured"), Map.of("id", "C-1")};

    assertThat(Readers.SEARCH.texts("lambda$main$0", arguments)).containsExactly(Set.of("C-1"));
    assertThat(Readers.SEARCH.texts("find", arguments))
        .containsExactly(Set.of("captured"), Set.of("C-1"));
  }

  @Test
  void argumentsMayBeATreeOfAClassThatIsAMapOrHasOne() {
    Tree tree = new Tree(Map.of("customer", new Text("Miller")));

    assertThat(Readers.SEARCH.texts("find", new Object[] {tree})).containsExactly(Set.of("Miller"));
    assertThat(Readers.SEARCH.texts("find", new Object[] {new OwnMap(tree.members)}))
        .containsExactly(Set.of("Miller"));
  }

  /** A context that the framework passes holds no arguments. */
  @Test
  void onlyAnOnlyArgumentIsATree() {
    Object[] arguments = {"Miller", new Tree(Map.of("user", new Text("ada")))};

    assertThat(Readers.SEARCH.texts("find", arguments)).containsExactly(Set.of("Miller"));
  }

  @Test
  void argumentsOfAToolThatIsAnObjectAreItsFields() {
    Object[] fields = Readers.SEARCH.fields(new Input("Miller", "open"));

    assertThat(Readers.SEARCH.texts("execute", fields))
        .containsExactly(Set.of("Miller"), Set.of("open"));
  }

  @Test
  void anObjectIsRecognizedByItsLongestText() {
    assertThat(Readers.SEARCH.textOf("open")).isEqualTo("open");
    assertThat(Readers.SEARCH.textOf(new Input("Miller & Sons", "open")))
        .isEqualTo("Miller & Sons");
    assertThat(Readers.SEARCH.textOf(Map.of("orders", "O-1 and O-2"))).isEqualTo("O-1 and O-2");
    assertThat(Readers.SEARCH.textOf(new Input("a", "7"))).isNull();
  }

  private static Found search(Map<String, Object> parameters) {
    return Readers.SEARCH.search(CALL, new TreeMap<>(parameters));
  }
}
