package io.loopsentinel.engine.work;

import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that fail and are tried again, as they were or otherwise. */
class RetriesTest {

  private final Conversation run = new Conversation();

  @Test
  void retriesTwiceWithBackOffAndSucceeds() {
    Map<String, ?> request = Map.of("method", "GET", "url", "https://tariffs.example/2024/hs/8471");
    run.turn("I fetch the tariff.").call("http", request).failsSaying("503 Service Unavailable");
    run.turn("The service is overloaded, I wait two seconds.")
        .call("sleep", Map.of("seconds", 2))
        .returns("Slept for 2 s.");
    run.turn().call("http", request).failsSaying("503 Service Unavailable");
    run.turn("Once more, with a longer pause.")
        .call("sleep", Map.of("seconds", 8))
        .returns("Slept for 8 s.");
    run.turn().call("http", request).returns("{\"code\":\"8471\",\"duty\":\"0%\",\"vat\":\"19%\"}");
    run.turn().call("note", Map.of("text", "8471 is free of duty")).returns("Noted.");

    run.verdict().silent();
  }

  @Test
  void meetsOneFailureByDifferentCommandsAndCuresItAtTheThird() {
    String failure = "Error: Cannot find module 'yaml'\nRequire stack:\n- /srv/site/build.js";
    run.turn("I build the site.")
        .call("bash", Map.of("command", "node build.js"))
        .returns(Results.tags(1, failure));
    run.turn("A package is missing. Perhaps it is installed globally.")
        .call("bash", Map.of("command", "NODE_PATH=$(npm root -g) node build.js"))
        .returns(Results.tags(1, failure));
    run.turn("It is not, so I install it here.")
        .call("bash", Map.of("command", "npm install yaml && node build.js"))
        .returns(Results.tags(0, "added 1 package in 2s\n41 pages written to public/"));
    run.turn()
        .call("bash", Map.of("command", "ls public | head -3"))
        .returns(Results.tags(0, "about.html\ncontact.html\nindex.html"));

    run.verdict().silent();
  }

  @Test
  void triesEachHelpFlagOnce() {
    run.turn("I do not know this tool; its help first.")
        .call("terminal", Map.of("input", "geofilt --help"))
        .returns("geofilt: unrecognized option '--help'");
    run.turn().call("terminal", Map.of("input", "geofilt -h")).returns("geofilt: no input files");
    run.turn()
        .call("terminal", Map.of("input", "geofilt help"))
        .returns("geofilt: help: No such file or directory");
    run.turn("There may be a manual page.")
        .call("terminal", Map.of("input", "man geofilt | head -20"))
        .returns(
            "GEOFILT(1)\nSYNOPSIS\n  geofilt [-r metres] [-o file] input ...\nDrops points that lie"
                + " closer together than the radius.");
    run.turn("-r is what I need.")
        .call("terminal", Map.of("input", "geofilt -r 25 -o thin.gpx track.gpx"))
        .returns("track.gpx: 8120 points, 2033 kept");

    run.verdict().silent();
  }

  @Test
  void runsTheCompilerThatWorkedBeforeAfterFiveMistypedCommands() {
    run.turn("Does it compile as it is?")
        .call("run_shell", Map.of("command", "cargo check"))
        .returns("    Checking tide v0.3.0\n    Finished dev in 4.1s");
    String[] mistyped = {
      "sl src", "gti diff", "grpe fn src/lib.rs", "cta src/lib.rs", "heda lib.rs"
    };
    for (String command : mistyped) {
      run.turn()
          .call("run_shell", Map.of("command", command))
          .returns(
              "/bin/sh: 1: "
                  + command.substring(0, command.indexOf(' '))
                  + ": not found\n[exit 127]");
    }
    run.turn()
        .call("run_shell", Map.of("command", "cargo check"))
        .returns("    Finished dev in 0.1s");
    run.turn()
        .call("run_shell", Map.of("command", "head -2 src/lib.rs"))
        .returns("//! Tides of the North Sea.\nmod table;");

    run.verdict().warnedAtMost().neverStops(6);
  }

