  // Rendered at most ten times a second, and when the second hand moves.
  let scheduled = false;
  const render = () => {
    const names = functionsByName().map((known) => known.name);
    options(byId('filter-function'), 'all functions', names);
    options(byId('chart-function'), 'all functions', names);
    renderTiles();
    renderEmpty();
    renderFunctions();
    renderRequests();
    renderCharts();
    renderLives();
  };
  const renderSoon = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      whenReleased('page', render);
    });
  };
  setInterval(() => { if (!document.hidden && state.functions.size) renderSoon(); }, 1000);

  // The stream goes on after a break where it was; a hidden page lets go of its connection.
  const HIDDEN_PATIENCE = 30000;
  const RETRY = 1500;
  let source = null;
  let lastId = '';
  let hiding = 0;
  const connection = (style, text) => whenReleased('connection', () => {
    document.body.className = style;
    setText(byId('connection-text'), text);
  });
  const message = (take) => (event) => {
    lastId = event.lastEventId;
    const told = JSON.parse(event.data);
    take(told);
    connection('live', 'live');
    loadEffects(told.effects);
    if (told.names) loadAddresses(); // of functions that have come, too
    renderSoon();
    askExecutions(ASK_AGAIN);
    detailChanged(new Set(told.requests.map((request) => request.id)));
  };
  const connect = () => {
    if (source) source.close();
    const opening = new EventSource('/_thaw/stream' + (lastId ? '?after=' + encodeURIComponent(lastId) : ''));
    source = opening;
    opening.addEventListener('open', () => lastId
        ? connection('live', 'live') // what is on the page is as of now until it is told otherwise
        : connection('', 'connected; waiting for the first figures'));
    opening.addEventListener('state', message(takeAll));
    opening.addEventListener('changes', message(takeChanges));
    opening.addEventListener('error', () => {
      opening.close();
      if (source !== opening) return;
      source = null;
      connection('lost', 'Thaw does not answer; trying again');
      setTimeout(() => { if (!source) connect(); }, RETRY);
    });
  };
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(() => {
        if (source) source.close();
        source = null;
        connection('', 'paused while hidden');
      }, HIDDEN_PATIENCE);
    } else if (!source) {
      connect();
    }
  });
  connect();
  openNamed();
