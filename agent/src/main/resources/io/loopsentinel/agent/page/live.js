const byId = id => document.getElementById(id);
const MINUTES = 60;
const HINT = ' The class may not be loaded yet, or a name may be wrong: java -jar loop-sentinel.jar check -c CONFIG PATHS shows what matches.';
const plural = (n, noun) => count(n) + ' ' + noun + (n === 1 ? '' : 's');
const sum = counts => Object.values(counts).reduce((a, b) => a + b, 0);
const clock = time => new Date(time).toLocaleTimeString('en-GB');

// The token is in the address in the log. It is kept only in this tab.
const given = /token=(\w+)/.exec(location.hash);
if (given) {
  sessionStorage.setItem('token', given[1]);
  history.replaceState(null, '', location.pathname);
}
const token = sessionStorage.getItem('token');

const MEANING = {
  repeat: 'The same tool was called with the same arguments, and returned nothing new.',
  cycle: 'The same few calls were repeated in the same order.',
  error: 'The tool failed again and again in the same way.',
  stagnation: 'Different calls of the tool returned the same result.',
  similar_calls: 'The calls hardly differed from each other.',
  similar_turns: 'The model said nearly the same, turn after turn.',
  max_calls: 'The tool was called as often as its override allows.',
  budget: 'A configured limit was used up. This is not necessarily a loop.',
  waiting: 'The agent asked again and again for something that was not ready.',
};
const DONE = {
  ask: 'It waits for a person.',
  hint: 'The model got a hint instead of a result.',
  abort: 'The run was ended with an error.',
  terminate: 'The session was terminated.',
  warn: 'It ran, and the model was warned.',
  observe: 'It ran; this was only recorded.',
};

// Redraws a part only if it has changed, and keeps the focus and open details.
const drawn = {};
function draw(id, data, ...children) {
  const next = JSON.stringify(data);
  if (drawn[id] === next) return;
  drawn[id] = next;
  const part = byId(id), focus = document.activeElement && document.activeElement.dataset.key;
  const open = [...part.querySelectorAll('details[open]')].map(details => details.dataset.key);
  part.replaceChildren(...children.map(child => typeof child === 'function' ? child() : child).flat().filter(Boolean));
  for (const each of part.querySelectorAll('[data-key]')) {
    if (each.dataset.key === focus) each.focus();
    if (open.includes(each.dataset.key)) each.open = true;
  }
}
function button(key, text, action, needsToken) {
  const node = element('button', {type: 'button', 'data-key': key}, text);
  node.addEventListener('click', () => action(node));
  if (needsToken && !token) {
    node.disabled = true;
    node.title = 'Open the page with the address in the log, which contains the token';
  }
  return node;
}
function say(text, lost) {
  byId('status').textContent = text;
  byId('status').className = lost ? 'lost' : '';
}
async function send(path, body, done) {
  try {
    const answer = await fetch(path, {method: 'POST', body: JSON.stringify(body),
      headers: {'Content-Type': 'application/json', 'X-Loop-Sentinel-Token': token}});
    say(answer.ok ? done : 'Refused: ' + (await answer.json()).error);
  } catch {
    say('No response; the program may have ended.', true);
  }
}
async function copy(text, node) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied to the clipboard.');
  } catch {
    getSelection().selectAllChildren(node.parentNode.querySelector('pre'));
    say('Selected. Copy it with the keyboard.');
  }
}

