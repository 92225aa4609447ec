package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.loopsentinel.tools.check.fixture.Answer;
import io.loopsentinel.tools.check.fixture.Desk;
import io.loopsentinel.tools.check.fixture.Office;
import io.loopsentinel.tools.check.fixture.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The problems that the command reports. */
class CheckProblemsTest {

  @TempDir private Path folder;

  @Test
  void aTargetThatMatchesNothingIsOne() throws IOException {
    CheckInvocation check =
        check("name: t, kind: tool, type: DESK.Desk, method: dispach, tool: arg0");

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .contains(
            "\nproblem: tool target t (sentinel-config.yaml:4:7) matches no method: DESK.Desk"
                + " declares no dispach; there is dispatch(Request)\n")
        .endsWith("\nNothing would be guarded, 1 problem.\n");
  }

  @Test
  void reportsMissingType() throws IOException {
    CheckInvocation check =
        check("name: t, kind: tool, type: com.acme.Desk, method: dispatch, tool: arg0");

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .contains("no class com.acme.Desk is on the class path; there is DESK.Desk\n");
  }

  @Test
  void reportsUnfitExpressionAsAtRunTime() throws IOException {
    CheckInvocation check =
        check("name: t, kind: tool, type: DESK.Desk, method: dispatch, tool: arg0.name");

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .contains(
            "\nproblem: tool target t (sentinel-config.yaml:4:7) cannot guard"
                + " DESK.Desk.dispatch(Request): Answer\n"
                + "  sentinel-config.yaml:4:106: DESK.Request has no member \"name\"; it has"
                + " tool(), context(), arguments(); in `arg0.name`. target t"
                + " (sentinel-config.yaml:4:7) on DESK.Desk.dispatch(Request) is switched off: its"
                + " calls run unguarded.\n");
  }

  @Test
  void reportsAllUnfitExpressionsTogether() throws IOException {
    CheckInvocation check =
        check(
            "name: t, kind: tool, type: DESK.Desk, method: dispatchAll, tool: 'arg0[*].name',"
                + " args: 'arg0[*].arguments', output: 'return[*].txt', session: arg7");

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .contains(
            "\nproblem: tool target t (sentinel-config.yaml:4:7) cannot guard"
                + " DESK.Desk.dispatchAll(List): List\n"
                + "  sentinel-config.yaml:4:113: DESK.Request has no member \"name\"; it has"
                + " tool(), context(), arguments(); in `arg0[*].name`.\n"
                + "  sentinel-config.yaml:4:181: arg7 does not exist: DESK.Desk.dispatchAll has 1"
                + " parameter (List); in `arg7`.\n"
                + "  sentinel-config.yaml:4:166: DESK.Answer has no member \"txt\"; it has text(),"
                + " failed(); in `return[*].txt`. target t (sentinel-config.yaml:4:7) on"
                + " DESK.Desk.dispatchAll(List) is switched off: its calls run unguarded.\n\n")
        .endsWith("\nNothing would be guarded, 1 problem.\n");
  }

  @Test
  void reportsTargetWhoseMethodsAnotherTargetMatches() throws IOException {
    CheckInvocation check =
        CheckInvocation.of(
            folder,
            """
            sentinel:
              profiles: none
              targets:
                - {name: first, kind: tool, type: DESK.Desk, method: "dispatch*", tool: arg0}
                - {name: second, kind: tool, type: DESK.Desk, method: dispatch, tool: arg0}
            """,
            desk());

    assertThat(check.out())
        .contains(
            "problem: tool target second (sentinel-config.yaml:5:7) matches no method: its"
                + " methods are guarded by target first (sentinel-config.yaml:4:7), which comes"
                + " before it\n");
  }

