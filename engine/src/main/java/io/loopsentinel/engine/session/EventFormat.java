package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The serial form of session events that JVMs share: hashes, numbers, tool names, labels and
 * messages of operators; no arguments, results or texts of the model. Thread-safe.
 *
 * <p>The first byte is the version, the next four are a hash of the writer's settings, and then
 * comes the name of the event. A reader ignores events that it does not know.
 *
 * @param rules the rules by which the calls of other JVMs are judged here
 * @param settings a hash of the settings
 */
record EventFormat(ToolRules rules, int settings) {

  private static final int VERSION = 1;

  /** Length of the version and the hash of the settings. */
  private static final int HEADER_LENGTH = 1 + Integer.BYTES;

  /** The names of events. Must not change, because JVMs with other versions read them too. */
  private static final Map<Class<?>, String> NAMES =
      Map.ofEntries(
          Map.entry(SessionEvent.Asked.class, "ASKED"),
          Map.entry(SessionEvent.AskedTogether.class, "ASKED_TOGETHER"),
          Map.entry(SessionEvent.Undispatched.class, "UNDISPATCHED"),
          Map.entry(SessionEvent.Allowed.class, "ALLOWED"),
          Map.entry(SessionEvent.Completed.class, "COMPLETED"),
          Map.entry(SessionEvent.Responded.class, "RESPONDED"),
          Map.entry(SessionEvent.Requesting.class, "REQUESTING"),
          Map.entry(SessionEvent.Sent.class, "SENT"),
          Map.entry(SessionEvent.Attributed.class, "ATTRIBUTED"),
          Map.entry(SessionEvent.Ended.class, "ENDED"),
          Map.entry(SessionEvent.Reopened.class, "REOPENED"),
          Map.entry(SessionEvent.Restarted.class, "RESTARTED"),
          Map.entry(SessionEvent.Told.class, "TOLD"),
          Map.entry(SessionEvent.Taken.class, "TAKEN"),
          Map.entry(SessionEvent.Stopped.class, "STOPPED"),
          Map.entry(SessionEvent.Carried.class, "CARRIED"));

  /** Returns whether the writer of an event has other settings or another version. */
  boolean isOfOtherSettings(byte[] bytes) {
    return bytes.length >= HEADER_LENGTH
        && (bytes[0] != VERSION || new Reader(bytes).settings != settings);
  }

