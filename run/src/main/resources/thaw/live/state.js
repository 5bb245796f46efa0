  // What the server has told: kept by key, so that what is told twice is there once.
  const MOST_REQUESTS = 1000;
  const MOST_SPELLS = 720;
  const MOST_SAMPLES = 720;
  const state = {
    functions: new Map(), environments: new Map(), requests: new Map(), host: [], forgotten: 0, clockAhead: 0,
  };
  const now = () => Date.now() + state.clockAhead;

  const takeFunction = (told) => {
    const before = state.functions.get(told.name);
    const spells = new Map(before ? before.spells : []);
    told.spells.forEach((spell) => spells.set(spell.at, spell));
    while (spells.size > MOST_SPELLS) spells.delete(spells.keys().next().value);
    told.spells = spells;
    state.functions.set(told.name, told);
  };
  const takeRequest = (told) => {
    state.requests.delete(told.id); // the newest are last
    state.requests.set(told.id, told);
  };
  // As the server does: the ordinary ones go before cold starts and failures.
  const isNotable = (request) => request.start !== 'warm' || isFailed(request);
  const isFailed = (request) => !['running', 'success'].includes(request.status);
  const forgetRequests = () => {
    let over = state.requests.size - MOST_REQUESTS;
    let notable = 0;
    if (over <= 0) return;
    for (const request of state.requests.values()) notable += isNotable(request) ? 1 : 0;
    for (const [id, request] of state.requests) {
      if (over <= 0) break;
      const spared = isNotable(request) && notable <= MOST_REQUESTS / 3;
      if (request.status === 'running' || spared) continue;
      notable -= isNotable(request) ? 1 : 0;
      state.requests.delete(id);
      over--;
    }
  };
  const takeChanges = (told) => {
    state.clockAhead = told.now - Date.now();
    state.forgotten = told.forgotten;
    told.functions.forEach(takeFunction);
    if (told.names) {
      const names = new Set(told.names);
      for (const name of state.functions.keys()) {
        if (!names.has(name)) state.functions.delete(name);
      }
    }
    told.environments.forEach((life) => state.environments.set(life.id, life));
    (told.gone || []).forEach((id) => state.environments.delete(id));
    state.host = [...state.host, ...told.host].slice(-MOST_SAMPLES);
    told.requests.forEach(takeRequest);
    forgetRequests();
  };
  const takeAll = (told) => {
    state.host = [];
    state.functions.clear();
    state.environments.clear();
    state.requests.clear();
    takeChanges(told);
  };

  const functionsByName = () =>
      [...state.functions.values()].sort((a, b) => a.name.localeCompare(b.name));
  const total = (of) => {
    let sum = 0;
    for (const each of state.functions.values()) sum += each[of];
    return sum;
  };
