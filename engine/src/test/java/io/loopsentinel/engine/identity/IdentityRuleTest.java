package io.loopsentinel.engine.identity;

import static io.loopsentinel.engine.identity.Canonical.canonical;
import static io.loopsentinel.engine.identity.Canonical.ignoring;
import static io.loopsentinel.engine.identity.Canonical.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityRuleTest {

  private static final String TEXT =
      """
      {"id": 1, "timestamp": 2, "user": {"id": 3, "timestamp": 4, "name": "n"},
       "items": [{"id": 5, "n": 6}, {"id": 7, "timestamp": 8}, 9, [{"id": 10}]],
       "a.b": {"c": 11}, "sch\\u00fcssel": 12}
      """;

  record User(int id, String name) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id            |"
            + " {'a.b':{'c':11},'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]],'schüssel':12,'timestamp':2,'user':{'id':3,'name':'n','timestamp':4}}",
        "**.timestamp  |"
            + " {'a.b':{'c':11},'id':1,'items':[{'id':5,'n':6},{'id':7},9,[{'id':10}]],'schüssel':12,'user':{'id':3,'name':'n'}}",
        "user.id       |"
            + " {'a.b':{'c':11},'id':1,'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]],'schüssel':12,'timestamp':2,'user':{'name':'n','timestamp':4}}",
        "items[*].id   |"
            + " {'a.b':{'c':11},'id':1,'items':[{'n':6},{'timestamp':8},9,[{'id':10}]],'schüssel':12,'timestamp':2,'user':{'id':3,'name':'n','timestamp':4}}",
        "items[*]      |"
            + " {'a.b':{'c':11},'id':1,'items':[],'schüssel':12,'timestamp':2,'user':{'id':3,'name':'n','timestamp':4}}",
        "items.**.id   |"
            + " {'a.b':{'c':11},'id':1,'items':[{'n':6},{'timestamp':8},9,[{}]],'schüssel':12,'timestamp':2,'user':{'id':3,'name':'n','timestamp':4}}",
        "*.id          |"
            + " {'a.b':{'c':11},'id':1,'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]],'schüssel':12,'timestamp':2,'user':{'name':'n','timestamp':4}}",
        "user.*        |"
            + " {'a.b':{'c':11},'id':1,'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]],'schüssel':12,'timestamp':2,'user':{}}",
        "[\"a.b\"].c   |"
            + " {'a.b':{},'id':1,'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]],'schüssel':12,'timestamp':2,'user':{'id':3,'name':'n','timestamp':4}}",
        "schüssel      |"
            + " {'a.b':{'c':11},'id':1,'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]],'timestamp':2,'user':{'id':3,'name':'n','timestamp':4}}",
        "*             | {}",
        "missing.id    |"
            + " {'a.b':{'c':11},'id':1,'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]],'schüssel':12,'timestamp':2,'user':{'id':3,'name':'n','timestamp':4}}",
      },
      quoteCharacter = '`')
  void leavesOutWhatIsIgnored(String path, String expected) throws IOException {
    Object map = new ObjectMapper().readValue(TEXT, Object.class);

    assertThat(ignoring(TEXT, path)).isEqualTo(expected.replace('\'', '"'));
    assertThat(ignoring(map, path)).isEqualTo(expected.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id            | {'id':1}",
        "user          | {'user':{'id':3,'name':'n','timestamp':4}}",
        "user.id       | {'user':{'id':3}}",
        "id.deeper     | {'id':null}",
        "items[*].id   | {'items':[{'id':5},{'id':7},null,[]]}",
        "items[*]      | {'items':[{'id':5,'n':6},{'id':7,'timestamp':8},9,[{'id':10}]]}",
        "user.*        | {'user':{'id':3,'name':'n','timestamp':4}}",
        "missing       | {}",
      },
      quoteCharacter = '`')
  void keepsJustWhatIsNamed(String path, String expected) throws IOException {
    Object map = new ObjectMapper().readValue(TEXT, Object.class);

    assertThat(only(TEXT, path)).isEqualTo(expected.replace('\'', '"'));
    assertThat(only(map, path)).isEqualTo(expected.replace('\'', '"'));
  }

  @Test
  void severalPathsWorkTogether() {
    assertThat(only(TEXT, "id", "user.name", "**.c"))
        .isEqualTo(
            "{\"a.b\":{\"c\":11},\"id\":1,\"items\":[{\"id\":null,\"n\":null},"
                + "{\"id\":null,\"timestamp\":null},null,[{\"id\":null}]],\"schüssel\":null,"
                + "\"timestamp\":null,\"user\":{\"id\":null,\"name\":\"n\",\"timestamp\":null}}");
    assertThat(ignoring(TEXT, "user", "items", "a.b", "[\"a.b\"]", "timestamp", "schüssel"))
        .isEqualTo("{\"id\":1}");
  }

  @Test
  void whatIsBothNamedAndIgnoredIsLeftOut() {
    IdentityRule rule =
        IdentityRule.of(List.of("**.id"), List.of("user", "id"), Normalisation.NONE);

    assertThat(CanonicalJson.of(TEXT, rule))
        .isEqualTo("{\"user\":{\"name\":\"n\",\"timestamp\":4}}");
  }

  @Test
  void appliesToRecords() {
    Object arguments = Map.of("user", new User(1, "n"), "numbers", new int[] {1, 2});

    assertThat(ignoring(new User(1, "n"), "id")).isEqualTo("{\"name\":\"n\"}");
    assertThat(ignoring(arguments, "**.id", "numbers[*]"))
        .isEqualTo("{\"numbers\":[],\"user\":{\"name\":\"n\"}}");
    assertThat(only(arguments, "user.name")).isEqualTo("{\"user\":{\"name\":\"n\"}}");
  }

  @Test
  void hasNoEffectOnArgumentsThatAreNoObject() {
    assertThat(only("ls -la", "path")).isEqualTo("\"ls -la\"");
    assertThat(only("[{\"a\":1}]", "path")).isEqualTo("[{\"a\":1}]");
    assertThat(ignoring(List.of(Map.of("a", 1)), "**.a")).isEqualTo("[{\"a\":1}]");
    assertThat(only(null, "path")).isEqualTo(canonical(null));
  }

  @Test
  void rulesAreEqualIfTheirTextsAre() {
    assertThat(IdentityRule.of(List.of("a"), List.of("b"), Normalisation.NONE))
        .isEqualTo(IdentityRule.of(List.of("a"), List.of("b"), Normalisation.NONE))
        .hasSameHashCodeAs(IdentityRule.of(List.of("a"), List.of("b"), Normalisation.NONE))
        .isNotEqualTo(IdentityRule.of(List.of("b"), List.of("a"), Normalisation.NONE));
    assertThat(IdentityRule.of(List.of(), List.of(), Normalisation.NONE))
        .isEqualTo(IdentityRule.ALL_ARGUMENTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``          | the path '' is empty; name a member, such as request_id",
        "a..b        | the path 'a..b' has no name at column 3; put one dot between two names",
        ".a          | the path '.a' has no name at column 1; put one dot between two names",
        "a.          | the path 'a.' has no name at column 3; put one dot between two names",
        "a.**        | the path 'a.**' names no member after '**'; add one, such as **.timestamp",
        "$.a         | the path '$.a' starts with '$'; paths start at the arguments, so leave it"
            + " out",
        "[*].a       | the path '[*].a' starts with '[*]', but arguments are an object; name a"
            + " member first",
        "a[0]        | the path 'a[0]' has a bracket at column 2; write [*] or a quoted name,"
            + " [\"a.b\"]",
        "a[*]b       | the path 'a[*]b' needs a '.' before column 5",
        "req_*       | the path 'req_*' has 'req_*'; '*' and '**' stand for whole names, and a name"
            + " with such characters is written [\"req_*\"]",
      })
  void refusesAPathThatCanNameNoMember(String path, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdentityRule.of(List.of(path), List.of(), Normalisation.NONE))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdentityRule.of(List.of(), List.of("good", path), Normalisation.NONE))
        .withMessage(message);
  }

  @Test
  void refusesMorePathsThanItCanFollow() {
    List<String> paths = Collections.nCopies(32, "a.b");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdentityRule.of(paths, List.of(), Normalisation.NONE))
        .withMessageContaining("more than 62 names");
  }
}