  @Test
  void variesTheFlagsOfACommandThatCannotSucceed() {
    String[] commands = {
      "pip install pyaudio-fast",
      "pip install --user pyaudio-fast",
      "pip install --no-cache-dir pyaudio-fast",
      "pip3 install pyaudio-fast",
      "python3 -m pip install pyaudio-fast",
      "pip install --upgrade pyaudio-fast",
      "pip install --pre pyaudio-fast",
      "sudo pip install pyaudio-fast",
      "pip install -v pyaudio-fast"
    };
    for (String command : commands) {
      run.turn()
          .call("execute_bash", Map.of("command", command))
          .returns(
              "ERROR: Could not find a version that satisfies the requirement pyaudio-fast (from"
                  + " versions: none)\n"
                  + "ERROR: No matching distribution found for pyaudio-fast\n"
                  + "[exit code: 1]");
    }

    run.verdict().foundBetween(2, 6);
  }

  @Test
  void connectsToAHostThatNoLongerAnswers() {
    run.turn("How many parcels are there, and since when?")
        .call("query_db", Map.of("sql", "SELECT min(created) FROM parcels"))
        .returns("min\n2019-02-11");
    run.turn()
        .call("query_db", Map.of("sql", "SELECT DISTINCT depot FROM parcels"))
        .returns("depot\nLille\nGhent\nAachen");
    for (int i = 0; i < 7; i++) {
      run.turn()
          .call("query_db", Map.of("sql", "SELECT count(*) FROM parcels"))
          .fails(new ConnectException("Connection refused: db.internal:5432"));
    }
    run.turn("I ask for help.")
        .call("notify_operator", Map.of("text", "the parcels database refuses connections"))
        .returns("An operator has been notified.");

    run.verdict().foundBetween(4, 6).neverStops(2).neverStops(3).neverStops(9);
  }

  @Test
  void givesTheWrongArgumentAgainAndAgain() {
    String[] dates = {
      "tomorrow",
      "Tomorrow",
      "next day",
      "tomorrow morning",
      "1 day from now",
      "in one day",
      "the 14th",
      "14 June"
    };
    for (String date : dates) {
      run.turn("Let me book the table.")
          .call("book_table", Map.of("restaurant", "Olive", "guests", 4, "date", date))
          .failsSaying(
              "MCP error -32602: Input validation error: Invalid arguments for tool book_table:"
                  + " date: Invalid string: must match pattern ^\\d{4}-\\d{2}-\\d{2}$");
    }

    run.verdict().foundBetween(2, 5);
  }

  @Test
  void hasEachWriteRefusedForAnotherReason() {
    String[][] attempts = {
      {"/etc/app.conf", "permission denied"},
      {"app.conf", "relative paths are not allowed"},
      {"/workspace/app.conf", "file extension .conf is not on the list of allowed extensions"},
      {"/workspace/app.txt", "parameter 'encoding' is required"},
      {"/workspace/conf/app.txt", "directory /workspace/conf does not exist"},
      {"/workspace/app.TXT", "file names must be in lower case"},
      {"/workspace/my app.txt", "file names must not contain spaces"},
      {"/workspace/app.txt", "content must end with a line feed"},
      {"/workspace/.app.txt", "hidden files are reserved"},
      {"/tmp/app.txt", "path is outside of the workspace"},
      {"/workspace/app1.txt", "quota of 0 new files is used up"},
      {"/workspace/readme.txt", "file is locked by another user"}
    };
    for (int i = 0; i < attempts.length; i++) {
      run.turn("I write the settings, attempt " + (i + 1) + ".")
          .call("create_file", Map.of("path", attempts[i][0], "content", "port=80;try=" + i))
          .failsSaying("create_file failed: " + attempts[i][1]);
    }

    run.verdict().foundBetween(4, 11).neverStops(1);
  }

