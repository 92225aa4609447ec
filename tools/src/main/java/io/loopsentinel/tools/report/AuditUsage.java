package io.loopsentinel.tools.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.engine.gate.EffectRefusal;
import io.loopsentinel.engine.gate.ToolGate;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.tools.report.Usage.Measure;
import io.loopsentinel.tools.support.Json;
import io.loopsentinel.tools.support.MalformedRecordException;
import io.loopsentinel.tools.support.RecordLines;
import io.loopsentinel.tools.support.SkippedLines;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up audit logs, read in any order, by hour, tool, model, pod, session and labels. */
final class AuditUsage {

  /** Placeholder for a missing label, tool or model. */
  static final String NONE = "(none)";

  // The names of sums; all others are labels.
  static final String AGENT = "agent";
  static final String USER = "user";
  static final String TOOL = "tool";
  static final String MODEL = "model";
  static final String POD = "pod";
  static final String SESSION = "session";

  private static final Set<String> NOT_LABELS = Set.of(TOOL, MODEL, POD, SESSION);

  private static final int VERSION = 1;

  private static final int NANO_DOLLARS = 9;

  /** Maximum cost of one turn in dollars, far above any real one. */
  private static final long MAX_DOLLARS = 1_000_000;

  private static final Set<String> STOPS = Set.of("hint", "abort", "terminate");

  final ZoneId zone;
  private final boolean hasSessions;
  private final Set<String> labels = new LinkedHashSet<>(List.of(AGENT, USER));
  private final Map<Slot, Usage> sums = new HashMap<>();

  /** Stopped calls as counted from the events about them. */
  private final Map<Slot, BigDecimal> stops = new HashMap<>();

  private final Set<List<String>> stoppedCalls = new HashSet<>();

  /** The names of JVMs by the instance in their lines, which has the name in its first line. */
  private final Map<String, String> pods = new HashMap<>();

  long lines;
  long broken;

  /** The hour of a line, and the names that it contains. */
  record Slot(ZonedDateTime hour, Map<String, String> names) {

    LocalDate day() {
      return hour.toLocalDate();
    }

    String of(String name) {
      return names.getOrDefault(name, NONE);
    }
  }

  /**
   * Creates empty sums.
   *
   * @param zone the time zone of days
   * @param by further names by which to add up: labels, or sessions, which need more memory
   */
  AuditUsage(ZoneId zone, Collection<String> by) {
    this.zone = zone;
    this.hasSessions = by.contains(SESSION);
    this.labels.addAll(by);
    this.labels.removeAll(NOT_LABELS);
  }

  Set<String> labels() {
    return labels;
  }

  /** Returns the sums. All files must have been read. */
  Map<Slot, Usage> sums() {
    // Call lines, if there are any, also cover calls in ended sessions, so the maximum is right.
    stops.forEach((slot, of) -> usage(slot).sums().merge(Measure.STOPPED, of, BigDecimal::max));
    Map<Slot, Usage> named = new HashMap<>();
    sums.forEach(
        (slot, usage) -> named.computeIfAbsent(named(slot), any -> new Usage()).add(usage));
    return named;
  }

  /** Returns a slot with the name of its pod instead of the instance. */
  private Slot named(Slot slot) {
    Map<String, String> names = new HashMap<>(slot.names());
    names.computeIfPresent(POD, (any, instance) -> pods.getOrDefault(instance, instance));
    return new Slot(slot.hour(), names);
  }

  /** Adds a file; unreadable parts are skipped and reported. */
  void read(File file, PrintWriter err) {
    SkippedLines skipped = new SkippedLines(file, err);
    try (RecordLines in = RecordLines.open(file)) {
      in.read(
          (text, number) -> {
            add(Json.read(text));
            lines++;
          },
          skipped::add);
    } catch (IOException e) {
      broken++;
      err.println(file + ": reading failed: " + e.getMessage());
    }
    broken += skipped.finish();
  }

