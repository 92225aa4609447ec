package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static io.loopsentinel.engine.identity.Canonical.ignoring;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTreesTest {

  private static final String TEXT =
      "{\"q\":\"x\",\"n\":[1.0,{\"id\":9007199254740993}],\"z\":null}";
  private static final String CANONICAL =
      "{\"n\":[1,{\"id\":9007199254740993}],\"q\":\"x\",\"z\":null}";

  private final ObjectMapper mapper = new ObjectMapper();

  @Test
  void aTreeInsideAMapIsReadToo() throws IOException {
    Map<String, Object> arguments = Map.of("a", mapper.readTree(TEXT), "b", TextNode.valueOf("{}"));

    assertThat(canonical(arguments)).isEqualTo("{\"a\":" + CANONICAL + ",\"b\":\"{}\"}");
  }

  @Test
  void aTreeOfALibraryThatIsUnknownHereIsReadToo() throws Exception {
    URL[] jackson = {
      location(JsonNode.class), location(JsonFactory.class), location(JsonProperty.class)
    };
    try (URLClassLoader loader =
        new URLClassLoader(jackson, ClassLoader.getPlatformClassLoader())) {
      Class<?> type = loader.loadClass(ObjectMapper.class.getName());
      Object foreignMapper = type.getConstructor().newInstance();

      Object tree = type.getMethod("readTree", String.class).invoke(foreignMapper, TEXT);

      assertThat(tree).isNotInstanceOf(JsonNode.class);
      assertThat(canonical(tree)).isEqualTo(CANONICAL);
    }
  }

  @Test
  void theNullTreeIsNoArguments() {
    assertThat(canonical(NullNode.getInstance())).isEqualTo("{}");
    assertThat(canonical(MissingNode.getInstance())).isEqualTo("{}");
    assertThat(canonical(List.of(NullNode.getInstance()))).isEqualTo("[null]");
  }

  @Test
  void aRuleReachesIntoATree() throws IOException {
    JsonNode tree = mapper.readTree(TEXT);

    assertThat(ignoring(tree, "**.id", "q")).isEqualTo("{\"n\":[1,{}],\"z\":null}");
    assertThat(ignoring(Map.of("t", tree), "t.n", "t.z")).isEqualTo("{\"t\":{\"q\":\"x\"}}");
  }

  @Test
  void aTreeThatFailsToMakeItsTextCountsByItsClass() {
    TextNode failing =
        new TextNode("x") {
          @Override
          public String toString() {
            throw new IllegalStateException("thrown on purpose");
          }
        };

    assertThat(canonical(List.of(failing, 1)))
        .isEqualTo("[\"io.loopsentinel.engine.identity.JsonTreesTest$1\",1]");
  }

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }
}
