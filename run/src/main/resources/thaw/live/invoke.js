  // The form that invokes: with the event of the last time, a file of the project, or what the template implies.
  const events = new Map(); // by function, as long as the page is open
  let invoking = '';
  let invoked = '';
  let offered = [];
  const showOffered = () => {
    const chosen = offered[Number(byId('invoke-from').value)];
    if (chosen) byId('invoke-event').value = pretty(chosen.text);
  };
  const offerEvents = async (name, first) => {
    const select = byId('invoke-from');
    offered = [];
    select.replaceChildren(new Option('looking for events', ''));
    select.disabled = true;
    try {
      const answer = await fetch('/_thaw/data/events/' + encodeURIComponent(name), {cache: 'no-store'});
      if (!answer.ok || invoking !== name) return;
      const told = await answer.json();
      offered = told.events;
      if (told.withheld) setText(byId('invoke-state'), told.withheld);
    } catch {
      // Invoking will say that Thaw does not answer.
    }
    whenReleased('offered', () => {
      if (invoking !== name) return;
      select.replaceChildren(new Option('what is below', ''), ...offered.map((each, i) => new Option(each.name, i)));
      select.disabled = !offered.length;
      if (first && offered.length && byId('invoke-event').value === '{}') {
        select.value = '0';
        showOffered();
      }
    });
  };
  byId('invoke-from').addEventListener('input', showOffered);
  byId('invoke-event').addEventListener('input', () => { byId('invoke-from').value = ''; });
  const openInvoke = (name) => {
    invoking = name;
    setText(byId('invoke-title'), 'Invoke ' + name);
    byId('invoke-event').value = events.get(name) || '{}';
    offerEvents(name, !events.has(name));
    byId('invoke-answer').hidden = true;
    byId('invoke-open').hidden = true;
    setText(byId('invoke-state'), '');
    showDialog(byId('invoke'));
    byId('invoke-event').focus();
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
      const after = figure(performance.now() - begin) + ' ms';
      whenReleased('answer', () => {
        setText(byId('invoke-state'), `${answer.ok ? failed ? `failed (${failed})` : 'done' : `status ${answer.status}`} after ${after}`);
        byId('invoke-answer').textContent = pretty(text);
        byId('invoke-answer').hidden = false;
        byId('invoke-open').hidden = !(answer.ok && invoked);
      });
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