// Equal calls have the same letter and colour. A call made once has none.
const same = call => call.tool + ' ' + call.fingerprint;
const isStopped = call => !('ended' in call) && !('dispatched' in call) && !call.found;
function marks(calls) {
  const times = new Map(), letters = new Map(), groups = new Map();
  for (const call of calls) times.set(same(call), (times.get(same(call)) || 0) + 1);
  for (const [id, n] of times) if (n > 1) letters.set(id, letters.size);
  const name = mark => String.fromCharCode(65 + mark % 26) + (mark >= 26 ? "'" : '');
  const of = call => letters.get(same(call));
  for (const call of calls) {
    const key = of(call) === undefined ? call.tool : same(call);
    const group = groups.get(key) || {text: (of(call) === undefined ? '' : name(of(call)) + ' = ') + call.tool, n: 0};
    group.n++;
    groups.set(key, group);
  }
  const all = [...groups.values()].sort((a, b) => b.n - a.n), shown = all.slice(0, 6).map(group => group.text + (group.n > 1 ? ' × ' + group.n : ''));
  return {of, name, words: shown.join(' · ') + (all.length > 6 ? ` · ${all.length - 6} more` : '')};
}
// Calls overlap. They are reported when they end, and drawn in the order in which they began.
function strip(reported) {
  const calls = [...reported].sort((a, b) => a.began - b.began), {of, name, words} = marks(calls);
  const boxes = calls.map(call => {
    const mark = of(call), stopped = isStopped(call), failed = call.outcome === 'failed', decision = call.done || call.decision;
    const classes = [mark === undefined ? '' : 'g' + mark % 6, stopped ? 'stopped' : '', failed ? 'failed' : '', call.found ? 'found' : ''];
    const title = `${call.tool}, ${clock(call.time)}${stopped ? ', not run' : ''}${failed ? ', failed' : ''}${decision === 'run' ? '' : ', ' + decision}`;
    return element('span', {class: classes.join(' ').trim(), title, 'aria-hidden': 'true'}, mark === undefined ? '·' : name(mark));
  });
  const stopped = calls.filter(isStopped).length;
  const label = `${plural(calls.length, 'call')}, oldest first: ${words}` + (stopped ? `; ${stopped} not run` : '');
  return [element('div', {class: 'calls', role: 'img', 'aria-label': label}, ...boxes), element('div', {class: 'note'}, words)];
}
function key(withFound) {
  const found = withFound ? [['g0 found', 'A', 'the call with the finding']] : [];
  return element('div', {class: 'key'}, ...[['', '·', 'a call made once'], ['g0', 'A', 'equal calls: same letter, same colour'],
    ['g0 stopped', 'A', 'stopped, not run'], ['failed', '·', 'failed'], ...found]
    .map(([style, text, words]) => element('div', {}, element('span', {class: style, 'aria-hidden': 'true'}, text), words)));
}
const chip = detector => element('span', {class: 'chip'}, element('i', {style: 'background:' + color(detector)}), detector);

