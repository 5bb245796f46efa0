  // Functions, invocations.
  const cell = (row, i, text) => {
    setText(row.cells[i], text);
    row.cells[i].classList.toggle('nothing', text === '0' || text === '–');
  };
  const functionRow = (known) => {
    const row = make('tr');
    const name = make('th', 'name');
    name.scope = 'row';
    const only = make('button', 'only');
    setName(only, known.name);
    only.type = 'button';
    only.title = 'Show only this function below';
    only.addEventListener('click', () => chooseFunction(known.name));
    name.append(only);
    row.append(name, make('td', 'text'), ...Array.from({length: 9}, () => make('td')));
    const memory = make('td');
    const meter = make('span', 'meter');
    meter.setAttribute('aria-hidden', 'true');
    meter.append(make('i'));
    memory.append(make('span'), meter);
    const action = make('td');
    const button = make('button', 'small', 'Invoke');
    button.type = 'button';
    button.setAttribute('aria-label', 'Invoke ' + known.name);
    button.addEventListener('click', () => openInvoke(known.name));
    action.append(button);
    row.append(memory, action);
    return row;
  };
  const environmentCounts = () => {
    const counts = new Map();
    for (const life of state.environments.values()) {
      counts.set(life.function, (counts.get(life.function) || 0) + 1);
    }
    return counts;
  };
  const renderFunctions = () => {
    const counts = environmentCounts();
    keyed(byId('functions-table').tBodies[0], functionsByName(), (known) => known.name, functionRow,
        (row, known) => {
          row.cells[0].firstChild.setAttribute('aria-pressed', String(functionSelects[0].value === known.name));
          setText(row.cells[1], known.runtime);
          row.cells[1].title = known.handler;
          cell(row, 2, whole(counts.get(known.name) || 0));
          cell(row, 3, whole(known.requests));
          cell(row, 4, percent(known.coldStarts, known.requests));
          cell(row, 5, figure(known.p50Ms));
          cell(row, 6, figure(known.p99Ms));
          cell(row, 7, figure(known.coldP50Ms));
          cell(row, 8, whole(known.failed));
          row.cells[8].classList.toggle('failed', known.failed > 0);
          cell(row, 9, whole(known.throttled));
          row.cells[9].classList.toggle('failed', known.throttled > 0);
          cell(row, 10, whole(known.queuedEvents));
          const used = known.maxMemoryMiB;
          const [text, meter] = row.cells[11].children;
          setText(text, used ? `${whole(used)} of ${whole(known.memorySizeMiB)}`
              : whole(known.memorySizeMiB));
          meter.hidden = !used;
          meter.firstChild.style.width = Math.min(100, 100 * used / known.memorySizeMiB) + '%';
          meter.firstChild.classList.toggle('high', used > 0.85 * known.memorySizeMiB);
        });
  };

  const versioned = (thing) =>
      thing.version === '$LATEST' ? thing.function : `${thing.function}:${thing.version}`;
  const PIECE = 50;
  let rendered = false;
  let shown = PIECE;
  let stopped = null;
  // Of the same moment, in the order of their ids: an order that never changes.
  const newestFirst = () =>
      [...state.requests.values()].sort((a, b) => b.begun - a.begun || a.id.localeCompare(b.id));
  const wantedRequests = () => {
    const name = byId('filter-function').value;
    const cold = byId('filter-cold').checked;
    const failed = byId('filter-failed').checked;
    const words = byId('filter-text').value.toLowerCase().split(/\s+/).filter(Boolean);
    return (stopped || newestFirst()).filter((request) =>
        (!name || request.function === name)
        && (!cold || request.start !== 'warm')
        && (!failed || isFailed(request))
        && words.every((word) => [request.id, request.function, request.environment, request.errorType, request.version,
          request.status, request.start].join(' ').toLowerCase().includes(word)));
  };
  const START_WORDS = {warm: 'warm', init: 'cold', restore: 'restored'};
  const START_TITLES = {
    warm: 'an environment was there already',
    init: 'an environment was started for it',
    restore: 'an environment was restored from a snapshot for it',
  };
  const startBadge = (badge, request) => {
    const start = request.start;
    const limited = request.hostWaitedMs !== undefined;
    badge.className = 'badge ' + start;
    setText(badge, (START_WORDS[start] || start) + (limited ? ', host busy' : ''));
    badge.title = (START_TITLES[start] || '') + (limited
        ? `; for ${figure(request.hostWaitedMs)} ms other programs or environments had the CPUs, which would not be so on Lambda` : '');
  };
  // With its share, as in the log: figures of such starts are this machine's.
  const renderHost = () => {
    const starts = total('hostLimited');
    const share = percent(total('hostWaitedMs'), total('hostLimitedMs'));
    byId('host').hidden = !starts;
    setText(byId('host'), starts ? `The host was the limit of ${plural(starts, 'cold start')}, for ${share}`
        + ' of their time: other programs or environments had the CPUs. They are marked \u201chost busy\u201d below.' : '');
  };
  const statusBadge = (badge, request) => {
    badge.className = 'badge' + (request.status === 'running' ? ' runs' : isFailed(request) ? ' bad' : '');
    setText(badge, request.status);
    badge.title = request.errorType || '';
  };
  const requestRow = (request) => {
    const row = make('tr', rendered ? 'flash' : '');
    const name = make('td', 'name');
    const start = make('td', 'text');
    start.append(make('span'));
    const status = make('td', 'text');
    status.append(make('span'), make('small'));
    const open = make('td', 'text');
    const button = make('button', 'link', request.id.slice(0, 8));
    button.type = 'button';
    button.setAttribute('aria-label', `Open invocation ${request.id} of ${request.function}`);
    open.append(button);
    row.append(make('td', 'text'), name, start, status, make('td', 'strong'), make('td'), make('td'),
        make('td'), open);
    row.addEventListener('click', () => openDetail(request.id));
    row.dataset.request = request.id;
    return row;
  };
  const renderRequests = () => {
    const matching = wantedRequests();
    keyed(byId('requests-table').tBodies[0], matching.slice(0, shown), (request) => request.id,
        requestRow, (row, request) => {
          setText(row.cells[0], exactClock(request.begun));
          setName(row.cells[1], versioned(request));
          startBadge(row.cells[2].firstChild, request);
          statusBadge(row.cells[3].firstChild, request);
          setText(row.cells[3].lastChild, request.errorType || '');
          cell(row, 4, figure(request.totalMs));
          cell(row, 5, figure(request.durationMs));
          cell(row, 6, request.billedMs === undefined ? '–' : whole(request.billedMs));
          cell(row, 7, request.maxMemoryMiB ? whole(request.maxMemoryMiB) : '–');
        });
    rendered = true;
    const all = state.requests.size;
    setText(byId('filter-state'), (matching.length === all
        ? `${whole(all)}` : `${whole(matching.length)} of ${whole(all)}`)
        + (state.forgotten ? `, ${whole(state.forgotten)} older ones are gone` : ''));
    byId('requests-table').parentNode.hidden = !matching.length;
    byId('requests-none').hidden = matching.length > 0;
    setText(byId('requests-none'), all ? 'No invocation is like that.' : 'None yet.');
    byId('requests-more').hidden = matching.length <= shown;
  };
  byId('requests-more').addEventListener('click', () => {
    shown += 4 * PIECE;
    renderRequests();
  });
  // One choice for charts and invocations; the same name again is all.
  const functionSelects = [byId('filter-function'), byId('chart-function')];
  const chooseFunction = (name) => {
    const again = functionSelects[0].value === name;
    functionSelects.forEach((select) => { select.value = again ? '' : name; });
    shown = PIECE;
    render();
  };
  functionSelects.forEach((select) => select.addEventListener('input', () => {
    functionSelects.forEach((other) => { other.value = select.value; });
    shown = PIECE;
    render();
  }));
  for (const id of ['filter-cold', 'filter-failed', 'filter-text']) {
    byId(id).addEventListener('input', () => {
      shown = PIECE;
      renderRequests();
    });
  }
  byId('filter-hold').addEventListener('input', () => {
    stopped = byId('filter-hold').checked ? newestFirst() : null;
    renderRequests();
  });

  const renderTiles = () => {
    const requests = total('requests');
    const cold = total('coldStarts');
    const failed = total('failed');
    const running = [...state.environments.values()].filter((life) => life.state === 'running').length;
    const tile = (id, count, more, alarming) => {
      const place = byId('tile-' + id);
      place.parentNode.classList.toggle('alarming', Boolean(alarming));
      const text = whole(count) + (more ? ' ' + more : '');
      if (place.dataset.text === text) return;
      place.dataset.text = text;
      place.replaceChildren(whole(count), ...(more ? [' ', make('small', '', more)] : []));
    };
    tile('requests', requests);
    tile('cold', cold, requests ? percent(cold, requests) : '');
    tile('failed', failed, failed ? percent(failed, requests) : '', failed);
    tile('environments', state.environments.size, running ? `${whole(running)} running` : '');
    tile('queued', total('queuedEvents'));
    tile('throttled', total('throttled'), '', total('throttled'));
    renderHost();
    renderMachine();
  };

  const renderEmpty = () => {
    const names = functionsByName().map((known) => known.name);
    const empty = !state.requests.size && !total('requests');
    byId('empty').hidden = !empty;
    if (!empty) return;
    const origin = location.origin;
    setText(byId('empty-title'),
        names.length ? 'Nothing has been invoked yet' : 'There is no function yet');
    setText(byId('empty-text'), names.length
        ? 'Invoke a function from any AWS client, from a shell, or with its button below; what happens is shown here at once.'
        : 'Clients make functions by the Lambda API, or thaw run is started with a folder that has a template.');
    keyed(byId('empty-lines'), names.length ? [
      `aws lambda invoke --no-sign-request --region us-east-1 --endpoint-url ${origin} --function-name ${names[0]} /dev/stdout`,
      `curl -d '{}' ${origin}/2015-03-31/functions/${encodeURIComponent(names[0])}/invocations`,
    ] : [
      `aws lambda create-function --no-sign-request --region us-east-1 --endpoint-url ${origin} --function-name hello --runtime java25 --handler com.example.Handler --role arn:aws:iam::123456789012:role/any --zip-file fileb://function.jar`,
    ], (text) => text, command, nothingChanges);
  };
