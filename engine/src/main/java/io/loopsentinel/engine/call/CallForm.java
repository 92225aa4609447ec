package io.loopsentinel.engine.call;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of a call, as its tool's name and its command line show it.
 *
 * @param waits whether the call waits by itself: its tool is named so, or its command sleeps
 * @param program the program that the command runs; empty if the tool runs no command lines
 * @param looks whether the command only looks for something
 * @param writes whether the command writes to a file that it names
 */
public record CallForm(boolean waits, String program, boolean looks, boolean writes) {

  public static final CallForm UNKNOWN = new CallForm(false, "", false, false);

  private static final List<String> TOOL_WORDS = List.of("wait", "sleep", "delay");

  /** Ten seconds or more, also in a program; a shorter sleep is a pause between two steps. */
  private static final Pattern SLEEP = Pattern.compile("sleep[ (][1-9](?:\\d|[mhd])");

  /** Words in the names of tools that act, unless a name also has one of the words below. */
  private static final List<String> ACTS =
      words(
          "send transfer pay charge refund place book buy purchase create submit publish cancel"
              + " delete remove start trigger enqueue schedule");

  private static final List<String> ASKS =
      words("get list check status state read poll fetch find lookup query search describe track");

  /** Words of tools that look for something, whose silence says that it is not there. */
  private static final List<String> SEARCHES = words("find lookup query search");

  /** Words of tools that ask for something known to be there, or not. */
  private static final List<String> RETRIEVES = words("get list fetch");

  /** Words of tools that may ask: a request, keys for a terminal. */
  private static final List<String> MAY_ASK =
      words("wait request http command keys input terminal snapshot");

  /** Only the beginning of an argument is searched. */
  private static final int MAX_SEARCHED = 1_024;

  /** Programs that look for something, and change nothing unless their output is redirected. */
  private static final Set<String> LOOKING =
      Set.of(
          "ack",
          "ag",
          "cat",
          "fd",
          "find",
          "grep",
          "egrep",
          "head",
          "locate",
          "ls",
          "pgrep",
          "printenv",
          "rg",
          "strings",
          "tail",
          "which",
          "whereis",
          "zgrep");

  /** Commands of git that only look. */
  private static final Pattern LOOKING_GIT =
      Pattern.compile("\\bgit (?:-C \\S{1,200} |--?[\\w-]{1,40} ){0,4}(?:log|grep|ls-files)\\b");

  /** Programs that only prepare the next one. */
  private static final Set<String> PREPARING =
      Set.of("cd", "echo", "export", "mkdir", "pwd", "set", "sleep", "source", "true");

  private static final int MAX_NAME = 40;
  private static final int MAX_PARTS = 32;

  /** Stands for command lines without another program. */
  private static final String OTHER = "sh";

  private static final Pattern PARTS = Pattern.compile("&&|[;\n]");

  /** Prefixes of a program that are of no interest themselves. */
  private static final Pattern PREFIX =
      Pattern.compile("(?:\\s+|(?:sudo|env|nohup|time)\\s+|timeout \\S+|[A-Za-z_]{1,40}=\\S*)+");

  private static final Pattern WRITES =
      Pattern.compile("(?<![0-9&])>(?!&)|\\btee\\b|-delete\\b|sed -i");

  /**
   * Reads a call.
   *
   * @param command the command line in its arguments; {@code null} if there is none
   */
  public static CallForm of(String tool, @Nullable String command) {
    boolean waits = hasWord(tool, TOOL_WORDS);
    if (command == null) {
      return waits ? new CallForm(true, "", false, false) : UNKNOWN;
    }
    String start = command.substring(0, Math.min(command.length(), MAX_SEARCHED));
    String program = program(start);
    boolean writes = WRITES.matcher(start).find();
    boolean looks =
        LOOKING.contains(program) || (program.equals("git") && LOOKING_GIT.matcher(start).find());
    return new CallForm(waits || SLEEP.matcher(start).find(), program, looks && !writes, writes);
  }

  /**
   * Returns whether a tool does something, by its name. Called again and again for something that
   * still runs, it does not poll: {@code send_sms} sends again.
   */
  public static boolean acts(String tool) {
    return hasWord(tool, ACTS) && !hasWord(tool, ASKS) && !hasWord(tool, MAY_ASK);
  }

  /** Returns whether a tool looks for something, by its name, which may be that of a program. */
  public static boolean searches(String tool) {
    return hasWord(tool, SEARCHES) || LOOKING.contains(tool.toLowerCase(Locale.ROOT));
  }

  /** Returns whether a tool looks for something or retrieves it, so that silence is no success. */
  public static boolean wantsAnswer(String tool) {
    return searches(tool) || hasWord(tool, RETRIEVES);
  }

  private static List<String> words(String separated) {
    return List.of(separated.split(" "));
  }

  /** Returns whether the tool runs command lines. */
  public boolean isShell() {
    return !program.isEmpty();
  }

  /**
   * Returns the name of the first program of a command line, without its folder. A program that
   * only prepares another one counts if nothing follows.
   */
  private static String program(String start) {
    for (String part : PARTS.split(start, MAX_PARTS)) {
      Matcher prefix = PREFIX.matcher(part);
      int from = prefix.lookingAt() ? prefix.end() : 0;
      int end = from;
      while (end < part.length() && !Character.isWhitespace(part.charAt(end))) {
        end++;
      }
      String name = part.substring(Math.max(from, part.lastIndexOf('/', end - 1) + 1), end);
      if (!name.isEmpty() && !PREPARING.contains(name)) {
        return name.substring(0, Math.min(name.length(), MAX_NAME));
      }
    }
    return OTHER;
  }

  /**
   * Returns whether a name contains one of some words, as in {@code wait_for}, {@code waitFor},
   * {@code Wait}.
   */
  static boolean hasWord(String name, List<String> words) {
    for (int i = 0; i < name.length(); i++) {
      if (i == 0 || !Character.isLetter(name.charAt(i - 1)) || isCapital(name, i)) {
        for (String word : words) {
          int end = i + word.length();
          if (name.regionMatches(true, i, word, 0, word.length())
              && (end == name.length() || !Character.isLowerCase(name.charAt(end)))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isCapital(String name, int index) {
    return Character.isUpperCase(name.charAt(index))
        && Character.isLowerCase(name.charAt(index - 1));
  }
}