  @Test
  void runsTenCommandsThatAllFail() {
    String[][] commands = {
      {"mvn -q package", "bash: mvn: command not found"},
      {"./mvnw package", "bash: ./mvnw: No such file or directory"},
      {"gradle build", "bash: gradle: command not found"},
      {"sdk install maven", "bash: sdk: command not found"},
      {"apt-get install -y maven", "E: Could not open lock file /var/lib/dpkg/lock: 13"},
      {"sudo apt-get install -y maven", "sudo: a password is required"},
      {
        "curl -O https://mirror.example/maven.zip",
        "curl: (6) Could not resolve host: mirror.example"
      },
      {"wget https://mirror.example/maven.zip", "wget: unable to resolve host address"},
      {"find / -name 'mvn' -type f 2>/dev/null | grep .", ""},
      {"javac -d out $(cat files.txt)", "cat: files.txt: Permission denied"},
      {"jshell build.jsh", "File 'build.jsh' for 'jshell' is not found."},
      {"docker run maven:3 mvn package", "Cannot connect to the Docker daemon"}
    };
    for (String[] command : commands) {
      run.turn().call("shell", Map.of("cmd", command[0])).returns(Results.json(1, "", command[1]));
    }

    run.verdict().foundBetween(3, 11).neverStops(1).neverStops(2);
  }

  @Test
  void asksForAColumnThatDoesNotExistByOtherNames() {
    run.turn("Which tables are there?")
        .call("sql", Map.of("query", "SELECT table_name FROM information_schema.tables"))
        .returns("table_name\nguest\nstay\nroom");
    String[] columns = {
      "g.surname",
      "g.lastname",
      "g.last_name",
      "g.family_name",
      "guest.surname",
      "s.surname",
      "g.name_last",
      "g.sur_name"
    };
    for (String column : columns) {
      run.turn()
          .call(
              "sql",
              Map.of(
                  "query",
                  "SELECT %s, count(*) FROM guest g JOIN stay s ON s.guest = g.id GROUP BY 1"
                      .formatted(column)))
          .failsSaying(
              "ERROR: column %s does not exist\nLINE 1: SELECT %s".formatted(column, column));
    }

    run.verdict().foundBetween(3, 6).neverStops(1);
  }

  @Test
  void failsNearlyAlwaysAndNeverTwiceAlike() {
    String[][] calls = {
      {"show agenda 2024-06-03", "09:00 stand-up\n11:00 dentist\n15:30 Mara"},
      {"move dentist to 14:00", "!cannot move: the event was made by another calendar"},
      {"move Mara to 11:00", "!conflict: 11:00 is taken by dentist"},
      {"swap dentist and Mara", "!unknown verb swap"},
      {"delete dentist", "!read-only: the event is managed by praxis@dent.example"},
      {"invite praxis@dent.example", "!missing argument: event"},
      {"show agenda 2024-06-03", "09:00 stand-up\n11:00 dentist\n15:30 Mara"},
      {"propose 14:00 for dentist", "!the organiser does not take proposals"},
      {"copy dentist to 14:00", "!unknown verb copy"},
      {"move dentist by 3 hours", "!cannot parse 'by 3 hours'"},
      {"make dentist at 14:00", "!an event of that name exists"},
      {"rename dentist to old dentist", "!may not rename: not the owner"},
      {"hide dentist", "!hiding needs the role editor"},
      {"share agenda with praxis", "!praxis is no address"},
      {"move dentist to tomorrow", "!a date is needed"}
    };
    for (String[] call : calls) {
      Conversation.Call made = run.turn().call("calendar", Map.of("line", call[0]));
      if (call[1].startsWith("!")) {
        made.failsSaying(call[1].substring(1));
      } else {
        made.returns(call[1]);
      }
    }

    run.verdict().foundBetween(5, 13).neverStops(6);
  }