  private void add(JsonNode line) throws MalformedRecordException {
    Slot slot = slot(line);
    switch (line.path("type").asText()) {
      case "call" -> {
        if (!line.has("dispatched")) {
          count(slot, Measure.CALLS);
          if (!line.has("ended") && isStop(line.path("decision"))) {
            count(slot, Measure.STOPPED);
            if (line.path("detector").asText().equals(EffectRefusal.NAME)) {
              count(slot, Measure.NOT_REPEATED);
            }
          } else if (line.path("reused").asBoolean()) {
            count(slot, Measure.REUSED);
          }
        }
      }
      case "loop.detected", "turn.warned" -> {
        boolean isOfLoop = !ToolGate.GATES.contains(line.path("detector").asText());
        if (isOfLoop && line.path("rung").asInt() == 1) {
          count(slot, Measure.LOOPS);
        }
        addFinding(slot, line);
      }
      case "budget.exceeded", "budget.warned" -> addFinding(slot, line);
      case "cost.attributed" -> {
        Usage turn = turn(line);
        usage(slot).add(turn);
      }
      case "agent.started", "log.continued" ->
          pods.put(
              text(line, "instance"),
              Sharing.podName(text(line, "host"), line.path("pid").asLong()));
      // Other lines contain nothing to add up.
      default -> {}
    }
  }

  private void addFinding(Slot slot, JsonNode line) {
    count(slot, Measure.FINDINGS);
    // Several detectors may report the same call.
    List<String> call =
        List.of(text(line, "instance"), text(line, "session"), text(line, "calls_stopped"));
    if (line.has("tool") && isStop(line.path("action")) && stoppedCalls.add(call)) {
      stops.merge(slot, BigDecimal.ONE, BigDecimal::add);
    }
  }

  private static Usage turn(JsonNode line) throws MalformedRecordException {
    Usage usage = new Usage();
    usage.add(Measure.TURNS, BigDecimal.ONE);
    usage.add(Measure.INPUT_TOKENS, tokens(line, "input_tokens"));
    usage.add(Measure.CACHED_TOKENS, tokens(line, "cached_tokens"));
    usage.add(Measure.OUTPUT_TOKENS, tokens(line, "output_tokens"));
    BigDecimal tokens = usage.of(Measure.INPUT_TOKENS).add(usage.of(Measure.OUTPUT_TOKENS));
    usage.add(Measure.COUNTED_TURNS, BigDecimal.valueOf(tokens.signum()));
    BigDecimal cost = cost(line.path("cost_usd"));
    usage.add(Measure.COST_USD, cost);
    usage.add(Measure.PRICED_TURNS, BigDecimal.valueOf(line.hasNonNull("cost_usd") ? 1 : 0));
    return usage;
  }

  private static BigDecimal tokens(JsonNode line, String member) throws MalformedRecordException {
    return BigDecimal.valueOf(Json.tokens(line.path(member)));
  }

  private static BigDecimal cost(JsonNode value) throws MalformedRecordException {
    double dollars = value.doubleValue();
    if (!(dollars >= 0 && dollars <= MAX_DOLLARS)) {
      throw new MalformedRecordException(
          "expected from 0 to %s dollars for a turn, found %s".formatted(MAX_DOLLARS, value));
    }
    // A large negative exponent would give the sum a billion digits.
    BigDecimal cost = dollars == 0 ? BigDecimal.ZERO : value.decimalValue();
    // Digits beyond this are rounding errors of a double.
    return cost.scale() > NANO_DOLLARS
        ? cost.setScale(NANO_DOLLARS, RoundingMode.HALF_UP).stripTrailingZeros()
        : cost;
  }

  private static boolean isStop(JsonNode action) {
    return STOPS.contains(action.asText());
  }

  private void count(Slot slot, Measure measure) {
    usage(slot).add(measure, BigDecimal.ONE);
  }

  private Usage usage(Slot slot) {
    return sums.computeIfAbsent(slot, any -> new Usage());
  }

  private Slot slot(JsonNode line) throws MalformedRecordException {
    try {
      if (line.path("v").asInt() == VERSION && line.has("type")) {
        ZonedDateTime time = Json.inRange(Instant.parse(line.path("time").asText())).atZone(zone);
        Map<String, String> names = new HashMap<>();
        labels.forEach(label -> names.put(label, text(line.path("labels"), label)));
        names.put(TOOL, text(line, "tool"));
        names.put(MODEL, text(line, "model"));
        names.put(POD, text(line, "instance"));
        if (hasSessions) {
          names.put(SESSION, text(line, "session"));
        }
        return new Slot(time.truncatedTo(ChronoUnit.HOURS), names);
      }
    } catch (DateTimeException e) {
      // Reported below, as any other malformed line.
    }
    throw new MalformedRecordException(
        "expected a line of an audit log, with \"v\": "
            + VERSION
            + ", \"type\" and a \"time\" from 1970 to 9999");
  }

  private static String text(JsonNode line, String member) {
    String text = Printable.within(line.path(member).asText(), Printable.NAME);
    return text.isEmpty() ? NONE : text;
  }
}
