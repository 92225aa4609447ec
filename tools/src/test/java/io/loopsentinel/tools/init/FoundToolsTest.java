package io.loopsentinel.tools.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The annotated methods that count as an application's own tools. */
class FoundToolsTest {

  private static final String TOOL = "org.agents.Tool";

  @TempDir private Path folder;

  @Test
  void leavesOutToolsThatAnUnknownFrameworkBringsAlong() throws IOException {
    Classes.addTool(classes(), "com.acme.Orders", TOOL);
    Classes.addTool(classes(), "org.agents.builtin.Search", TOOL);

    assertThat(init()).contains("com.acme.Orders.find").doesNotContain("org.agents.builtin");
    assertThat(yaml()).contains("annotated_with: org.agents.Tool, packages: [com.acme]");
  }

  @Test
  void leavesOutWellKnownLibraries() throws IOException {
    Classes.addTool(classes(), "com.acme.Orders", TOOL);
    Classes.addTool(classes(), "org.apache.commons.Search", TOOL);

    assertThat(init()).doesNotContain("org.apache.commons");
  }

  @Test
  void namesNoToolThatAProfileGuards() throws IOException {
    Classes.addTool(classes(), "com.acme.Orders", "dev.langchain4j.agent.tool.Tool");

    assertThat(init())
        .contains("1 tool guarded by profile langchain4j:\n  find: com.acme.Orders.find\n");
    assertThat(yaml()).doesNotContain("dev.langchain4j");
  }

  @Test
  void namesEachAnnotation() throws IOException {
    Classes.addTool(classes(), "com.acme.Orders", TOOL);
    Classes.addTool(classes(), "com.acme.Mail", "net.bots.Tool");
    Classes.addTool(classes(), "com.acme.Weather", "net.bots.AiFunction");
    init();

    assertThat(yaml())
        .contains("{name: tool, kind: tool, annotated_with: net.bots.Tool,")
        .contains("{name: ai-function, kind: tool, annotated_with: net.bots.AiFunction,")
        .contains("{name: tool-2, kind: tool, annotated_with: org.agents.Tool,");
  }

  @Test
  void namesAPackageWithoutThoseBelowIt() throws IOException {
    Classes.addTool(classes(), "com.acme.Orders", TOOL);
    Classes.addTool(classes(), "com.acme.mail.Mail", TOOL);
    Classes.addTool(classes(), "com.beta.Weather", TOOL);
    init();

    assertThat(yaml()).contains("packages: [com.acme, com.beta]}");
  }

  @Test
  void namesNoPackageIfAToolIsInNone() throws IOException {
    Classes.addTool(classes(), "Orders", TOOL);
    Classes.addTool(classes(), "com.acme.Mail", TOOL);

    assertThat(init()).contains("2 methods would be guarded, no problem");
    assertThat(yaml()).contains("annotated_with: org.agents.Tool}\n");
  }

  @Test
  void namesClassesThatAreATool() throws IOException {
    Classes.addToolClass(classes(), "com.acme.FindOrders", "find_orders", TOOL);
    Classes.addToolClass(classes(), "com.acme.CancelOrder", "cancel_order", TOOL);
    Classes.addTool(classes(), "com.acme.Mail", TOOL);

    assertThat(init())
        .contains("find_orders: com.acme.FindOrders.apply")
        .contains("3 methods would be guarded, no problem");
    assertThat(yaml())
        .contains("# Tools: find\n    - {name: tool, kind: tool, annotated_with: org.agents.Tool,")
        .contains(
            "# Tools: cancel_order, find_orders\n"
                + "    - {name: tool-2, kind: tool,"
                + " types: [com.acme.CancelOrder, com.acme.FindOrders], method: apply}");
  }

  @Test
  void shortensLongListsOfTools() throws IOException {
    for (int i = 0; i < 7; i++) {
      Classes.addTool(classes(), "com.acme.Orders" + i, TOOL);
    }
    init();

    assertThat(yaml()).contains("# Tools: find\n");
  }

  private Path classes() throws IOException {
    return Files.createDirectories(folder.resolve("classes"));
  }

  private String init() {
    InitInvocation init = InitInvocation.of("--out", folder.resolve("a.yaml"), folder);
    assertThat(init.err()).isEmpty();
    return init.out();
  }

  private String yaml() throws IOException {
    return Files.readString(folder.resolve("a.yaml"));
  }
}
