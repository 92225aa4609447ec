package io.loopsentinel.agent.command.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.Json;
import io.loopsentinel.agent.command.MalformedRecordException;
import io.loopsentinel.agent.command.RecordLines;
import io.loopsentinel.agent.command.report.Usage.Measure;
import io.loopsentinel.engine.text.Printable;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads audit logs, in any order, into sums for each hour, agent, user, tool and model. */
final class AuditUsage {

  /** Stands where a line does not tell whose it is. */
  static final String NONE = "(none)";

  private static final int VERSION = 1;

  /** A file in another format is broken in every line. */
  private static final int REPORTED_LINES = 10;

  private static final int NANO_DOLLARS = 9;

  /** Dollars of one turn: far more than any costs. */
  private static final long MAX_DOLLARS = 1_000_000;

  private static final Set<String> STOPS = Set.of("hint", "abort", "terminate");

  final ZoneId zone;
  private final Map<Slot, Usage> sums = new HashMap<>();

  /** Stopped calls by the events that tell of them. */
  private final Map<Slot, BigDecimal> stops = new HashMap<>();

  private final Set<List<String>> stoppedCalls = new HashSet<>();
  long lines;
  long broken;

  /** What sums are told by. */
  enum Dimension {
    AGENT,
    USER,
    TOOL,
    MODEL
  }

  /** The hour in which a line was written, and what it is about. */
  record Slot(ZonedDateTime hour, Map<Dimension, String> names) {

    LocalDate day() {
      return hour.toLocalDate();
    }

    String of(Dimension dimension) {
      return names.getOrDefault(dimension, NONE);
    }
  }

  /** Creates sums whose days are those of a time zone. */
  AuditUsage(ZoneId zone) {
    this.zone = zone;
  }

  Map<Slot, Usage> sums() {
    // Where calls have lines, these tell of those in ended sessions, too.
    stops.forEach((slot, of) -> usage(slot).sums().merge(Measure.STOPPED, of, BigDecimal::max));
    return sums;
  }

  /** Adds a file; what cannot be read is skipped and reported. */
  void read(File file, PrintWriter err) {
    Skipped skipped = new Skipped(file, err);
    try (RecordLines in = RecordLines.open(file)) {
      in.read(skipped);
    } catch (IOException e) {
      broken++;
      err.println(file + ": cannot be read on: " + e.getMessage());
    }
    broken += skipped.lines;
    if (skipped.lines > REPORTED_LINES) {
      err.println(
          file + ": skipped " + (skipped.lines - REPORTED_LINES) + " more lines like these");
    }
  }

  /** Takes the lines of a file, and reports those that are skipped. */
  private final class Skipped implements RecordLines.Sink {

    private final File file;
    private final PrintWriter err;
    private long lines;

    Skipped(File file, PrintWriter err) {
      this.file = file;
      this.err = err;
    }

    @Override
    public void line(String text, long number) throws MalformedRecordException {
      take(Json.read(text));
      AuditUsage.this.lines++;
    }

    @Override
    public void broken(long number, String reason) {
      if (++lines <= REPORTED_LINES) {
        err.println(file + ":" + number + ": skipped: " + reason);
      }
    }
  }

  private void take(JsonNode line) throws MalformedRecordException {
    Slot slot = slot(line);
    switch (line.path("type").asText()) {
      case "call" -> {
        if (!line.has("dispatched")) {
          count(slot, Measure.CALLS);
          if (!line.has("ended") && isStop(line.path("decision"))) {
            count(slot, Measure.STOPPED);
          }
        }
      }
      case "loop.detected", "turn.warned" -> {
        if (line.path("rung").asInt() == 1) {
          count(slot, Measure.LOOPS);
        }
        found(slot, line);
      }
      case "budget.exceeded", "budget.warned" -> found(slot, line);
      case "cost.attributed" -> {
        Usage turn = turn(line);
        usage(slot).add(turn);
      }
      // Others tell of nothing that is added up.
      default -> {}
    }
  }

  private void found(Slot slot, JsonNode line) {
    count(slot, Measure.FINDINGS);
    // Each detector that found something in a call tells of it.
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
    BigDecimal cost = cost(line.path("cost_usd"));
    usage.add(Measure.COST_USD, cost);
    usage.add(Measure.PRICED_TURNS, BigDecimal.valueOf(cost.signum()));
    return usage;
  }

  private static BigDecimal tokens(JsonNode line, String member) throws MalformedRecordException {
    return BigDecimal.valueOf(Json.tokens(line.path(member)));
  }

  private static BigDecimal cost(JsonNode value) throws MalformedRecordException {
    double dollars = value.doubleValue();
    if (!(dollars >= 0 && dollars <= MAX_DOLLARS)) {
      throw new MalformedRecordException(
          "expected from 0 to %d dollars for a turn, found %s".formatted(MAX_DOLLARS, value));
    }
    // An exponent far below zero makes a number of a billion digits in a sum.
    BigDecimal cost = dollars == 0 ? BigDecimal.ZERO : value.decimalValue();
    // What a double adds to it is no money.
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
        JsonNode labels = line.path("labels");
        return new Slot(
            time.truncatedTo(ChronoUnit.HOURS),
            Map.of(
                Dimension.AGENT,
                text(labels, "agent"),
                Dimension.USER,
                text(labels, "user"),
                Dimension.TOOL,
                text(line, "tool"),
                Dimension.MODEL,
                text(line, "model")));
      }
    } catch (DateTimeException e) {
      // It is told as any other line that does not belong here.
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
