  // One invocation: figures, event and response, waterfall, log.
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
  // A build before the first start is not the function's: it is folded when it leaves the rest no room.
  const BUILD = 'building the function';
  const foldOf = (bars) => {
    const build = bars.find((bar) => bar.name === BUILD);
    const end = Math.max(0.001, ...bars.map((bar) => bar.startMs + bar.ms));
    const folded = build && build.ms > 0.2 * end && build.ms < end;
    return folded ? {build, end, from: build.startMs, to: build.startMs + build.ms} : {build: null, end, from: 0, to: 0};
  };
  const waterfallList = (bars, whole) => {
    const list = make('ol', 'waterfall');
    const fold = whole ? {...foldOf(bars), build: null, from: 0, to: 0} : foldOf(bars);
    const end = fold.end - (fold.to - fold.from);
    const place = (ms) => ms <= fold.from ? ms : Math.max(fold.from, ms - (fold.to - fold.from));
    for (const bar of bars) {
      const isFold = bar === fold.build;
      const row = make('li', `of-${bar.origin}`
          + (bar.depth === 0 ? ' is-whole' : '')
          + (/^(init|Initialization)$/.test(bar.name) ? ' is-init' : '')
          + (/^(restore|Restore)$/.test(bar.name) ? ' is-restore' : '')
          + (/^(handler|Invocation)$/.test(bar.name) ? ' is-handler' : '')
          + (isFold ? ' is-fold' : '')
          + (bar.failed ? ' is-failed' : ''));
      const what = make('span', 'what', bar.name + (bar.failed ? ' (failed)' : '') + (isFold ? ', folded' : ''));
      what.style.paddingLeft = Math.min(bar.depth, 12) * 14 + 'px';
      const lane = make('span', 'lane');
      lane.setAttribute('aria-hidden', 'true');
      const box = make('i');
      const left = place(bar.startMs);
      box.style.left = Math.min(99.7, 100 * left / end) + '%';
      box.style.width = Math.max(0, Math.min(100, 100 * (place(bar.startMs + bar.ms) - left) / end)) + '%';
      lane.append(box);
      row.append(what, lane, make('span', 'ms', figure(bar.ms) + ' ms'));
      row.dataset.tip = [bar.name, `from ${figure(bar.startMs)} ms, ${figure(bar.ms)} ms, measured by ${bar.origin}`,
        ...(isFold ? ['not to scale: the build happens once, and not on Lambda'] : []),
        ...Object.entries(bar.notes || {}).map(([key, value]) => `${key}: ${value}`)].join('\n');
      list.append(row);
    }
    return list;
  };
  const waterfallParts = (told) => {
    const trace = make('a', '', 'Trace as JSON');
    trace.href = '/_thaw/traces/' + encodeURIComponent(told.id);
    const more = told.withheld ? [] : [trace];
    let list = waterfallList(told.waterfall, false);
    if (foldOf(told.waterfall).build) {
      const button = make('button', 'small', 'Show all to scale');
      button.type = 'button';
      button.setAttribute('aria-pressed', 'false');
      button.addEventListener('click', () => {
        const whole = button.getAttribute('aria-pressed') === 'false';
        button.setAttribute('aria-pressed', String(whole));
        setText(button, whole ? 'Fold the build' : 'Show all to scale');
        const other = waterfallList(told.waterfall, whole);
        list.replaceWith(other);
        list = other;
      });
      more.unshift(button);
    }
    return titled('Waterfall', more, list);
  };
  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
  // What came in, or what went out.
  const payloadParts = (title, told, otherwise) => {
    if (!told) return titled(title, [], make('p', 'hint', otherwise));
    const box = make('pre', 'payload', told.text ? pretty(told.text) : '');
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', title);
    const cut = told.cut ? [make('p', 'hint', `The beginning of ${whole(told.bytes)} bytes; Thaw keeps no more.`)] : [];
    return titled(title, told.cut ? [] : [copyButton(told.text)], ...(told.bytes ? [box] : [make('p', 'hint', 'Nothing: no bytes.')]), ...cut);
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
    if (told.waterfall.length) parts.push(...waterfallParts(told));
    if (told.withheld) {
      parts.push(...titled('Event, response and log', [], make('p', 'hint', told.withheld)), ...titled('Where', [], facts));
      byId('detail-body').replaceChildren(...parts);
      return;
    }
    parts.push(...payloadParts('Event', told.event, 'It is not kept any more.'));
    if (told.status !== 'running') {
      parts.push(...payloadParts('Response', told.response, told.responseStreamed
          ? 'It went to its caller piece by piece, and is not kept.' : 'It is not kept any more.'));
    }
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
