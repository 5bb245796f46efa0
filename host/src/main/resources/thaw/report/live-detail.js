  // One invocation: figures, waterfall, log. And the form that invokes.
  const detail = byId('detail');
  const showDialog = (dialog) => { if (!dialog.open) dialog.showModal(); };
  const pair = (term, meaning) => {
    const both = make('div');
    both.append(make('dt', '', term), make('dd', '', meaning));
    return both;
  };
  const has = (value) => value !== undefined;
  const reportList = (told) => {
    const list = make('dl', 'report');
    const add = (condition, term, meaning) => { if (condition) list.append(pair(term, meaning())); };
    add(has(told.totalMs), 'total', () => figure(told.totalMs) + ' ms');
    add(has(told.durationMs), 'duration', () => figure(told.durationMs) + ' ms');
    add(has(told.billedMs), 'billed', () => whole(told.billedMs) + ' ms');
    add(has(told.initMs), 'init', () => figure(told.initMs) + ' ms');
    add(has(told.restoreMs), 'restore', () => figure(told.restoreMs) + ' ms');
    add(has(told.hostWaitedMs), 'waited for a CPU', () => figure(told.hostWaitedMs) + ' ms');
    add(has(told.billedRestoreMs), 'billed restore', () => whole(told.billedRestoreMs) + ' ms');
    add(told.maxMemoryMiB > 0, 'max memory', () => `${whole(told.maxMemoryMiB)} MB`);
    add(told.memorySizeMiB > 0, 'memory size', () => `${whole(told.memorySizeMiB)} MB`);
    add(has(told.durationMs), 'response', () => whole(told.responseBytes) + ' bytes');
    return list;
  };
  const waterfallList = (bars) => {
    const list = make('ol', 'waterfall');
    const end = Math.max(0.001, ...bars.map((bar) => bar.startMs + bar.ms));
    for (const bar of bars) {
      const row = make('li', `of-${bar.origin}`
          + (bar.depth === 0 ? ' is-whole' : '')
          + (/^(init|Initialization)$/.test(bar.name) ? ' is-init' : '')
          + (/^(restore|Restore)$/.test(bar.name) ? ' is-restore' : '')
          + (/^(handler|Invocation)$/.test(bar.name) ? ' is-handler' : '')
          + (bar.failed ? ' is-failed' : ''));
      const what = make('span', 'what', bar.name + (bar.failed ? ' (failed)' : ''));
      what.style.paddingLeft = Math.min(bar.depth, 12) * 14 + 'px';
      const lane = make('span', 'lane');
      lane.setAttribute('aria-hidden', 'true');
      const box = make('i');
      box.style.left = Math.min(99.7, 100 * bar.startMs / end) + '%';
      box.style.width = Math.max(0, Math.min(100, 100 * bar.ms / end)) + '%';
      lane.append(box);
      row.append(what, lane, make('span', 'ms', figure(bar.ms) + ' ms'));
      row.dataset.tip = [bar.name, `from ${figure(bar.startMs)} ms, ${figure(bar.ms)} ms, measured by ${bar.origin}`,
        ...Object.entries(bar.notes || {}).map(([key, value]) => `${key}: ${value}`)].join('\n');
      list.append(row);
    }
    return list;
  };
  const logList = (told) => {
    const log = make('div', 'log');
    log.tabIndex = 0;
    log.setAttribute('role', 'region');
    log.setAttribute('aria-label', 'Log');
    if (told.droppedLogLines) {
      log.append(make('p', 'hint', `${plural(told.droppedLogLines, 'line')} before these are not kept.`));
    }
    for (const line of told.log) {
      const row = make('div', line.by);
      row.append(make('time', '', figure(line.atMs) + ' ms'), make('span', '', line.text));
      log.append(row);
    }
    if (!told.log.length) log.append(make('p', 'hint', 'Nothing was written.'));
    return log;
  };
  const titled = (title, more, ...content) => {
    const head = make('div', 'bar');
    head.append(make('h3', '', title), ...more);
    return [head, ...content];
  };
  const sameEnvironment = (told) => {
    const others = [...state.requests.values()].filter((each) => each.environment === told.environment);
    return plural(others.length, 'kept invocation') + ' of this environment';
  };
  let opened = null;
  const fillDetail = (told) => {
    setText(byId('detail-title'), versioned(told));
    const badges = make('div', 'badges');
    const start = make('span');
    startBadge(start, told);
    const status = make('span');
    statusBadge(status, told);
    badges.append(start, status);
    if (told.errorType) badges.append(make('span', 'badge bad', told.errorType));
    const facts = make('dl', 'where');
    const fact = (term, meaning, copy) => {
      const value = make('dd');
      value.append(make('code', '', meaning));
      if (copy) value.append(' ', copyButton(meaning));
      facts.append(make('dt', '', term), value);
    };
    fact('request', told.id, true);
    fact('begun', exactClock(told.begun));
    fact('environment', told.environment);
    facts.append(make('dt', '', ''), make('dd', '', sameEnvironment(told)));
    if (told.traceId) fact('trace', told.traceId);
    const parts = [badges, reportList(told)];
    if (told.waterfall.length) parts.push(...titled('Waterfall', [], waterfallList(told.waterfall)));
    parts.push(...titled('Log', told.log.length
        ? [copyButton(told.log.map((line) => line.text).join('\n') + '\n')] : [], logList(told)));
    parts.push(...titled('Where', [], facts));
    byId('detail-body').replaceChildren(...parts);
  };
  // A running request goes on, and its spans may come after its end.
  const LATE_SPANS = 2500;
  let filledWith = '';
  const loadDetail = async (id) => {
    let answer;
    try {
      answer = await fetch('/_thaw/data/requests/' + encodeURIComponent(id), {cache: 'no-store'});
      const text = await answer.text();
      if (opened !== id || text === filledWith) return;
      filledWith = text;
      const told = JSON.parse(text);
      if (answer.ok) fillDetail(told); else detailMissing(told.message);
    } catch (e) {
      if (opened === id) detailMissing('Thaw does not answer: ' + e.message);
    }
  };
  const detailMissing = (text) => {
    setText(byId('detail-title'), 'Invocation');
    byId('detail-body').replaceChildren(make('p', '', text));
  };
  const openDetail = (id) => {
    if (byId('invoke').open) byId('invoke').close();
    opened = id;
    setText(byId('detail-title'), 'Invocation');
    byId('detail-body').replaceChildren(make('p', 'hint', 'loading'));
    showDialog(detail);
    filledWith = '';
    setTimeout(() => { if (opened === id) loadDetail(id); }, LATE_SPANS);
    history.replaceState(null, '', '#request=' + encodeURIComponent(id));
    loadDetail(id);
  };
  detail.addEventListener('close', () => {
    opened = null;
    history.replaceState(null, '', location.pathname + location.search);
  });
  const detailChanged = (ids) => {
    if (opened && ids.has(opened)) loadDetail(opened);
  };
  const openNamed = () => {
    const named = location.hash.match(/^#request=(.+)$/);
    if (named) openDetail(decodeURIComponent(named[1]));
  };
  addEventListener('hashchange', openNamed);
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('.close').addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target !== dialog) return;
      const box = dialog.getBoundingClientRect();
      if (event.clientX < box.left) dialog.close(); // on what is behind it
    });
  }

  const events = new Map(); // by function, as long as the page is open
  let invoking = '';
  let invoked = '';
  const openInvoke = (name) => {
    invoking = name;
    setText(byId('invoke-title'), 'Invoke ' + name);
    byId('invoke-event').value = events.get(name) || '{}';
    byId('invoke-answer').hidden = true;
    byId('invoke-open').hidden = true;
    setText(byId('invoke-state'), '');
    showDialog(byId('invoke'));
    byId('invoke-event').focus();
  };
  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
  byId('invoke-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const name = invoking;
    const body = byId('invoke-event').value.trim() || '{}';
    events.set(name, body);
    try {
      JSON.parse(body);
    } catch (e) {
      setText(byId('invoke-state'), 'This is not JSON: ' + e.message);
      byId('invoke-event').focus();
      return;
    }
    byId('invoke-send').disabled = true;
    byId('invoke-open').hidden = true;
    setText(byId('invoke-state'), 'running …');
    const begin = performance.now();
    try {
      const answer = await fetch(`/2015-03-31/functions/${encodeURIComponent(name)}/invocations`,
          {method: 'POST', headers: {'Content-Type': 'application/json'}, body});
      const text = await answer.text();
      const failed = answer.headers.get('x-amz-function-error');
      invoked = answer.headers.get('x-amzn-requestid') || '';
      setText(byId('invoke-state'), (answer.ok ? failed ? `failed (${failed})` : 'done' : `status ${answer.status}`)
          + ` after ${figure(performance.now() - begin)} ms`);
      byId('invoke-answer').textContent = pretty(text);
      byId('invoke-answer').hidden = false;
      byId('invoke-open').hidden = !(answer.ok && invoked);
    } catch (e) {
      setText(byId('invoke-state'), 'Thaw does not answer: ' + e.message);
    } finally {
      byId('invoke-send').disabled = false;
    }
  });
  byId('invoke-event').addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) byId('invoke-form').requestSubmit();
  });
  byId('invoke-open').addEventListener('click', () => openDetail(invoked));
