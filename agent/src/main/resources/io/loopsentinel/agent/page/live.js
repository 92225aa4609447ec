const byId = id => document.getElementById(id);
const MINUTES = 60;
const HINT = ' The class may not be loaded yet, or a name may be wrong: java -jar loop-sentinel.jar check -c CONFIG PATHS shows what matches.';
const plural = (n, noun) => count(n) + ' ' + noun + (n === 1 ? '' : 's');
const sum = counts => Object.values(counts).reduce((a, b) => a + b, 0);
const span = seconds => seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${Math.floor(seconds / 3600)} h ${Math.floor(seconds % 3600 / 60)} min`;
const usd = n => '$' + (n && n < 0.1 ? n.toPrecision(2) : n.toFixed(2));
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
  before: 'The override of the tool denies its calls or lets a person decide. This is not a loop.',
  effect: 'The effect of the call has happened or may have. This is not necessarily a loop.',
};
const DONE = {
  ask: 'It waits for a person.',
  hint: 'The model got a hint instead of a result.',
  abort: 'The run was ended with an error.',
  terminate: 'The session was terminated.',
  warn: 'It ran, and the model was warned.',
  observe: 'It ran; this was only recorded.',
};

const FALLBACK = {
  hint: 'The model gets a hint instead of a result.',
  abort: 'The call fails, and the run ends with an error.',
  terminate: 'The session is terminated.',
};
const titleOf = each => each.reason.startsWith(each.tool) ? each.reason : `${each.tool}: ${each.reason}`;

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
// Asks for values in a dialog, and for the name of the person if something changes by it.
function inquire(title, text, fields, act) {
  const dialog = byId('dialog'), close = element('button', {type: 'button'}, 'Cancel');
  const all = [...fields, ['by', 'Your name, for the record', sessionStorage.getItem('by') || '']];
  const form = element('form', {}, element('h2', {id: 'dialog-title'}, title), element('p', {}, text),
    ...all.map(([name, label, value]) => element('label', {}, label, element('input', {name, value, required: '', maxlength: name === 'text' ? 2000 : 100, autocomplete: name === 'by' ? 'name' : 'off'}))),
    element('p', {}, element('button', {class: 'act'}, title), ' ', close));
  close.addEventListener('click', () => dialog.close());
  form.addEventListener('submit', event => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    sessionStorage.setItem('by', values.by);
    dialog.close();
    act(values);
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}
async function send(path, body, done) {
  try {
    const answer = await fetch(path, {method: 'POST', body: JSON.stringify({by: sessionStorage.getItem('by') || '', ...body}),
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

// Shows what contains the words of the search, in any case.
const query = () => byId('query').value.trim().toLowerCase();
const isFound = (...texts) => JSON.stringify(texts).replaceAll('"', '').replaceAll(':', ': ').toLowerCase().includes(query());
const isCallFound = each => isFound(each.session, each.tool, each.reason, each.detector, each.labels);
const isSessionFound = each => isFound(each.name, each.conversation, each.calls.map(call => [call.tool, call.labels]));
const none = () => element('p', {class: 'empty'}, 'Nothing matches the search.');
const labels = all => Object.entries(all || {}).map(([name, value]) => element('span', {class: 'chip label'}, `${name}: ${value}`));
const anchor = session => 'session ' + session;
const linked = session => latest.sessions.some(each => each.name === session && isSessionFound(each)) ? element('a', {href: '#' + encodeURIComponent(anchor(session))}, 'session ' + session) : 'session ' + session;

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
    const title = `${call.tool}, ${clock(call.time)}${stopped ? ', not run' : ''}${failed ? ', failed' : ''}${decision === 'run' ? '' : ', ' + decision}${call.duration_ms === undefined ? '' : `, ${count(Math.round(call.duration_ms))} ms`}`;
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
  if (event.message) row('Message to the model' + (event.answer ? '' : ', in short'), event.message);
  if (event.arguments) row('Arguments', element('code', {}, event.arguments));
  if (event.edit) {
    const text = event.edit.text;
    row('To allow this', place(event.edit, event.file), element('div', {class: 'copy'}, element('pre', {}, text), button('copy ' + id, 'Copy', node => copy(text, node))));
  } else if (event.setting) {
    row('To allow this', `${['before', 'effect'].includes(event.detector) ? 'Change' : 'Raise'} ${event.setting}.`);
  }
  return element('article', {class: 'finding'}, element('h3', {}, event.reason),
    element('p', {class: 'note'}, chip(event.detector), ` ${clock(event.time)} · `, linked(event.session), event.detector === 'budget' ? '' : ` · seen ${plural(event.count, 'time')}, threshold ${event.threshold}`, ...labels(event.labels)),
    element('dl', {}, ...rows));
}
function findings(state) {
  const all = state.findings.filter(isCallFound), [first, rest] = [all.slice(0, 3), all.slice(3)];
  const older = () => rest.length && element('details', {'data-key': 'older'}, element('summary', {}, plural(rest.length, 'earlier finding')), ...rest.map(finding));
  draw('findings', [all, state.callsSeen > 0, query(), state.sessions.map(each => each.name)], () => first.length
    ? [key(true), ...first.map(finding), older()]
    : query() ? none() : element('p', {class: 'empty'}, state.callsSeen ? 'No loop so far.' : 'Nothing yet: no tool has been called.'));
}
// The clock of this machine may differ from the program's.
let ahead = 0;
function tick() {
  for (const each of document.querySelectorAll('[data-until]')) {
    const left = Math.round((Date.parse(each.dataset.until) - Date.now() - ahead) / 1000);
    each.textContent = left > 0 ? `${span(left)} left` : 'the time is up';
  }
}
const drafts = {};
function questions(state) {
  ahead = Date.parse(state.time) - Date.now();
  byId('waiting').hidden = !(state.questions.length + state.answered.length);
  const row = asked => {
    const id = asked.question, label = `, question ${id}`;
    const words = element('input', {type: 'text', maxlength: 2000, 'data-key': 'words ' + id, 'aria-label': 'Message to the model' + label, placeholder: 'Message to the model'});
    words.value = drafts[id] || '';
    words.addEventListener('input', () => { drafts[id] = words.value; });
    const choice = (answer, text) => {
      const act = () => send('/answer', {question: id, answer, text: answer === 'message' ? words.value : null}, `Question ${id} was answered: ${answer}.`);
      // The name is asked for once, because several calls may wait.
      const node = button(answer + ' ' + id, text, () => sessionStorage.getItem('by') ? act() : inquire(text, `Question ${id}, ${titleOf(asked)}`, [], act), true);
      node.setAttribute('aria-label', text + label);
      return node;
    };
    const facts = [['Question', id], ['Session', linked(asked.session)], asked.labels && ['Labels', asked.labels], asked.arguments && ['Arguments', element('code', {}, asked.arguments)],
      ['Waits until', `${clock(asked.expires)} · `, element('strong', {'data-until': asked.expires})], ['If nobody answers', FALLBACK[asked.fallback] || asked.fallback]];
    return element('article', {class: 'finding'}, element('h3', {}, titleOf(asked)),
      element('dl', {}, ...facts.filter(Boolean).flatMap(([name, ...values]) => [element('dt', {}, name), element('dd', {}, ...values)])),
      element('p', {}, choice('run', 'Let it run'), ' ', choice('hint', 'Answer with the hint'), ' ', choice('abort', 'Stop it')),
      element('p', {}, words, ' ', choice('message', 'Answer with this message')));
  };
  const shown = state.questions.filter(isCallFound);
  draw('questions', [shown, query()], () => shown.length ? shown.map(row) : element('p', {class: 'empty'}, state.questions.length ? 'Nothing matches the search.' : 'No call waits now.'));
  draw('answered', state.answered, () => state.answered.length && element('details', {'data-key': 'answered', open: ''}, element('summary', {}, 'No longer waiting'), element('ul', {}, ...state.answered.map(each =>
    element('li', {}, `${clock(each.time)} · question ${each.question}, ${each.tool}, session ${each.session}: `, each.answer ? `answered ${each.answer}, ${each.by}` : element('strong', {}, `nobody answered (${each.by}); done: ${each.action}`))))));
  tick();
}
function budgets(state) {
  byId('budgets-part').hidden = !state.budgets.length;
  const shown = (each, n) => each.measure === 'cost_usd' ? usd(n) : count(Math.round(n));
  const unit = each => each.measure === 'cost_usd' ? '' : ' ' + each.measure.replaceAll('_', ' ') + (each.tool ? ': ' + each.tool : '');
  const raise = each => {
    const name = `budget ${each.name}${each.holder ? ' of ' + each.holder : ''}`;
    const example = '+5' + ({cost_usd: 'usd', tokens: 'tokens', turns: 'turns'}[each.measure] || 'calls');
    const node = button('raise ' + name + each.measure, 'Raise …', () => inquire('Raise the budget', `Raises the ${name}, now ${shown(each, each.used)} of ${shown(each, each.cap)}${unit(each)}.`,
      [['amount', `By how much, such as ${example}`, example], ['time', 'For how long, such as 2h', '2h'], ['why', 'Why', '']],
      values => send('/raise', {budget: each.name, holder: each.holder || '-', ...values}, `The ${name} was raised.`)), true);
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
  const row = session => {
    const stopped = session.calls.filter(isStopped).length;
    const [first, last] = [clock(session.first), clock(session.last)], seconds = Math.round((Date.parse(session.last) - Date.parse(session.first)) / 1000);
    const facts = [plural(session.count, 'call'), !seconds ? first : `${first} to ${last} (${span(seconds)})`, session.tokens ? plural(session.tokens, 'token') : '', session.cost_usd ? usd(session.cost_usd) : '', stopped ? count(stopped) + ' not run' : '',
      session.ended ? 'terminated: its calls are refused until it is reset' : '', session.known ? '' : 'evicted or expired'];
    const reset = session.known && button('reset ' + session.name, 'Reset', () => inquire('Reset the session', `Session ${session.name} begins again as if it were new: its calls are forgotten, and a terminated one may call again.`, [],
      values => send('/reset', {session: session.name, ...values}, `Session ${session.name} was reset.`)), true);
    const tell = session.known && button('tell ' + session.name, 'Tell …', () => inquire('Send a message', `The model of session ${session.name} reads it with its next result or request.`, [['text', 'Message to the model', '']],
      values => send('/tell', {session: session.name, ...values}, `The message to session ${session.name} is sent with its next result or request.`)), true);
    if (tell) tell.setAttribute('aria-label', 'Tell the model of session ' + session.name);
    if (reset) reset.setAttribute('aria-label', 'Reset session ' + session.name);
    return element('div', {class: 'session', id: anchor(session.name), tabindex: '-1'},
      element('header', {}, element('div', {}, element('h3', {}, session.name, session.conversation ? ' of ' + session.conversation : '', ...labels((session.calls[session.calls.length - 1] || {}).labels)), element('p', {class: 'note'}, facts.filter(Boolean).join(' · '))), tell || '', reset || ''),
      ...strip(session.calls));
  };
  const shown = state.sessions.filter(isSessionFound);
  draw('sessions', [shown, state.sessionsLive, query()], () => state.sessions.length
    ? [key(), ...(shown.length ? shown.map(row) : [none()]), element('p', {class: 'note'}, `${plural(state.sessionsLive, 'live session')}. Shown: ${plural(state.sessions.length, 'session')} with the latest calls, up to 60 calls each.`)]
    : element('p', {class: 'empty'}, 'No session yet. It appears with its first tool call.'));
}
function stored(state) {
  byId('stored-part').hidden = !state.store;
  const pods = all => [...all.slice(0, 5), ...(all.length > 5 ? [`and ${all.length - 5} more`] : [])].map(pod => element('div', {}, pod));
  const row = each => [[each.name + (each.ended ? ' (terminated)' : ''), ''], each.last ? clock(each.last) : '–', [element('div', {}, ...pods(each.pods)), 'pods']];
  draw('stored', [state.store, state.stored, query()], () => {
    if (!state.stored) return element('p', {class: 'empty'}, 'Reading …');
    const {pod, problem} = state.stored, sessions = state.stored.sessions.filter(each => isFound(each.name, each.pods));
    return [
      problem ? element('div', {class: 'warning'}, element('strong', {}, 'The store cannot be read. These are the sessions of this JVM alone.'), element('p', {class: 'note'}, problem)) : '',
      sessions.length ? table(['session', 'last event', 'pods, that of the last event first'], sessions.map(row)) : query() ? none() : element('p', {class: 'empty'}, 'No session yet.'),
      element('p', {class: 'note'}, `This page is of pod ${pod}.` + (state.stored.sessions.length < 50 ? '' : ' 50 sessions are shown; the command sessions --all lists more.'))];
  });
}
// Draws the bars of an hour, one for each minute. A layer has a name, a color and a count by minute.
function bars(width, layers) {
  const height = 170, left = 34, wide = (width - left) / MINUTES, total = ago => layers.reduce((n, [, , at]) => n + at(ago), 0);
  const [svg, y] = axes(width, height, left, 28, Math.max(...Array.from({length: MINUTES}, (_, ago) => total(ago))));
  for (let ago = MINUTES - 1; ago >= 0; ago--) {
    let below = 0;
    for (const [name, fill, at] of layers) {
      const n = at(ago);
      if (!n) continue;
      svg.append(element('rect', {x: left + (MINUTES - 1 - ago) * wide + 1, width: Math.max(2, wide - 2), y: y(below + n), height: Math.max(1, y(below) - y(below + n) - 1), style: 'fill:' + fill},
        element('title', {}, `${name}: ${n}, ${ago} minutes ago`)));
      below += n;
    }
  }
  [[60, 'an hour ago'], [30, '30 min'], [0, 'now']].forEach(([ago, text]) => svg.append(element('text',
    {x: left + (width - left) * (1 - ago / 60), y: height - 8, 'text-anchor': ago === 60 ? 'start' : ago ? 'middle' : 'end'}, text)));
  return svg;
}
function calls(state) {
  const width = Math.max(300, byId('calls').clientWidth), now = Math.floor(Date.parse(state.time) / 60000);
  const minutes = new Map(state.minutes.map(([minute, all, stopped]) => [now - minute, [all - stopped, stopped]]).filter(([ago]) => ago < MINUTES));
  const at = i => ago => (minutes.get(ago) || [0, 0])[i], sumOf = i => [...minutes.values()].reduce((n, each) => n + each[i], 0);
  draw('calls', [[...minutes], width], () => {
    if (!minutes.size) return element('p', {class: 'empty'}, 'No calls in the last hour.');
    const [ago, most] = [...minutes].reduce((best, each) => sum(each[1]) > sum(best[1]) ? each : best);
    const svg = bars(width, [['run', 'var(--repeat)', at(0)], ['not run', 'var(--stop)', at(1)]]);
    svg.setAttribute('aria-label', `${plural(sumOf(0) + sumOf(1), 'call')} in the last hour, ${count(sumOf(1))} of them not run; at most ${count(sum(most))} in a minute, ${plural(ago, 'minute')} ago`);
    return [legend(['calls run', 'background:var(--repeat)'], ['calls not run', 'background:var(--stop)']), svg];
  });
}
function time(state) {
  const width = Math.max(300, byId('time').clientWidth);
  const minute = time => Math.floor(Date.parse(time) / 60000);
  const points = state.points.map(point => ({...point, ago: minute(state.time) - minute(point.time)})).filter(point => point.ago < MINUTES);
  draw('time', [points, state.stoppedByTool, state.observedByTool, width], () => {
    if (!points.length) return element('p', {class: 'empty'}, 'No findings in the last hour.');
    const detectors = [...new Set(points.map(point => point.detector))].sort();
    const svg = bars(width, detectors.map(detector => [detector, color(detector), ago => points.filter(p => p.ago === ago && p.detector === detector).length]));
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
// A stopped call saves at least the turn that would have followed it.
function saving(calls, state) {
  return [calls * state.costOfTurn ? usd(calls * state.costOfTurn) : '', calls * state.tokensOfTurn ? plural(calls * state.tokensOfTurn, 'token') : ''].filter(Boolean);
}
function saved(state) {
  const [most, ...rest] = saving(state.callsStopped, state);
  if (most) return [most, ['saved, by a low estimate', ...rest].join(': ')];
  return state.callsStopped ? [plural(state.callsStopped, 'call'), 'saved; turns report no tokens'] : ['–', 'saved: nothing was stopped'];
}
function overview(state) {
  const observing = state.mode === 'observe', would = sum(state.observedByTool), found = sum(state.findingsByDetector), reused = sum(state.reusedByTool), effects = sum(state.effectsNotRepeatedByTool);
  const tile = (value, name) => element('div', {class: 'tile'}, element('b', {}, value), element('span', {}, name));
  draw('service', state.service, () => '· ' + state.service);
  document.title = (state.questions.length ? `${count(state.questions.length)} waiting · ` : '') + (found ? `(${count(found)}) ` : '') + 'Loop Sentinel · ' + state.service;
  const headline = !state.enabled ? 'Guarding is switched off: calls are not checked.'
    : !state.callsSeen ? 'Waiting for the first tool call of an agent in this program.'
    : `${plural(state.callsSeen, 'tool call')} so far. ` + (state.callsStopped ? `${count(state.callsStopped)} of them did not run. ` : '')
      + (would ? `Mode enforce would have stopped ${count(would)} of them.` : state.callsStopped ? '' : found ? 'None had to be stopped.' : 'None went round in circles.');
  draw('headline', headline, headline);
  draw('tiles', [state.callsSeen, state.callsStopped, would, found, reused, effects, state.tokensOfTurn, state.costOfTurn], () => [
    tile(count(state.callsSeen), 'tool calls seen'), tile(count(found), 'findings: loops, spent budgets, calls at a gate'), tile(count(state.callsStopped), 'calls stopped, not run'),
    reused ? tile(count(reused), 'got an earlier result, not run') : null, effects ? tile(count(effects), 'effects not repeated') : null, would ? tile(plural(would, 'call'), 'enforce would have saved' + (state.tokensOfTurn ? `, by a low estimate: ${saving(would, state).join(', ')}` : '')) : null, tile(...saved(state))]);
  const other = observing ? 'enforce' : 'observe';
  draw('mode', [state.mode, state.enabled], () => [
    element('p', {}, element('strong', {}, 'Mode: ' + state.mode + '. '), observing ? 'Loops are reported, and nothing is stopped.' : 'Calls in a loop are stopped.'),
    button('mode', 'Switch to ' + other, () => inquire('Switch to ' + other, observing ? 'Calls in a loop are stopped from now on, in all sessions of this program.' : 'Nothing is stopped any more in this program: loops are only reported.', [],
      values => send('/mode', {mode: other, ...values}, `Mode ${other} from now on.`)), true),
    token ? null : element('p', {class: 'note'}, 'To switch, open the address in the program’s log, which contains the token.')]);
  draw('about', [state.version, state.internalErrors], `Loop Sentinel ${state.version}. Shows only names, hashes and counts: no results, and arguments only if configured.`
    + (state.internalErrors ? ` The agent itself failed ${plural(state.internalErrors, 'time')}; see its log.` : ''));
}

let latest = null, newest = null, asked = null;
function show(state) {
  latest = state;
  overview(state); questions(state); findings(state); budgets(state); sessions(state); stored(state); calls(state); time(state); targets(state);
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
addEventListener('resize', () => latest && (calls(latest), time(latest)));
byId('query').addEventListener('input', () => latest && show(latest));
setInterval(tick, 1000);
watch();