  @Test
  void aClassThatIsMissingOnTheClassPathIsOneForATargetOfTheUser() throws IOException {
    Path withoutAnswer =
        ClassFolder.of(folder.resolve("classes"), List.of(Desk.class, Office.class, Request.class));

    CheckInvocation check =
        CheckInvocation.ofTarget(
            folder,
            "name: t, kind: tool, type: DESK.Desk, method: dispatch, tool: arg0.tool",
            withoutAnswer);

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .contains(
            "\nproblem: tool target t (sentinel-config.yaml:4:7) on DESK.Desk.dispatch(Request)\n"
                + "  cannot be checked: class DESK.Answer is missing on the class path; add its"
                + " jar\n");
  }

  @Test
  void aClassFileThatEndsTooEarlyIsSkipped() throws IOException {
    Path classes = desk();
    Path file = classes.resolve(Office.class.getName().replace('.', '/') + ".class");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 4));

    CheckInvocation check =
        CheckInvocation.ofTarget(
            folder,
            "name: t, kind: tool, type: DESK.Office, method: send, tool: arg0.tool",
            classes);

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.err()).contains("Office.class: skipped: is not a readable class file: ");
    assertThat(check.out()).contains("no class DESK.Office is on the class path");
  }

  @Test
  void aTypeOfAnExpressionThatIsMissingIsOne() throws IOException {
    Path withoutContext =
        ClassFolder.of(
            folder.resolve("classes"),
            List.of(Desk.class, Office.class, Request.class, Answer.class));

    CheckInvocation check =
        CheckInvocation.ofTarget(
            folder,
            "name: t, kind: tool, type: DESK.Desk, method: dispatch, tool: 'new"
                + " DESK.Request(method, null, null)'",
            withoutContext);

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .contains("cannot be checked: class DESK.Context is missing on the class path");
  }

  @Test
  void aClassThatIsMissingIsNoneForATargetOfAProfile() throws IOException {
    String name = "org/springframework/ai/tool/ToolCallback";
    ClassWriter callback = new ClassWriter(0);
    callback.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor call =
        callback.visitMethod(
            Opcodes.ACC_PUBLIC,
            "call",
            "(Ljava/lang/String;Lorg/springframework/ai/chat/model/ToolContext;)Ljava/lang/String;",
            null,
            null);
    call.visitCode();
    call.visitVarInsn(Opcodes.ALOAD, 1);
    call.visitInsn(Opcodes.ARETURN);
    call.visitMaxs(1, 3);
    call.visitEnd();
    callback.visitEnd();
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Files.write(classes.resolve("ToolCallback.class"), callback.toByteArray());

    CheckInvocation check = CheckInvocation.of(folder, "sentinel: {}", classes);

    assertThat(check.out())
        .contains("\nprofile langchain4j: not found on this class path\n")
        .containsPattern("\nprofile spring-ai: 1 of \\d+ targets match; the others belong")
        .contains(
            "tool target spring-ai-tool (profile spring-ai:",
            "on org.springframework.ai.tool.ToolCallback.call(String, ToolContext)\n"
                + "  cannot be checked: class org.springframework.ai.chat.model.ToolContext is"
                + " missing on the class path; add its jar\n",
            "\nNothing would be guarded, no problem.\n");
  }

  @Test
  void reportsUnmatchedProfileTargetsOnlyOnRequest() throws IOException {
    String yaml = "sentinel: {profiles: [spring-ai]}";

    assertThat(CheckInvocation.of(folder, yaml, desk()).out())
        .contains("warning: profiles: spring-ai matches no method")
        .doesNotContain("no class org.springframework");
    assertThat(CheckInvocation.of(folder, yaml, desk(), "--all"))
        .extracting(CheckInvocation::out, STRING)
        .contains(
            " matches no method: no class org.springframework.ai.tool.ToolCallback is on the class"
                + " path\n")
        .doesNotContain("problem:");
  }

  private CheckInvocation check(String target) throws IOException {
    return CheckInvocation.ofTarget(folder, target, desk());
  }

  private Path desk() throws IOException {
    return ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL);
  }
}
