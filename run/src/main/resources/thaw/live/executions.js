  // Durable executions: the newest ones, asked for when something has happened, and while one runs.
  const ASK_AGAIN = 1000;
  const LOOK_AGAIN = 5000;
  let executionsDue = 0;
  let executionsAt = 0;
  const isOver = (execution) => ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'STOPPED'].includes(execution.status);
  const executionRow = (execution) => {
    const row = make('tr');
    const name = make('th', 'name');
    name.scope = 'row';
    const open = make('a');
    setName(open, execution.name);
    open.href = '/_thaw/executions/' + encodeURIComponent(execution.id);
    open.title = 'Its time line';
    name.append(open);
    const status = make('td', 'text');
    status.append(make('span', 'badge'));
    row.append(name, make('td', 'text'), status, ...Array.from({length: 3}, () => make('td')), make('td', 'text'));
    [...byId('executions-table').tHead.rows[0].cells].forEach((head, i) => { row.cells[i].dataset.of = head.textContent; });
    return row;
  };
  const showExecutions = (told) => {
    const none = !told.executions.length;
    byId('executions').hidden = none;
    byId('executions-link').hidden = none;
    const running = told.executions.filter((each) => !isOver(each)).length;
    setText(byId('executions-hint'), `The newest ${whole(told.executions.length)}, ${whole(running)} of them under way.`
        + (Math.abs(told.now - now()) > 60000 ? ' Their clock is ahead of this machine\u2019s.' : ''));
    keyed(byId('executions-table').tBodies[0], told.executions, (each) => each.id, executionRow, (row, each) => {
      setName(row.cells[1], versioned(each));
      const badge = row.cells[2].firstChild;
      badge.className = 'badge' + (!isOver(each) ? ' runs' : each.status === 'SUCCEEDED' ? '' : ' bad');
      setText(badge, each.status.toLowerCase().replace('_', ' '));
      setText(row.cells[3], clock(each.begun));
      const took = (each.ended || told.now) - each.begun;
      setText(row.cells[4], took < 10000 ? figure(took) + ' ms' : age(took));
      setText(row.cells[5], whole(each.events));
      setText(row.cells[6], each.waitsFor.join(', '));
    });
  };
  const loadExecutions = async () => {
    try {
      const answer = await fetch('/_thaw/data/executions', {cache: 'no-store'});
      if (!answer.ok) return;
      const told = await answer.json();
      whenReleased('executions', () => showExecutions(told));
      if (told.executions.some((each) => !isOver(each))) askExecutions(LOOK_AGAIN);
    } catch {
      // the stream says that Thaw does not answer
    }
  };
  const askExecutions = (wait) => {
    const at = Date.now() + wait;
    if (executionsDue && executionsAt <= at) return;
    clearTimeout(executionsDue);
    executionsAt = at;
    executionsDue = setTimeout(() => {
      executionsDue = 0;
      if (!document.hidden) loadExecutions();
    }, wait);
  };
