package io.loopsentinel.agent.telemetry.webhook;

import java.util.List;
import java.util.Optional;

/**
 * How an alert is written for a kind of receiver; a further kind is a further class.
 *
 * <p>Names in it are a model's or an application's: each kind makes its own mark-up in them
 * harmless.
 */
public sealed interface AlertBody permits JsonBody, SlackBody, DiscordBody {

  /** All kinds; the first is the one that holds where none is named. */
  List<AlertBody> ALL = List.of(new JsonBody(), new SlackBody(), new DiscordBody());

  /** Returns the kind of a name, if there is one. */
  static Optional<AlertBody> named(String format) {
    return ALL.stream().filter(body -> body.format().equals(format)).findFirst();
  }

  /** Returns its name in the configuration. */
  String format();

  /** Whether who knows the address may write to the receiver, which makes it a secret. */
  boolean isSecretAddress();

  /** Returns the JSON that is sent. */
  String write(Alert alert);
}
