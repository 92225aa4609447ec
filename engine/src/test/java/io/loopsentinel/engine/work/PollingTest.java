package io.loopsentinel.engine.work;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of something that runs elsewhere, asked for again and again. */
class PollingTest {

  private final Conversation run = new Conversation();

  @Test
  void waitsForAShellWhoseStateIsATag() {
    run.turn("I start the load in the background.")
        .call("Bash", Map.of("command", "make import-all", "run_in_background", true))
        .returns("Command running in background with ID: b41");
    String[] lines = {
      "reading stations.csv",
      "stations.csv: 4,112 rows\nreading lines.csv",
      "lines.csv: 877 rows\nreading stops.csv",
      "stops.csv: 61,340 rows\nreading trips.csv",
      "trips.csv: 205,118 rows\nbuilding indexes"
    };
    for (String line : lines) {
      run.turn("Still loading, I wait.")
          .call("BashOutput", Map.of("bash_id", "b41"))
          .returns("<status>running</status>\n\n<stdout>\n" + line + "\n</stdout>");
    }
    run.turn()
        .call("BashOutput", Map.of("bash_id", "b41"))
        .returns(
            "<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<stdout>\ndone\n</stdout>");

    run.verdict().silent();
  }

  @Test
  void watchesAListThatShrinksNowAndThen() {
    for (int left : List.of(7, 7, 6, 6, 6, 4, 4, 2, 2, 2, 1, 0)) {
      run.turn()
          .call("kubectl", Map.of("args", "get pods -o name"))
          .returns(left == 0 ? "No resources found" : "pod/app\n".repeat(left) + left + " pods");
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void waitsForAJobWhoseStateIsJson() {
    run.turn()
        .call("submit_job", Map.of("model", "forecast-b", "rows", 120_000))
        .returns("{\"job\":\"j-5510\",\"state\":\"PENDING\"}");
    String[] states = {"PENDING", "PENDING", "RUNNING", "RUNNING", "RUNNING", "RUNNING"};
    for (int i = 0; i < states.length; i++) {
      run.turn()
          .call("get_job", Map.of("job", "j-5510"))
          .returns(
              "{\"job\":\"j-5510\",\"state\":\"%s\",\"elapsed_seconds\":%d}"
                  .formatted(states[i], 15 * (i + 1)));
    }
    run.turn()
        .call("get_job", Map.of("job", "j-5510"))
        .returns("{\"job\":\"j-5510\",\"state\":\"SUCCEEDED\",\"mape\":0.071}");

    run.verdict().silent();
  }

  @Test
  void waitsForABuildThatIsToldOfInProse() {
    run.turn().call("start_build", Map.of("branch", "release/8")).returns("Build 913 has begun.");
    for (int module = 2; module <= 9; module++) {
      run.turn("I check on the build.")
          .call("build_status", Map.of("build", 913))
          .returns(
              "Build 913 is still running: %d of 10 modules are compiled, no failures yet."
                  .formatted(module));
    }
    run.turn().call("build_status", Map.of("build", 913)).returns("Build 913 has passed.");

    run.verdict().silent();
  }

  @Test
  void waitsForAnUploadThatIsToldOfInPercent() {
    int[] percent = {3, 11, 19, 34, 52, 71, 88, 97};
    for (int each : percent) {
      run.turn()
          .call("upload_progress", Map.of("upload", "video-2024-05.mp4"))
          .returns("Uploading video-2024-05.mp4 ... " + each + "%");
    }
    run.turn()
        .call("upload_progress", Map.of("upload", "video-2024-05.mp4"))
        .returns("Uploaded video-2024-05.mp4 (1.2 GB).");

    run.verdict().silent();
  }

  @Test
  void waitsItsTurnInAQueue() {
    int[] positions = {17, 14, 13, 9, 6, 4, 2, 1};
    for (int position : positions) {
      run.turn("I hold the line.")
          .call("support_chat_wait", Map.of("ticket", "T-2207"))
          .returns(
              Results.content("You are number %d in the queue. Please wait.".formatted(position)));
    }
    run.turn()
        .call("support_chat_wait", Map.of("ticket", "T-2207"))
        .returns(Results.content("Agent Mira has joined the chat."));

    run.verdict().silent();
  }

  @Test
  void sleepsBesideAPollThatMoves() {
    run.turn("The cluster needs some minutes.");
    for (int ready = 0; ready < 8; ready++) {
      run.call("bash", Map.of("command", "sleep 45")).returns(Results.json(0, "", ""));
      run.turn()
          .call("bash", Map.of("command", "kubectl get deploy web --no-headers"))
          .returns(
              Results.json(
                  0, "web   %d/8   8   %d   %dm".formatted(ready + 1, ready + 1, ready), ""));
    }

    run.verdict().silent();
  }

  @Test
  void looksNowAndThenWhetherATrainingStillRuns() {
    String running = "state: running";
    run.turn("The training goes on meanwhile.")
        .call("training_state", Map.of("run", "tiny-7"))
        .returns(running);
    run.turn("I use the time for the evaluation script.")
        .call("read_file", Map.of("path", "eval/score.py"))
        .returns("def score(pred, gold):\n    return sum(p == g for p, g in zip(pred, gold))");
    run.call("write_file", Map.of("path", "eval/report.py", "content", "from score import score\n"))
        .returns("Wrote 24 bytes.");
    run.turn().call("training_state", Map.of("run", "tiny-7")).returns(running);
    run.turn("Not yet. The data card next.")
        .call("read_file", Map.of("path", "data/CARD.md"))
        .returns("# Reviews\n12,000 hotel reviews in three languages.");
    run.call("list_dir", Map.of("path", "data")).returns("CARD.md\ntest.jsonl\ntrain.jsonl");
    run.turn().call("training_state", Map.of("run", "tiny-7")).returns(running);
    run.turn()
        .call("count_lines", Map.of("path", "data/test.jsonl"))
        .returns("1500 data/test.jsonl");
    run.turn().call("training_state", Map.of("run", "tiny-7")).returns(running);
    run.turn()
        .call("read_file", Map.of("path", "Makefile"))
        .returns("train:\n\tpython train.py\neval:\n\tpython eval/report.py");
    run.turn()
        .call("training_state", Map.of("run", "tiny-7"))
        .returns("state: finished, best loss 0.412 at step 9000");

    run.verdict().silent();
  }

  @Test
  void watchesAnInboxInWhichNothingArrives() {
    run.turn("I was asked to watch the inbox and to forward what the notary sends.");
    for (int i = 0; i < 22; i++) {
      run.turn()
          .call("wait_for_mail", Map.of("folder", "INBOX", "timeout_seconds", 300))
          .returns("Still waiting: no new mail within 300 seconds.");
    }

    run.verdict().warnedAtMost();
  }

  @Test
  void pollsAnExportThatStaysQueued() {
    run.turn()
        .call("start_export", Map.of("table", "visits"))
        .returns("{\"export\":71,\"state\":\"queued\"}");
    for (int i = 0; i < 23; i++) {
      run.turn()
          .call("export_state", Map.of("export", 71))
          .returns("{\"export\":71,\"state\":\"queued\"}");
    }

    run.verdict().foundBetween(5, 17).warnedAtMost();
  }

  @Test
  void asksForAPictureThatStaysQueuedAndNeverPauses() {
    poll(70, Duration.ZERO);

    run.verdict().foundBetween(9, 9).stopsAt(30).abortsAt(60);
  }

  @Test
  void asksForAPictureThatStaysQueuedNowAndThen() {
    poll(50, Duration.ofSeconds(5));

    run.verdict().warnedAtMost();
  }

  @Test
  void asksForAnotherPictureBesideOneThatStaysQueued() {
    poll(30, Duration.ZERO);
    run.turn().call("get_picture", Map.of("job", 4)).returns("{\"job\":4,\"status\":\"queued\"}");

    run.verdict().neverStops(30);
  }

  private void poll(int times, Duration pause) {
    for (int i = 0; i < times; i++) {
      run.pause(pause)
          .turn()
          .call("get_picture", Map.of("job", 3))
          .returns("{\"job\":3,\"status\":\"queued\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"status\": \"CREATING\"}",
        "{\"job\": 4, \"status\": \"executing\", \"completed_at\": null}",
        "{\"jobStatus\": \"Training\", \"secondaryStatus\": \"Downloading\"}",
        "{\"ready\": false}",
        "Not ready yet",
        "Waiting for deployment \"api\" rollout to finish: 0 of 3 replicas are available...",
        "Wall time: 5.0 seconds\nProcess running with session ID 12\nOutput:\n",
        "0 of 10 done",
        "Deployment api: 0/3 pods ready",
        "NAME READY STATUS\nweb-1 0/1 ContainerCreating",
        "NAME READY STATUS\nweb-1   0/1     Pending",
        "Build #12: running",
        "CREATE_IN_PROGRESS",
        "{\"status\":\"UPDATE_IN_PROGRESS\",\"stack\":\"web\"}",
        "{\"task\":{\"state\":\"PROGRESS\"}}",
        "Instance i-12 is in state 'pending'",
        "{\"result\":\"pending\"}",
        "Machine is booting",
        "The report is being generated.",
        "loading",
        "initializing...",
        "Still working on it...",
        "Awaiting approval",
        "No result yet",
        "not yet",
        "Order 7 is not shipped yet",
        "It has not arrived yet.",
        "Please try again later.",
        "Your request is in the queue.",
        "{\"loading\":true}",
        "{\"is_running\":true}",
        "{\"number\":77,\"building\":true,\"result\":null}",
        "Das PDF wird gerade erstellt. Bitte warten.",
        "{\"nr\": 7, \"status\": \"in Bearbeitung\"}",
        "Der Import läuft noch.",
        "Le rapport est en cours de génération.",
        "{\"estado\": \"pendiente\"}",
        "Stato: in corso",
        "{\"situacao\": \"em andamento\"}",
        "Задача 7 выполняется, подождите.",
        "{\"code\": 0, \"data\": {\"status\": \"处理中\"}}",
        "ジョブ7は処理中です。しばらくお待ちください。",
        "{\"id\": 7, \"상태\": \"처리 중\"}",
      })
  void waitsForWhatIsUnderWayWhateverTheWord(String state) {
    for (int i = 0; i < 8; i++) {
      run.turn().call("get_operation", Map.of("name", "op7")).returns(state);
    }

    run.verdict().silent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"state\": \"missing\"}",
        "state: string",
        "{\"done\": false}",
        "3 of 3 pods ready",
        "7 of 10 requests were answered",
        "No comments yet",
        "{\"is_running\": false}",
        "Installing collected packages: oak",
        "Der Raum wird von der Technik verwendet.",
        "{\"curso\": \"Lenguas en curso intensivo\"}",
        "第3章 处理流程",
      })
  void doesNotWaitForWhatMayStayAsItIs(String state) {
    for (int i = 0; i < 5; i++) {
      run.turn().call("get_entry", Map.of("name", "e7")).returns(state);
    }

    run.verdict().stopsAt(3);
  }

  @Test
  void pollsAJobThatHasFailed() {
    run.turn()
        .call("submit", Map.of("script", "nightly.sql"))
        .returns("<job><id>40</id><state>RUNNING</state></job>");
    for (int i = 0; i < 9; i++) {
      run.turn("Let me check whether the job is done.")
          .call("job", Map.of("id", 40))
          .returns("<job><id>40</id><state>ABORTED</state><by>dba</by></job>");
    }

    run.verdict().foundBetween(3, 6);
  }

  @Test
  void pollsALinkThatOnlyGoesUpAndDown() {
    for (int i = 0; i < 22; i++) {
      run.turn()
          .call("tunnel_status", Map.of("name", "branch-office"))
          .returns(i % 2 == 0 ? "tunnel branch-office: connecting" : "tunnel branch-office: down");
    }

    run.verdict().foundBetween(5, 17);
  }

  @Test
  void sleepsBesideAPortThatIsNeverOpened() {
    for (int i = 0; i < 12; i++) {
      run.turn("The server may need a moment longer.")
          .call("bash", Map.of("command", "sleep 10"))
          .returns(Results.tags(0, ""));
      run.call("bash", Map.of("command", "ss -ltn | grep -c ':8443' || true"))
          .returns(Results.tags(0, "0"));
    }

    run.verdict().foundBetween(5, 13);
  }

  @Test
  void followsAStagedRolloutByItsRegions() {
    List<String> regions = List.of("eu-west", "eu-north", "us-east", "us-west", "ap-south");
    for (String region : regions) {
      run.turn("Region " + region + ".")
          .call("rollout_status", Map.of("service", "billing", "region", region))
          .returns("pending");
      run.turn()
          .call("rollout_status", Map.of("service", "billing", "region", region))
          .returns("deployed");
    }

    run.verdict().silent();
  }
}