  @Test
  void backsOffWithoutEnd() {
    for (int i = 0; i < 9; i++) {
      run.turn()
          .call("fetch", Map.of("url", "https://quotes.example/eur-usd"))
          .returns("{\"status\":502,\"error\":\"Bad Gateway\"}");
      run.turn("The gateway is down, I wait a little longer.")
          .call("wait", Map.of("seconds", 1 << i))
          .returns("waited");
    }

    run.verdict().foundBetween(4, 10).neverStops(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Invalid parameters: Only one task can be \"in_progress\" at a time.",
        "Error executing tool. Co-worker mentioned not found, it must be one of: writer, editor",
        "Error while fetching data: the upstream did not answer",
        "MCP error -32602: Invalid arguments for tool create_issue: owner is required",
        "ERROR:  relation \"orderz\" does not exist\nLINE 1: select 1 from orderz",
        "(sqlite3.OperationalError) no such column: nam\n(Background on this error at: …)",
        "psycopg2.errors.UndefinedTable: relation \"orderz\" does not exist",
        "getaddrinfo ENOTFOUND api.example",
        "net::ERR_CONNECTION_REFUSED at the requested page",
        "Timeout 30000ms exceeded.",
        "zsh: command not found: mvn",
        "'mvn' is not recognized as an internal or external command,\noperable program or batch",
        "npm ERR! Missing script: \"build\"",
        "make: *** No rule to make target 'main.c', needed by 'main.o'.  Stop.",
        "thread 'main' panicked at src/main.rs:4:9:\ncalled `Option::unwrap()` on a `None` value",
        "String to replace not found in file.",
        "Permission to use Bash has been denied.",
        "Tool execution failed: the license server does not answer",
        "Insufficient balance",
        "{\"detail\":\"Not authenticated\"}",
        "Fehler: Der Dienst ist gerade nicht erreichbar",
        "Échec : le service est indisponible",
        "错误：服务不可用",
      })
  void failsAlikeWhateverTheWords(String failure) {
    String[] things = {"apron", "basil", "cello", "delta", "ember", "fjord", "grape", "heron"};
    for (int i = 0; i < things.length; i++) {
      run.turn()
          .call("act", Map.of("on", things[i], "with", things[(3 * i + 1) % 8], "for", i))
          .returns(failure);
    }

    run.verdict().foundBetween(3, 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error handling: see chapter 4 of the manual",
        "Number of checks that failed: 0",
        "access log: 3 requests denied, 41 granted",
        "Unknown to most visitors, the cellar is the oldest part",
        "## Invalidation\nA token of the cache is removed.",
      })
  void anAnswerThatSpeaksOfFailuresIsNone(String answer) {
    String[] things = {"apron", "basil", "cello", "delta", "ember"};
    for (String thing : things) {
      run.turn().call("explain", Map.of("topic", thing)).returns(answer + " of " + thing);
    }

    run.verdict().silent();
  }

  @Test
  void waitsLongerAfterEachFailure() {
    for (int seconds : new int[] {0, 5, 10, 20, 40, 80}) {
      run.pause(Duration.ofSeconds(seconds));
      run.turn().call("post_invoice", Map.of("id", 7)).returns("503 Service Unavailable");
    }
    run.pause(Duration.ofSeconds(100));
    run.turn().call("post_invoice", Map.of("id", 7)).returns("accepted");

    run.verdict().warnedAtMost();
  }

  @Test
  void doesOtherThingsLongerAfterEachFailure() {
    for (int seconds : new int[] {0, 5, 10, 20, 40}) {
      run.turn().call("read", Map.of("page", 1)).returns("The service is documented here.");
      run.pause(Duration.ofSeconds(seconds));
      run.turn().call("post_invoice", Map.of("id", 7)).returns("503 Service Unavailable");
    }

    run.verdict().stopsAt(5);
  }

  @Test
  void failsAlikeUnderAnotherIdEachTime() {
    String[] ids = {"5f3ab2c1", "0e9d41fa", "77c0de5b", "a41b09e3", "c2fe8d60", "3b6a7e94"};
    for (String id : ids) {
      run.turn()
          .call("charge", Map.of("order", "O-7712"))
          .failsSaying("gateway: upstream connect error (request " + id + ")");
    }

    run.verdict().foundBetween(2, 2).stopsAt(5);
  }
}
