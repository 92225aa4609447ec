package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Arguments in a framework's own type for JSON are read as JSON, where that only reads. */
class WrappedArgumentsTest {

  @Test
  void readsTheMemberThatGivesThemAsJson() {
    assertThat(proposed("ownjson")).contains("\n      args: arg0.input().toJson()\n");
  }

  @Test
  void namesTheJsonWriterIfItMayHaveSideEffects() {
    assertThat(proposed("jsonmapper"))
        .contains("\n      args: arg0.input()\n")
        .contains(
            "the JSON of its arguments is in com.acme.shapes.jsonmapper.Json::write(arg0.input()),"
                + " but that calls Json.write(), which is not known to be read-only: their fields are"
                + " compared");
  }

  private static String proposed(String shape) {
    Path folder =
        Path.of(
            URI.create(
                Objects.requireNonNull(
                        WrappedArgumentsTest.class.getResource("/com/acme/shapes/" + shape))
                    .toString()));
    return InspectInvocation.of(folder.toString()).out();
  }
}