function place({line, lastLine}, file) {
  if (!line) return 'Put this into a configuration file, and start the program with that file:';
  if (lastLine < line) return `In ${file}, put this above line ${line}:`;
  return `In ${file}, replace line${line < lastLine ? `s ${line} to ${lastLine}` : ' ' + line} by this:`;
}
function done(event) {
  const what = DONE[event.action] || event.action;
  if (!event.question || event.action === 'ask') return what;
  return (event.answer ? `A person answered ${event.answer}, ${event.by}. ` : `Nobody answered (${event.by}). `) + what;
}
function finding(event) {
  const found = {tool: event.tool, fingerprint: event.fingerprint, time: event.time, decision: event.action, began: Infinity, found: true};
  const calls = event.tool ? [...event.calls, found] : event.calls;
  const id = event.time + event.session + event.detector, rows = [];
  const row = (name, ...values) => rows.push(element('dt', {}, name), element('dd', {}, ...values));
  row('Meaning', MEANING[event.detector] || '');
  row('Action', done(event), event.would ? ` In mode enforce it would have been: ${event.would}.` : '');
  if (calls.length) row('Calls', ...strip(calls));
  if (event.message) row('Message to the model', event.message);
  if (event.arguments) row('Arguments', element('code', {}, event.arguments));
  if (event.edit) {
    const text = event.edit.text;
    row('To allow this', place(event.edit, event.file), element('div', {class: 'copy'}, element('pre', {}, text), button('copy ' + id, 'Copy', node => copy(text, node))));
  } else if (event.setting) {
    row('To allow this', `Raise ${event.setting}.`);
  }
  return element('article', {class: 'finding'}, element('h3', {}, event.reason),
    element('p', {class: 'note'}, chip(event.detector), ` ${clock(event.time)} · session ${event.session} · ${event.detector === 'budget' ? 'used ' + event.count : 'seen ' + plural(event.count, 'time') + ', threshold ' + event.threshold}`),
    element('dl', {}, ...rows));
}
function findings(state) {
  const [first, rest] = [state.findings.slice(0, 3), state.findings.slice(3)];
  const older = () => rest.length && element('details', {'data-key': 'older'}, element('summary', {}, plural(rest.length, 'earlier finding')), ...rest.map(finding));
  draw('findings', [state.findings, state.callsSeen > 0], () => first.length
    ? [key(true), ...first.map(finding), older()]
    : element('p', {class: 'empty'}, state.callsSeen ? 'No loop so far.' : 'Nothing yet: no tool has been called.'));
}
const drafts = {};
function questions(state) {
  byId('waiting').hidden = !state.questions.length;
  const row = asked => {
    const id = asked.question, label = `, question ${id}`;
    const words = element('input', {type: 'text', maxlength: 2000, 'data-key': 'words ' + id, 'aria-label': 'Message to the model' + label, placeholder: 'Message to the model'});
    words.value = drafts[id] || '';
    words.addEventListener('input', () => { drafts[id] = words.value; });
    const choice = (answer, text) => {
      const node = button(answer + ' ' + id, text, () => send('/answer', {question: id, answer, text: answer === 'message' ? words.value : null}, `Question ${id} was answered: ${answer}.`), true);
      node.setAttribute('aria-label', text + label);
      return node;
    };
    return element('article', {class: 'finding'}, element('h3', {}, `${asked.tool}: ${asked.reason}`),
      element('p', {class: 'note'}, `question ${id} · session ${asked.session}${asked.labels ? ' · ' + asked.labels : ''} · waits until ${clock(asked.expires)}, then: ${asked.fallback}`),
      asked.arguments ? element('p', {}, element('code', {}, asked.arguments)) : '',
      element('p', {}, choice('run', 'Let it run'), ' ', choice('hint', 'Answer with the hint'), ' ', choice('abort', 'Stop it')),
      element('p', {}, words, ' ', choice('message', 'Answer with this message')));
  };
  draw('questions', state.questions, () => state.questions.map(row));
}
function budgets(state) {
  byId('budgets-part').hidden = !state.budgets.length;
  const shown = (each, n) => each.measure === 'cost_usd' ? '$' + n.toFixed(2) : count(Math.round(n));
  const unit = each => each.measure === 'cost_usd' ? '' : ' ' + each.measure.replaceAll('_', ' ') + (each.tool ? ': ' + each.tool : '');
  const raise = each => {
    const name = `budget ${each.name}${each.holder ? ' of ' + each.holder : ''}`;
    const example = '+5' + ({cost_usd: 'usd', tokens: 'tokens', turns: 'turns'}[each.measure] || 'calls') + ' 2h a demo';
    const node = button('raise ' + name + each.measure, 'Raise …', () => {
      const words = prompt(`By how much should ${name} be raised, for how long, and why? Example: ${example}`);
      const [amount, time = '', ...why] = (words || '').trim().split(/\s+/);
      if (words) send('/raise', {budget: each.name, holder: each.holder || '-', amount, time, why: why.join(' ')}, `The ${name} was raised.`);
    }, true);
    node.setAttribute('aria-label', 'Raise ' + name);
    return node;
  };
  const row = each => element('div', {class: 'budget'},
    element('span', {}, element('strong', {}, each.name), each.holder ? ' · ' + each.holder : ''),
    element('span', {class: 'note'}, `${shown(each, each.used)} of ${shown(each, each.cap)}${unit(each)}`), raise(each),
    element('i', {class: each.used >= each.cap ? 'full' : '', 'aria-hidden': 'true', style: `width:${Math.min(100, 100 * each.used / each.cap)}%`}));
  draw('budgets', state.budgets, () => state.budgets.slice(0, 20).map(row));
}
function sessions(state) {
  const labels = session => Object.entries((session.calls[session.calls.length - 1] || {}).labels || {})
    .map(([name, value]) => element('span', {class: 'chip label'}, `${name}: ${value}`));
  const row = session => {
    const stopped = session.calls.filter(isStopped).length;
    const facts = [plural(session.calls.length, 'call') + (session.calls.length < 60 ? '' : ' and more before'), stopped ? count(stopped) + ' not run' : '',
      session.ended ? 'terminated: its calls are refused until it is reset' : '', session.known ? '' : 'evicted or expired'];
    const reset = session.known && button('reset ' + session.name, 'Reset', () => send('/reset', {session: session.name}, `Session ${session.name} was reset.`), true);
    const tell = session.known && button('tell ' + session.name, 'Tell …', () => {
      const text = prompt(`Message to the model of session ${session.name}, sent with its next result or request:`);
      if (text) send('/tell', {session: session.name, text}, `The message to session ${session.name} is sent with its next result or request.`);
    }, true);
    if (tell) tell.setAttribute('aria-label', 'Tell the model of session ' + session.name);
    if (reset) reset.setAttribute('aria-label', 'Reset session ' + session.name);
    return element('div', {class: 'session'},
      element('header', {}, element('div', {}, element('h3', {}, session.name, ...labels(session)), element('p', {class: 'note'}, facts.filter(Boolean).join(' · '))), tell || '', reset || ''),
      ...strip(session.calls));
  };
  draw('sessions', [state.sessions, state.sessionsLive], () => state.sessions.length
    ? [key(), ...state.sessions.map(row), element('p', {class: 'note'}, `${plural(state.sessionsLive, 'live session')}; the ${state.sessions.length} with the latest calls are shown, up to 60 calls each.`)]
    : element('p', {class: 'empty'}, 'No session yet. It appears with its first tool call.'));
}
function stored(state) {
  byId('stored-part').hidden = !state.store;
  const pods = all => [...all.slice(0, 5), ...(all.length > 5 ? [`and ${all.length - 5} more`] : [])].map(pod => element('div', {}, pod));
  const row = each => [[each.name + (each.ended ? ' (terminated)' : ''), ''], each.last ? clock(each.last) : '–', [element('div', {}, ...pods(each.pods)), 'pods']];
  draw('stored', [state.store, state.stored], () => {
    if (!state.stored) return element('p', {class: 'empty'}, 'Reading …');
    const {pod, problem, sessions} = state.stored;
    return [
      problem ? element('div', {class: 'warning'}, element('strong', {}, 'The store cannot be read. These are the sessions of this JVM alone.'), element('p', {class: 'note'}, problem)) : '',
      sessions.length ? table(['session', 'last event', 'pods, that of the last event first'], sessions.map(row)) : element('p', {class: 'empty'}, 'No session yet.'),
      element('p', {class: 'note'}, `This page is of pod ${pod}.` + (sessions.length < 50 ? '' : ' 50 sessions are shown; the command sessions --all lists more.'))];
  });
}
function time(state) {
  const width = Math.max(300, byId('time').clientWidth);
  const minute = time => Math.floor(Date.parse(time) / 60000);
  const points = state.points.map(point => ({...point, ago: minute(state.time) - minute(point.time)})).filter(point => point.ago < MINUTES);
  draw('time', [points, state.stoppedByTool, state.observedByTool, width], () => {
    if (!points.length) return element('p', {class: 'empty'}, 'No findings in the last hour.');
    const detectors = [...new Set(points.map(point => point.detector))].sort(), height = 190, left = 34;
    const at = (ago, detector) => points.filter(p => p.ago === ago && p.detector === detector).length;
    const minutes = Array.from({length: MINUTES}, (_, i) => MINUTES - 1 - i);
    const total = ago => detectors.reduce((n, detector) => n + at(ago, detector), 0);
    const [svg, y] = axes(width, height, left, 28, Math.max(...minutes.map(total)));
    const wide = (width - left) / MINUTES;
    minutes.forEach((ago, i) => {
      let below = 0;
      for (const detector of detectors) {
        const n = at(ago, detector);
        if (!n) continue;
        svg.append(element('rect', {x: left + i * wide + 1, width: Math.max(2, wide - 2), y: y(below + n), height: Math.max(1, y(below) - y(below + n) - 1), style: 'fill:' + color(detector)},
          element('title', {}, `${detector}: ${n}, ${ago} minutes ago`)));
        below += n;
      }
    });
    [[60, 'an hour ago'], [30, '30 min'], [0, 'now']].forEach(([ago, text]) => svg.append(element('text',
      {x: left + (width - left) * (1 - ago / 60), y: height - 8, 'text-anchor': ago === 60 ? 'start' : ago ? 'middle' : 'end'}, text)));
    svg.setAttribute('aria-label', `${plural(points.length, 'finding')} in the last hour; the table below has the numbers`);
    const tools = [...new Set([...points.map(p => p.tool), ...Object.keys(state.stoppedByTool), ...Object.keys(state.observedByTool)])];
    const found = (tool, detector) => points.filter(p => p.tool === tool && p.detector === detector).length;
    const observed = sum(state.observedByTool) > 0;
    const rows = tools.map(tool => [tool || '(the model’s turns)', ...detectors.map(detector => found(tool, detector)), state.stoppedByTool[tool] || 0, ...(observed ? [state.observedByTool[tool] || 0] : [])])
      .sort((a, b) => (b[detectors.length + 1] - a[detectors.length + 1]) || (b[b.length - 1] - a[a.length - 1]));
    return [legendOf(detectors), svg, table(['tool', ...detectors, 'not run, in total', ...(observed ? ['would not have run'] : [])], rows.map(row => row.map(cell => cell || '–')))];
  });
}
function targets(state) {
  draw('targets', [state.matchedTargets, state.unmatchedTargets], () => [
    state.matchedTargets.length
      ? element('details', {'data-key': 'matched'}, element('summary', {}, 'Guarding: ' + plural(state.matchedTargets.length, 'target')), element('ul', {}, ...state.matchedTargets.map(name => element('li', {}, name))))
      : element('p', {class: 'empty'}, 'Nothing is guarded so far.' + HINT),
    state.unmatchedTargets.length && element('div', {class: 'warning'}, element('strong', {}, 'Guarding nothing so far: ' + plural(state.unmatchedTargets.length, 'target') + ' of the configuration file'),
      element('ul', {}, ...state.unmatchedTargets.map(name => element('li', {}, name))),
      element('p', {class: 'note'}, HINT))]);
}
function saved(state) {
  if (state.callsStopped * state.costOfTurn) return ['$' + (state.callsStopped * state.costOfTurn).toFixed(2), 'saved, by a low estimate'];
  if (state.callsStopped * state.tokensOfTurn) return [count(state.callsStopped * state.tokensOfTurn), 'tokens saved, by a low estimate'];
  return state.callsStopped ? [plural(state.callsStopped, 'call'), 'saved; turns report no tokens'] : ['–', 'saved: nothing was stopped'];
}
function overview(state) {
  const observing = state.mode === 'observe', would = sum(state.observedByTool), found = sum(state.findingsByDetector), reused = sum(state.reusedByTool);
  const tile = (value, name) => element('div', {class: 'tile'}, element('b', {}, value), element('span', {}, name));
  draw('service', state.service, () => '· ' + state.service);
  document.title = (found ? `(${count(found)}) ` : '') + 'Loop Sentinel · ' + state.service;
  const headline = !state.enabled ? 'Guarding is switched off: calls are not checked.'
    : !state.callsSeen ? 'Waiting for the first tool call of an agent in this program.'
    : `${plural(state.callsSeen, 'tool call')} so far. ` + (state.callsStopped ? `${count(state.callsStopped)} of them went round in circles and did not run. ` : '')
      + (would ? `Mode enforce would have stopped ${count(would)} of them.` : state.callsStopped ? '' : found ? 'None had to be stopped.' : 'None went round in circles.');
  draw('headline', headline, headline);
  draw('tiles', [state.callsSeen, state.callsStopped, would, found, reused, state.tokensOfTurn, state.costOfTurn], () => [
    tile(count(state.callsSeen), 'tool calls seen'), tile(count(found), 'findings: calls or turns in a loop'), tile(count(state.callsStopped), 'calls stopped, not run'),
    reused ? tile(count(reused), 'got an earlier result, not run') : null, would ? tile(count(would), 'would have been stopped') : null, tile(...saved(state))]);
  const other = observing ? 'enforce' : 'observe';
  draw('mode', [state.mode, state.enabled], () => [
    element('p', {}, element('strong', {}, 'Mode: ' + state.mode + '. '), observing ? 'Loops are reported, and nothing is stopped.' : 'Calls in a loop are stopped.'),
    button('mode', 'Switch to ' + other, () => send('/mode', {mode: other}, `Mode ${other} from now on.`), true),
    token ? null : element('p', {class: 'note'}, 'To switch, open the address in the program’s log, which contains the token.')]);
  draw('about', [state.version, state.internalErrors], `Loop Sentinel ${state.version}. Shows only names, hashes and counts: no results, and arguments only if configured.`
    + (state.internalErrors ? ` The agent itself failed ${plural(state.internalErrors, 'time')}; see its log.` : ''));
}

let latest = null, newest = null, asked = null;
function show(state) {
  latest = state;
  overview(state); questions(state); findings(state); budgets(state); sessions(state); stored(state); time(state); targets(state);
  const first = state.findings[0];
  if (first && newest && first.time !== newest) say(`${clock(first.time)}: ${first.reason} (session ${first.session})`);
  newest = first ? first.time : 'none';
  const last = state.questions[state.questions.length - 1];
  if (last && last.question !== asked) say(`Question ${last.question}: a call of ${last.tool} in session ${last.session} waits for a person.`);
  asked = last ? last.question : null;
}
function watch() {
  const source = new EventSource('/events');
  source.onmessage = message => {
    if (byId('status').className === 'lost') say('');
    show(JSON.parse(message.data));
  };
  source.onerror = () => {
    say('No connection: the program has ended, or too many browsers are connected. Trying again …', true);
    if (source.readyState === EventSource.CLOSED) setTimeout(watch, 5000);
  };
}
addEventListener('resize', () => latest && time(latest));
watch();
