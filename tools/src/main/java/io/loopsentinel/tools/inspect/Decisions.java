package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lists the lines of a written file that a person has to decide: which method executes a call, what
 * its session is, and what the model gets instead of a call that is not run.
 *
 * @param file the file name
 * @param lines the lines of the file
 * @param proposals the targets in the file, in force or as comments
 */
record Decisions(String file, List<String> lines, List<Proposal> proposals) {

  private static final String AGENT = "java -javaagent:loop-sentinel.jar=%s -jar app.jar";
  private static final String DISCOVER = AGENT.formatted("discover,out=targets.yaml");

  /**
   * A target in the file.
   *
   * @param rank its number among the candidates of its kind, from 1
   * @param inForce {@code false} if it is a comment
   */
  record Proposal(Candidate candidate, int rank, boolean inForce) {

    boolean is(TargetKind kind) {
      return candidate.kind() == kind;
    }

    List<String> yaml() {
      return TargetsFile.yaml(candidate, TargetsFile.name(candidate, rank));
    }

    /** Returns the method with its parameters, because obfuscated methods often share a name. */
    String method() {
      return Stream.of(candidate.method().parameters())
          .map(Words::simpleName)
          .collect(Collectors.joining(", ", candidate.title() + "(", ")"));
    }
  }

  /** Returns the text for an application whose tool dispatch is guarded by shipped profiles. */
  List<String> describeProfiles() {
    return paragraphs(
        List.of(
            "Shipped profiles guard what was found, if all jars of the framework were read:"
                + " there is nothing to decide."),
        next());
  }

  List<String> describe() {
    List<Proposal> tools = proposals.stream().filter(each -> each.is(TargetKind.TOOL)).toList();
    if (tools.isEmpty()) {
      return List.of(
          "",
          "No method looks like tool dispatch. Name all jars of the application's class path, or"
              + " watch it run:",
          "  " + DISCOVER);
    }
    List<Proposal> inForce = tools.stream().filter(Proposal::inForce).toList();
    return inForce.isEmpty()
        ? paragraphs(describeComment(tools.get(0)), List.of("Or watch a run:", "  " + DISCOVER))
        : paragraphs(describeActive(inForce), next());
  }

  private List<String> next() {
    return List.of(
        "Then run it. It only observes until line %d says mode: enforce:"
            .formatted(lines.indexOf(TargetsFile.OBSERVE) + 1),
        "  " + AGENT.formatted(file));
  }

  private List<String> describeActive(List<Proposal> tools) {
    List<String> text = new ArrayList<>(List.of("Three lines to decide:"));
    text.addAll(threeDecisions(tools.get(0)));
    tools.stream()
        .skip(1)
        .map(
            each ->
                List.of(at(each, "method"), "  This is another path to tools: decide the same."))
        .forEach(text::addAll);
    proposals.stream()
        .filter(each -> each.candidate().reasons().contains(TargetSelection.UNSEEN_CALLS))
        .forEach(each -> text.addAll(unseenCalls(each)));
    return text;
  }

  private List<String> unseenCalls(Proposal tool) {
    List<String> text = new ArrayList<>(List.of(at(tool, "method")));
    text.add("  Other calls reach it and are not guarded, because it is a comment:");
    tool.candidate().doubts().forEach(doubt -> text.add("  " + doubt));
    text.add("  To guard them, remove %s.".formatted(commentMarks(tool)));
    return text;
  }

  private List<String> describeComment(Proposal tool) {
    List<String> text = new ArrayList<>();
    text.add(
        "No tool dispatch is in force. The nearest is %s, a comment because:"
            .formatted(tool.method()));
    tool.candidate().doubts().forEach(doubt -> text.add("  " + doubt));
    if (tool.candidate().isSure()) {
      text.add(
          "  the evidence for it is too weak, or that against it too strong: see above line "
              + line(tool, "- name"));
    }
    int empty = lines.indexOf(TargetsFile.NO_TARGETS) + 1;
    text.add(
        "To make it a target, remove %s%s and decide three lines:"
            .formatted(commentMarks(tool), empty > 0 ? " and \" []\" from line " + empty : ""));
    text.addAll(threeDecisions(tool));
    return text;
  }

  private List<String> threeDecisions(Proposal tool) {
    return Stream.of(
            List.of(
                at(tool, "method"),
                "  Does %s execute one tool call?".formatted(tool.method()),
                "  The tool's name is %s (line %d), and its arguments are %s (line %d)."
                    .formatted(
                        tool.candidate().readings().get("tool"),
                        line(tool, "tool"),
                        tool.candidate().readings().get("args"),
                        line(tool, "args"))),
            session(tool),
            result(tool))
        .flatMap(List::stream)
        .toList();
  }

  private List<String> session(Proposal tool) {
    String session = tool.candidate().session();
    String at = at(tool, "session");
    Optional<Proposal> run = proposals.stream().filter(each -> each.is(TargetKind.RUN)).findFirst();
    if (session.startsWith("run") && run.isPresent() && run.get().inForce()) {
      String ofRun = run.get().candidate().session();
      if (!ofRun.isEmpty()) {
        return List.of(
            at,
            "  A run is everything that happens with one %s of %s (line %d)."
                .formatted(ofRun, run.get().method(), line(run.get(), "session")),
            "  Is it different for each message of each user?",
            "  If a person is asked in between and another one continues, no loop is found.");
      }
      return List.of(
          at,
          "  A run is a call of %s (line %d). Does each answer one message of one user?"
              .formatted(run.get().method(), line(run.get(), "method")));
    }
    if (session.startsWith("run ?? shared(")) {
      return List.of(
          at,
          "  No run is known, and users may share the rest: loops are reported but not stopped.",
          run.map(
                  each ->
                      "  If %s answers one message of one user, remove %s."
                          .formatted(each.method(), commentMarks(each)))
              .orElse("  Name what identifies a user, or add a run: docs/targets.md, Sessions."));
    }
    return List.of(at, "  Is it different for each user? Calls of the same session are compared.");
  }

  private List<String> result(Proposal tool) {
    return tool.candidate().readings().containsKey("result")
        ? List.of(
            at(tool, "result"),
            "  The model reads this instead of the result of a call that is not run.")
        : List.of(
            at(tool, "returns"),
            "  Without result, the run ends where the model would get a hint. To give a hint,",
            "  build the method's return value from message: docs/targets.md, Expressions.");
  }

  /** Describes the comment marks of a proposal, with their lines. */
  private String commentMarks(Proposal proposal) {
    int first = line(proposal, "- name");
    return "\"# \" from lines %d to %d".formatted(first, first + proposal.yaml().size() - 1);
  }

  private String at(Proposal proposal, String key) {
    int line = line(proposal, key);
    return "%s:%d: %s".formatted(file, line, lines.get(line - 1).strip());
  }

  /** Returns the line number of a key of a proposal in the file, from 1. */
  private int line(Proposal proposal, String key) {
    List<String> yaml = proposal.yaml();
    int first = lines.indexOf(TargetsFile.line(yaml.get(0), proposal.inForce()));
    return IntStream.range(0, yaml.size())
            .filter(i -> yaml.get(i).strip().startsWith(key + ":"))
            .findFirst()
            .orElse(0)
        + first
        + 1;
  }

  private static List<String> paragraphs(List<String> first, List<String> second) {
    return Stream.of(List.of(""), first, List.of(""), second).flatMap(List::stream).toList();
  }
}