  byte[] write(SessionEvent<?> event) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeInt(settings);
      write(event, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void write(SessionEvent<?> event, DataOutputStream out) throws IOException {
    out.writeUTF(Objects.requireNonNull(NAMES.get(event.getClass())));
    if (event instanceof SessionEvent.Asked asked) {
      write(asked.call(), out);
    } else if (event instanceof SessionEvent.AskedTogether asked) {
      write(asked.calls(), out);
    } else if (event instanceof SessionEvent.Undispatched undispatched) {
      write(undispatched.calls().stream().map(RequestedCall::call).toList(), out);
    } else if (event instanceof SessionEvent.Allowed allowed) {
      write(allowed.call(), out);
    } else if (event instanceof SessionEvent.Completed completed) {
      write(completed, out);
    } else if (event instanceof SessionEvent.Responded responded) {
      write(responded, out);
    } else if (event instanceof SessionEvent.Requesting requesting) {
      requesting.attribution().write(out);
      out.writeBoolean(requesting.isPaid());
    } else if (event instanceof SessionEvent.Attributed attributed) {
      attributed.attribution().write(out);
    } else if (event instanceof SessionEvent.Told told) {
      out.writeUTF(told.message());
    } else if (event instanceof SessionEvent.Carried carried) {
      out.writeLong(carried.place());
      out.writeInt(carried.first().length);
      out.write(carried.first());
      out.write(carried.lasting());
    }
  }

  private static void write(List<ToolCall> calls, DataOutputStream out) throws IOException {
    out.writeShort(calls.size());
    for (ToolCall call : calls) {
      write(call, out);
    }
  }

  private static void write(ToolCall call, DataOutputStream out) throws IOException {
    out.writeUTF(call.tool());
    call.fingerprint().write(out);
    write(call.words(), out);
    out.writeBoolean(call.isComparable());
    call.attribution().write(out);
    CallForm form = call.form();
    out.writeBoolean(form.waits());
    out.writeUTF(form.program());
    out.writeBoolean(form.looks());
    out.writeBoolean(form.writes());
  }

  private static void write(@Nullable WordSet words, DataOutputStream out) throws IOException {
    Meaning meaning = words == null ? null : words.meaning();
    out.writeUTF(words == null ? "" : words.toText());
    out.writeUTF(meaning == null ? "" : meaning.toText());
  }

  private static void write(SessionEvent.Completed completed, DataOutputStream out)
      throws IOException {
    CallId call = completed.call();
    out.writeLong(call == null ? 0 : call.number());
    out.writeShort(call == null ? 0 : call.index());
    Outcome outcome = completed.outcome();
    out.writeLong(outcome.rawKey());
    out.writeLong(outcome.normalisedKey());
    out.writeLong(outcome.settledKey());
    out.writeLong(outcome.stagnationKey());
    out.writeLong(outcome.receiptKey());
    out.writeUTF(outcome.kind().name());
    out.writeLong(outcome.errorKey());
    out.writeBoolean(outcome.substantial());
    out.writeBoolean(outcome.record());
    out.writeUTF(outcome.sentences().toText());
  }

  private static void write(SessionEvent.Responded responded, DataOutputStream out)
      throws IOException {
    ModelTurn turn = responded.turn();
    WordSet words = responded.words();
    write(words, out);
    out.writeLong(turn.inputTokens());
    out.writeLong(turn.cachedTokens());
    out.writeLong(turn.outputTokens());
    out.writeUTF(turn.model() == null ? "" : turn.model());
    turn.attribution().write(out);
  }

  /**
   * Reads an event.
   *
   * @return {@code null} if its version or kind is unknown, or it is malformed
   */
  @Nullable SessionEvent<?> read(String writer, byte[] bytes) {
    try {
      return bytes.length >= HEADER_LENGTH && bytes[0] == VERSION
          ? new Reader(bytes).event(writer)
          : null;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private final class Reader {

    private final DataInputStream in;
    private final int settings;

    Reader(byte[] bytes) {
      in = new DataInputStream(new ByteArrayInputStream(bytes));
      try {
        in.readByte();
        settings = in.readInt();
      } catch (IOException e) {
        throw new IllegalArgumentException("no event", e);
      }
    }

    @Nullable SessionEvent<?> event(String writer) throws IOException {
      return switch (in.readUTF()) {
        case "ASKED" -> new SessionEvent.Asked(call());
        case "ASKED_TOGETHER" -> new SessionEvent.AskedTogether(calls());
        case "UNDISPATCHED" ->
            new SessionEvent.Undispatched(
                calls().stream().map(call -> new RequestedCall(call, "")).toList());
        case "ALLOWED" -> new SessionEvent.Allowed(call());
        case "COMPLETED" ->
            new SessionEvent.Completed(
                new CallId(writer, in.readLong(), in.readShort()), null, outcome());
        case "RESPONDED" -> responded();
        case "REQUESTING" -> new SessionEvent.Requesting(Attribution.read(in), in.readBoolean());
        case "SENT" -> new SessionEvent.Sent();
        case "ATTRIBUTED" -> new SessionEvent.Attributed(Attribution.read(in));
        case "ENDED" -> new SessionEvent.Ended(null);
        case "REOPENED" -> new SessionEvent.Reopened();
        case "RESTARTED" -> new SessionEvent.Restarted();
        case "TOLD" -> new SessionEvent.Told(in.readUTF());
        case "TAKEN" -> new SessionEvent.Taken();
        case "STOPPED" -> new SessionEvent.Stopped();
        case "CARRIED" -> carried();
        default -> null; // From a newer version.
      };
    }

    private SessionEvent.@Nullable Carried carried() throws IOException {
      long place = in.readLong();
      byte[] first = in.readNBytes(in.readInt());
      byte[] lasting = in.readAllBytes();
      return Lasting.isReadable(first) && Lasting.isReadable(lasting)
          ? new SessionEvent.Carried(place, first, lasting)
          : null;
    }

    private List<ToolCall> calls() throws IOException {
      List<ToolCall> calls = new ArrayList<>();
      for (int count = in.readShort(); count > 0; count--) {
        calls.add(call());
      }
      return calls;
    }

    private ToolCall call() throws IOException {
      String tool = in.readUTF();
      Fingerprint fingerprint = Fingerprint.read(in);
      WordSet words = Objects.requireNonNull(words());
      boolean isComparable = in.readBoolean();
      Attribution attribution = Attribution.read(in);
      CallForm form =
          new CallForm(in.readBoolean(), in.readUTF(), in.readBoolean(), in.readBoolean());
      return new ToolCall(
          tool, rules.of(tool), fingerprint, words, isComparable, null, attribution, form);
    }

    private @Nullable WordSet words() throws IOException {
      String words = in.readUTF();
      Meaning meaning = Meaning.ofText(in.readUTF());
      return words.isEmpty() ? null : WordSet.ofText(words).withMeaning(meaning);
    }

    private Outcome outcome() throws IOException {
      return new Outcome(
          in.readLong(),
          in.readLong(),
          in.readLong(),
          in.readLong(),
          in.readLong(),
          Outcome.Kind.valueOf(in.readUTF()),
          in.readLong(),
          null,
          null,
          in.readBoolean(),
          in.readBoolean(),
          WordSet.EMPTY,
          WordSet.ofText(in.readUTF()));
    }

    private SessionEvent.Responded responded() throws IOException {
      WordSet words = words();
      long input = in.readLong();
      long cached = in.readLong();
      long output = in.readLong();
      String model = in.readUTF();
      ModelTurn turn =
          new ModelTurn(
              null, input, cached, output, model.isEmpty() ? null : model, Attribution.read(in));
      return new SessionEvent.Responded(turn, words);
    }
  }
}
