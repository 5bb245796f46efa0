  // Environments as bars: a row each, its state as colour over the time of the charts. A thousand fit on one picture.
  const STATES = ['running', 'initialising', 'idle', 'frozen'];
  const LIVES_HEIGHT = 264;
  const MOST_LISTED = 1000;
  const sortedLives = () => [...state.environments.values()].sort((a, b) =>
      a.function.localeCompare(b.function) || a.begun - b.begun || a.id.localeCompare(b.id));
  // As high as one can see well, and in as many columns as that takes.
  const livesGrid = (count, width) => {
    const columnsAtMost = Math.max(1, Math.floor(width / 110));
    for (let columns = 1; columns < columnsAtMost; columns++) {
      const height = Math.floor(LIVES_HEIGHT / Math.ceil(count / columns));
      if (height >= Math.max(5, 9 - columns)) return {columns, height: Math.min(12, height)};
    }
    const rows = Math.ceil(count / columnsAtMost);
    return {columns: columnsAtMost, height: Math.max(2, Math.min(8, Math.floor(LIVES_HEIGHT / rows)))};
  };
  const drawnLives = {all: [], columns: 1, height: 8, rows: 1, width: 1};

  // What the kept requests tell of an environment's past, the oldest first.
  const requestsByLife = () => {
    const found = new Map();
    for (const request of state.requests.values()) {
      const of = found.get(request.environment);
      if (of) of.push(request); else found.set(request.environment, [request]);
    }
    return found;
  };
  const spansOf = (life, requests) => {
    const spans = [[life.begun, now(), life.state === 'idle' ? 'idle' : 'frozen']];
    for (const request of requests || []) {
      const end = request.totalMs === undefined ? now() : request.begun + request.totalMs;
      const started = (request.initMs || 0) + (request.restoreMs || 0);
      const begun = Math.max(request.begun, Math.min(end, request.begun + started));
      if (started) spans.push([request.begun, begun, 'initialising']);
      spans.push([begun, end, isFailed(request) ? 'failed' : 'running']);
    }
    if (life.state === 'initialising' || life.state === 'running') spans.push([life.since, now(), life.state]);
    return spans;
  };
  const drawLives = (all) => {
    const canvas = byId('lives');
    canvas.hidden = !all.length;
    byId('lives-legend').hidden = !all.length;
    if (!all.length) return;
    const width = Math.max(200, canvas.parentNode.clientWidth);
    const {columns, height} = livesGrid(all.length, width);
    const rows = Math.ceil(all.length / columns);
    Object.assign(drawnLives, {all, columns, height, rows, width});
    const scale = devicePixelRatio;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== rows * height * scale) {
      canvas.width = Math.round(width * scale);
      canvas.height = rows * height * scale;
      canvas.style.width = width + 'px';
      canvas.style.height = rows * height + 'px';
    }
    const ink = Object.fromEntries([...STATES, 'failed', 'grid'].map((name) => [name, colour(name)]));
    const context = canvas.getContext('2d');
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, rows * height);
    const requests = requestsByLife();
    const gap = height > 4 ? 2 : height > 2 ? 1 : 0.5;
    const length = width / columns - (columns > 1 ? 8 : 0);
    all.forEach((life, i) => {
      const left = Math.floor(i / rows) * width / columns;
      const top = (i % rows) * height;
      const place = (at) => left + length * Math.min(1, Math.max(0, (at - time.begin) / (time.end - time.begin)));
      for (const [from, to, what] of spansOf(life, requests.get(life.id))) {
        if (to < time.begin) continue;
        context.fillStyle = ink[what];
        // A short request is seen, too.
        const begin = place(from);
        context.fillRect(begin, top, Math.max(what === 'idle' || what === 'frozen' ? 0 : 1.5, place(to) - begin), height - gap);
      }
    });
  };
  const lifeFacts = (life) => [versioned(life),
    `${life.state} for ${age(now() - life.since)}, up for ${age(now() - life.begun)}`,
    plural(life.requests, 'request') + (life.maxMemoryMiB ? `, ${whole(life.maxMemoryMiB)} MB` : '')
        + (life.initialization === 'on-demand' ? '' : `, ${life.initialization}`), life.id].join('\n');
  const lifeAt = (event) => {
    const box = byId('lives').getBoundingClientRect();
    const {all, columns, height, rows, width} = drawnLives;
    const row = Math.floor((event.clientY - box.top) / height);
    const column = Math.floor((event.clientX - box.left) / (width / columns));
    return row >= 0 && row < rows ? all[column * rows + row] : undefined;
  };
  tellers.unshift((target, event) => {
    const life = event && target.closest('#lives') && lifeAt(event);
    return life ? lifeFacts(life) : '';
  });
  byId('lives').addEventListener('click', (event) => {
    const life = lifeAt(event);
    if (life) showLife(life.id);
  });
  // Its invocations.
  const showLife = (id) => {
    byId('filter-text').value = id;
    byId('filter-text').dispatchEvent(new Event('input'));
    byId('requests').scrollIntoView({block: 'start'});
  };

  const lifeRow = (life) => {
    const row = make('tr');
    const id = make('td', 'text');
    const button = make('button', 'link', life.id);
    button.type = 'button';
    button.setAttribute('aria-label', `Show the invocations of environment ${life.id}`);
    button.addEventListener('click', () => showLife(life.id));
    id.append(button);
    row.append(make('td', 'name', versioned(life)), make('td', 'text'), ...Array.from({length: 4}, () => make('td')),
        make('td', 'text', life.initialization), id);
    return row;
  };
  const listLives = (all) => keyed(byId('lives-table').tBodies[0], all.slice(0, MOST_LISTED), (life) => life.id, lifeRow, (row, life) => {
    setText(row.cells[1], life.state);
    setText(row.cells[2], age(now() - life.since));
    setText(row.cells[3], age(now() - life.begun));
    cell(row, 4, whole(life.requests));
    cell(row, 5, life.maxMemoryMiB ? whole(life.maxMemoryMiB) : '–');
  });
  const renderLives = () => {
    const all = sortedLives();
    const counted = STATES.map((each) =>
        [each, all.filter((life) => life.state === each).length]).filter(([, count]) => count);
    const text = all.length
        ? counted.map(([each, count]) => `${whole(count)} ${each}`).join(', ')
        : 'None: the next request of a function starts one, which is a cold start.';
    setText(byId('environments-hint'), text + (all.length ? `; a bar each, from ${clock(time.begin)} to ${clock(time.end)}` : ''));
    byId('lives').setAttribute('aria-label', `A bar for each environment, from ${clock(time.begin)} to ${clock(time.end)}: ${text}. The list below has the details.`);
    byId('lives-details').hidden = !all.length;
    drawLives(all);
    if (byId('lives-details').open) listLives(all);
  };
  byId('lives-details').addEventListener('toggle', renderLives);
