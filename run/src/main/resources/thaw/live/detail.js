  // One invocation: figures, event and response, waterfall, log.
  const detail = byId('detail');
  const showDialog = (dialog) => { if (!dialog.open) dialog.showModal(); };
  const has = (value) => value !== undefined;
  const reportOf = (told) => {
    const report = [];
    const add = (condition, term, meaning) => { if (condition) report.push([term, meaning()]); };
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
    return report;
  };
  const reportPart = (told) => {
    const report = reportOf(told);
    return part('report', [told.start, told.status, told.errorType, report], (place) => {
      const badges = make('div', 'badges');
      const start = make('span');
      startBadge(start, told);
      const status = make('span');
      statusBadge(status, told);
      badges.append(start, status);
      if (told.errorType) badges.append(make('span', 'badge bad', told.errorType));
      const list = make('dl', 'report');
      for (const [term, meaning] of report) {
        const both = make('div');
        both.append(make('dt', '', term), make('dd', '', meaning));
        list.append(both);
      }
      place.replaceChildren(badges, list);
    });
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
  const waterfallHead = (told) => {
    const trace = make('a', '', 'Trace as JSON');
    trace.href = '/_thaw/traces/' + encodeURIComponent(told.id);
    const button = make('button', 'small');
    button.type = 'button';
    button.setAttribute('aria-pressed', 'false');
    return titled('Waterfall', told.withheld ? [button] : [button, trace], make('ol'));
  };
  const waterfallPart = (told) => part('waterfall', told.waterfall, (place) => {
    if (!place.firstChild) place.append(...waterfallHead(told));
    const button = place.querySelector('button');
    const draw = () => {
      const whole = button.getAttribute('aria-pressed') === 'true';
      setText(button, whole ? 'Fold the build' : 'Show all to scale');
      place.lastChild.replaceWith(waterfallList(told.waterfall, whole));
    };
    button.hidden = !foldOf(told.waterfall).build;
    button.onclick = () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') === 'false'));
      draw();
    };
    draw();
  });
  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
  // What came in, or what went out.
  const payloadPart = (title, told, otherwise) => part(title, [told, otherwise], (place) => {
    if (!told) {
      place.replaceChildren(...titled(title, [], make('p', 'hint', otherwise)));
      return;
    }
    const box = make('pre', 'payload', told.text ? pretty(told.text) : '');
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', title);
    const cut = told.cut ? [make('p', 'hint', `The beginning of ${whole(told.bytes)} bytes; Thaw keeps no more.`)] : [];
    place.replaceChildren(...titled(title, told.cut ? [] : [copyButton(told.text)],
        ...(told.bytes ? [box] : [make('p', 'hint', 'Nothing: no bytes.')]), ...cut));
  });
  const logHead = () => {
    const log = make('div', 'log');
    log.tabIndex = 0;
    log.setAttribute('role', 'region');
    log.setAttribute('aria-label', 'Log');
    return titled('Log', [copyButton('')], log);
  };
  const logRow = (line) => {
    if (line.hint) return make('p', 'hint', line.hint);
    const row = make('div', line.by);
    row.append(make('time', '', figure(line.atMs) + ' ms'), make('span', '', line.text));
    return row;
  };
  const logPart = (told) => part('log', [told.droppedLogLines, told.log], (place) => {
    if (!place.firstChild) place.append(...logHead());
    const copy = place.querySelector('button');
    copy.copied = told.log.map((line) => line.text).join('\n') + '\n';
    copy.hidden = !told.log.length;
    const dropped = told.droppedLogLines || 0;
    const hints = [...(dropped ? [`${plural(dropped, 'line')} before these are not kept.`] : []),
      ...(told.log.length ? [] : ['Nothing was written.'])];
    keyed(place.lastChild, [...hints.map((hint) => ({hint, key: hint})), ...told.log.map((line, i) => ({...line, key: dropped + i}))],
        (line) => line.key, logRow, nothingChanges);
  });
  const titled = (title, more, ...content) => {
    const head = make('div', 'bar');
    head.append(make('h3', '', title), ...more);
    return [head, ...content];
  };
  const sameEnvironment = (told) => {
    const others = [...state.requests.values()].filter((each) => each.environment === told.environment);
    return plural(others.length, 'kept invocation') + ' of this environment';
  };
  const factElement = ({name, term, meaning, style, copy}) => {
    if (name === 'dt') return make('dt', '', term);
    const value = make('dd');
    value.append(make(style, '', meaning));
    if (copy) value.append(' ', copyButton(meaning));
    return value;
  };
  const wherePart = (told) => {
    const facts = [
      {term: 'request', meaning: told.id, style: 'code', copy: true},
      {term: 'begun', meaning: exactClock(told.begun), style: 'code'},
      {term: 'environment', meaning: told.environment, style: 'code'},
      {term: '', meaning: sameEnvironment(told), style: 'span'},
      ...(told.traceId ? [{term: 'trace', meaning: told.traceId, style: 'code'}] : []),
    ];
    return part('where', facts, (place) => {
      if (!place.firstChild) place.append(...titled('Where', [], make('dl', 'where')));
      keyed(place.lastChild, facts.flatMap((fact) => [{...fact, name: 'dt'}, {...fact, name: 'dd'}]),
          (fact) => fact.name + fact.term, factElement,
          (element, fact) => { if (fact.name === 'dd') setText(element.firstChild, fact.meaning); });
    });
  };
  // A part of what is shown stays as it is until something else is told of it.
  const part = (key, told, fill) => ({key, told: JSON.stringify([told]), fill});
  const showParts = (parts) => keyed(byId('detail-body'), parts, (each) => each.key, () => make('div'), (place, each) => {
    if (place.told === each.told) return;
    place.told = each.told;
    each.fill(place);
  });
  const showText = (style, text) => {
    setText(byId('detail-title'), 'Invocation');
    showParts([part('text', text, (place) => place.replaceChildren(make('p', style, text)))]);
  };
  const contentParts = (told) => told.withheld
    ? [part('withheld', told.withheld, (place) =>
        place.replaceChildren(...titled('Event, response and log', [], make('p', 'hint', told.withheld))))]
    : [payloadPart('Event', told.event, 'It is not kept any more.'),
      ...(told.status === 'running' ? [] : [payloadPart('Response', told.response, told.responseStreamed
          ? 'It went to its caller piece by piece, and is not kept.' : 'It is not kept any more.')]),
      logPart(told)];
  let opened = null;
  const fillDetail = (told) => {
    setText(byId('detail-title'), versioned(told));
    showParts([reportPart(told), ...(told.waterfall.length ? [waterfallPart(told)] : []), ...contentParts(told), wherePart(told)]);
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
      whenReleased('detail', () => {
        if (opened !== id) return;
        if (answer.ok) fillDetail(told); else showText('', told.message);
      });
    } catch (e) {
      whenReleased('detail', () => {
        if (opened !== id) return;
        filledWith = '';
        showText('', 'Thaw does not answer: ' + e.message);
      });
    }
  };
  const openDetail = (id) => {
    if (byId('invoke').open) byId('invoke').close();
    opened = id;
    showText('hint', 'loading');
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
