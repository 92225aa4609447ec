package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.yaml.Origin;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TargetReadingTest {

  @Test
  void readsOneTargetForEachOfSeveralTypes() {
    List<TargetSpec> targets =
        Configs.valid(
                """
                sentinel:
                  targets:
                    - {name: my-tools, kind: tool, types: [com.acme.OrderTools, com.acme.MailTools], method: "*"}
                """)
            .targets();

    assertThat(targets)
        .extracting(TargetSpec::name, TargetSpec::type)
        .containsExactly(
            tuple("my-tools", "com.acme.OrderTools"), tuple("my-tools", "com.acme.MailTools"));
  }

  @Test
  void readsSubtypesOfATypeOfTheJdkInNamedPackages() {
    String target =
        """
        sentinel:
          targets:
            - {name: suppliers, kind: tool, type: java.util.function.Supplier, subtypes: true, packages: [com.acme.tools], method: get, args: this}
        """;

    assertThat(Configs.valid(target).targets())
        .singleElement()
        .extracting(TargetSpec::type)
        .isEqualTo("java.util.function.Supplier");
  }

  @Test
  void readsNamesOfManySegments() {
    String name = "a.".repeat(20_000) + "B";
    String target =
        """
        sentinel:
          targets:
            - {name: deep, kind: tool, type: %1$s, subtypes: true, packages: [%1$s],
               annotated_with: %1$s, parameters: ["%1$s[]"], returns: %1$s}
        """
            .formatted(name);

    assertThat(Configs.valid(target).targets())
        .singleElement()
        .extracting(TargetSpec::type, TargetSpec::returns)
        .containsExactly(name, name);
  }

  @Test
  void readsATargetOfEachKind() {
    List<TargetSpec> targets =
        Configs.valid(
                """
                sentinel:
                  targets:
                    - name: acme-dispatch
                      kind: tool
                      type: com.acme.agent.Dispatcher
                      subtypes: true
                      method: dispatch*
                      parameters: [java.lang.String, "byte[]", "java.util.Map"]
                      returns: com.acme.ToolResult
                      tool: arg0
                      args: arg1
                      session: arg2?.conversationId ?? run ?? thread
                      result: com.acme.ToolResult::error(message)
                      ends_session: true
                      trial: true
                    - {name: acme-turn, kind: turn, type: com.acme.agent.Model$Chat, method: chat, text: return.message.text, input_tokens: return.usage?.promptTokens, output_tokens: 0}
                    - {name: acme-run,  kind: run,  type: com.acme.agent.Assistant, method: ask, parameters: [], session: arg0}
                    - {name: acme-part, kind: run, type: com.acme.agent.Loop, method: step, session: this.id, reset: false}
                """)
            .targets();

    TargetSpec tool = targets.get(0);
    assertThat(tool.name()).isEqualTo("acme-dispatch");
    assertThat(tool.kind()).isEqualTo(TargetKind.TOOL);
    assertThat(tool.type()).isEqualTo("com.acme.agent.Dispatcher");
    assertThat(tool.subtypes()).isTrue();
    assertThat(tool.method()).isEqualTo(Glob.of("dispatch*"));
    assertThat(tool.parameters()).containsExactly("java.lang.String", "byte[]", "java.util.Map");
    assertThat(tool.returns()).isEqualTo("com.acme.ToolResult");
    assertThat(tool.origin()).isEqualTo(new Origin("file.yaml", 3, 7));
    assertThat(tool.endsSession()).isTrue();
    assertThat(tool.trial()).isTrue();
    assertThat(tool.fromProfile()).isFalse();
    assertThat(source(tool.readings().get(Reading.SESSION)))
        .isEqualTo("arg2?.conversationId ?? run ?? thread");
    assertThat(source(tool.readings().get(Reading.RESULT)))
        .isEqualTo("com.acme.ToolResult::error(message)");
    assertThat(tool.readings().get(Reading.TEXT)).isNull();
    TargetSpec turn = targets.get(1);
    assertThat(turn.kind()).isEqualTo(TargetKind.TURN);
    assertThat(turn.subtypes()).isFalse();
    assertThat(turn.parameters()).isNull();
    assertThat(source(turn.readings().get(Reading.TEXT))).isEqualTo("return.message.text");
    assertThat(source(turn.readings().get(Reading.OUTPUT_TOKENS))).isEqualTo("0");
    TargetSpec run = targets.get(2);
    assertThat(run.kind()).isEqualTo(TargetKind.RUN);
    assertThat(run.parameters()).isEmpty();
    assertThat(run.resets()).isTrue();
    assertThat(run.endsSession()).isFalse();
    assertThat(run.trial()).isFalse();
    assertThat(targets.get(3).resets()).isFalse();
  }

  @Test
  void remembersWhereAnExpressionBegins() {
    List<TargetSpec> targets =
        Configs.valid(
                """
                sentinel:
                  targets:
                    - name: a
                      kind: tool
                      type: com.acme.Tools
                      method: call
                      tool: arg0
                      args: "arg1"
                """)
            .targets();

    Map<Reading, SourceExpression> readings = targets.get(0).readings();
    assertThat(readings.get(Reading.TOOL_NAME))
        .extracting(SourceExpression::origin)
        .isEqualTo(new Origin("file.yaml", 7, 13));
    assertThat(readings.get(Reading.ARGS))
        .extracting(SourceExpression::origin)
        .isEqualTo(new Origin("file.yaml", 8, 14));
  }

  @Test
  void readsCallsOfATurnAndItsInjection() {
    List<TargetSpec> targets =
        Configs.valid(
                """
                sentinel:
                  targets:
                    - name: a
                      kind: turn
                      type: com.acme.Model
                      method: ask
                      tool: return.calls[*].name
                      args: return.calls[*].arguments
                      inject: {arg12: "append(arg12, message)"}
                """)
            .targets();

    Map<Reading, SourceExpression> readings = targets.get(0).readings();
    assertThat(source(readings.get(Reading.TOOL_NAME))).isEqualTo("return.calls[*].name");
    assertThat(source(readings.get(Reading.ARGS))).isEqualTo("return.calls[*].arguments");
    SourceExpression inject = Objects.requireNonNull(readings.get(Reading.INJECT));
    assertThat(targets.get(0).injected()).isEqualTo(12);
    assertThat(source(inject)).isEqualTo("append(arg12, message)");
    assertThat(inject.origin()).isEqualTo(new Origin("file.yaml", 9, 24));
  }

  private static @Nullable String source(@Nullable SourceExpression expression) {
    Expression parsed = expression == null ? null : expression.expression();
    return parsed == null ? null : parsed.source();
  }
}
