  // Where to send a request: what is there does not change but for functions that clients make.
  const addressItem = (each) => {
    const item = make('li');
    const head = make('p');
    head.append(make('b', '', each.name), ' ', make('small', '', each.kind));
    const place = make('p', 'place');
    place.append(make('code', '', each.url), ' ', copyButton(each.url));
    item.append(head, place, command(each.command));
    return item;
  };
  // Where requests of functions to AWS go.
  const hostsTable = (routes) => {
    const table = make('table');
    table.id = 'hosts';
    table.append(make('caption', '', 'Where functions’ requests to AWS go'));
    routes.forEach((route) => {
      const row = make('tr');
      const host = make('th');
      host.scope = 'row';
      host.append(make('code', '', route.hosts));
      row.append(host, make('td', '', route.server), make('td', '', route.url));
      table.append(row);
    });
    return table;
  };
  const showAddresses = (all, routes) => {
    byId('addresses').hidden = !all.length;
    byId('hosts')?.remove();
    byId('addresses-details').append(hostsTable(routes));
    const kinds = new Map();
    all.forEach((each) => kinds.set(each.kind, (kinds.get(each.kind) || 0) + 1));
    setText(byId('addresses-hint'), [...kinds].map(([kind, count]) => count > 1 ? `${whole(count)} × ${kind}` : kind).join(', '));
    keyed(byId('addresses-list'), all, (each) => JSON.stringify(each), addressItem, nothingChanges);
  };
  let toldAddresses = '';
  const loadAddresses = async () => {
    try {
      const answer = await fetch('/_thaw/data/addresses', {cache: 'no-store'});
      const text = await answer.text();
      if (!answer.ok || text === toldAddresses) return;
      toldAddresses = text;
      const told = JSON.parse(text);
      whenReleased('addresses', () => {
        showAddresses(told.addresses, told.hosts);
        // Who has not invoked anything yet wants to know.
        byId('addresses-details').open ||= !total('requests');
      });
    } catch {
      // The stream tells that Thaw does not answer.
    }
  };
