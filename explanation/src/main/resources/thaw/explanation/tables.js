  // Columns of a table that is there already sort; opened rows stay below what they belong to.
  const sorted = (heads, column) => {
    const ascending = heads[column].getAttribute('aria-sort') === 'descending'
        || (heads[column].matches('.name, .text') && !heads[column].hasAttribute('aria-sort'));
    heads.forEach((head) => head.removeAttribute('aria-sort'));
    heads[column].setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
    return ascending ? 1 : -1;
  };
  const compare = (a, b) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  const headButtons = (heads, sort) => heads.forEach((head, column) => {
    const button = make('button', '', head.textContent);
    button.type = 'button';
    button.addEventListener('click', () => sort(column));
    head.replaceChildren(button);
  });
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  };
  // Of a long table the rest is there at a click, and whenever somebody works with the table.
  const MOST_ROWS = 8;
  const cut = (table) => {
    const {length} = table.tBodies[0].rows;
    if (length <= MOST_ROWS + 2) return;
    const more = make('button', 'action', `Show all ${whole(length)} rows`);
    more.type = 'button';
    const all = () => { table.classList.remove('cut'); more.remove(); };
    table.classList.add('cut');
    table.parentElement.after(more);
    more.addEventListener('click', all);
    table.addEventListener('click', all);
  };
  document.querySelectorAll('table.sortable').forEach((table) => {
    cut(table);
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    headButtons(heads, (column) => {
      const direction = sorted(heads, column);
      const rows = [...body.rows].filter((row) => !row.matches('.detail'));
      const followers = new Map(rows.map((row) => [row, []]));
      let last = null;
      for (const row of body.rows) {
        if (row.matches('.detail')) followers.get(last).push(row); else last = row;
      }
      rows.sort((a, b) => direction * compare(valueOf(a, column), valueOf(b, column)));
      body.append(...rows.flatMap((row) => [row, ...followers.get(row)]));
    });
  });

  // A cause opens: its owner, who asked for it, which method of the function was the reason.
  const MOST_DETAILS = 15;
  const detailRow = (style, name, cells) => {
    const row = make('tr', 'detail' + style);
    const head = named(make('th', 'name'), name);
    head.scope = 'row';
    row.append(head, ...cells.map((cell) => make('td', '', cell)));
    return row;
  };
  const coldTotal = (cells) =>
      cells.reduce((sum, cell, i) => sum + (data.counted[i] ? cell : 0), 0);
  const details = (cause) => {
    const parts = data.details[cause];
    const titles = {owners: 'owner', requesters: 'asked for by', firstParty: 'because of'};
    const figures = (name, cells) => detailRow('', name,
        [figure(coldTotal(cells)), '', ...cells.map((ms) => ms ? figure(ms) : ''), '']);
    return Object.entries(titles).flatMap(([part, title]) => {
      const lines = parts[part];
      if (!lines.length) return [];
      const rows = lines.slice(0, MOST_DETAILS).map(([name, ...cells]) => figures(name, cells));
      const rest = lines.slice(MOST_DETAILS);
      if (rest.length) {
        const sums = data.phases.map((_, i) => rest.reduce((sum, line) => sum + line[i + 1], 0));
        rows.push(figures(`${rest.length} more`, sums));
      }
      return [detailRow(' head', title, Array(data.phases.length + 3).fill('')), ...rows];
    });
  };
  document.querySelectorAll('#matrix tr[data-cause]').forEach((row) => {
    const label = row.querySelector('.cause');
    const button = make('button', 'open', label.textContent);
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    label.replaceChildren(button);
    row.cells[0].addEventListener('click', () => {
      const open = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!open));
      if (open) {
        while (row.nextElementSibling && row.nextElementSibling.matches('.detail')) {
          row.nextElementSibling.remove();
        }
        return;
      }
      const rows = details(row.dataset.cause);
      row.after(...(rows.length ? rows : [detailRow(' head', 'nothing more is known', [])]));
    });
  });

  // Long tables: sorted, filtered, and shown piece by piece.
  const PIECE = 100;
  const longTable = (id, columns, rows, one, many) => {
    const place = byId(id);
    const noun = rows.length === 1 ? one : many;
    if (!rows.length) {
      place.append(make('p', '', `No ${many}.`));
      return;
    }
    const filter = make('input');
    filter.type = 'search';
    filter.placeholder = `filter ${whole(rows.length)} ${noun}`;
    filter.setAttribute('aria-label', `Filter ${noun}`);
    const state = make('span', 'hint');
    const tools = make('div', 'tools');
    tools.append(filter, state);
    const table = make('table');
    const headRow = make('tr');
    const body = make('tbody');
    columns.forEach(({name, style}) => {
      const head = make('th', style || '', name);
      head.scope = 'col';
      headRow.append(head);
    });
    const head = make('thead');
    head.append(headRow);
    table.append(head, body);
    const scroll = make('div', 'scroll table');
    scroll.tabIndex = 0;
    scroll.append(table);
    const more = make('button', 'action', '');
    more.type = 'button';
    place.append(tools, scroll, more);
    const lower = rows.map((row) =>
        columns.map(({text}, i) => text ? text(row[i]) : row[i]).join(' ').toLowerCase());
    let order = rows.map((_, i) => i);
    let matching = order;
    let shown = 0;
    const append = () => {
      const part = matching.slice(shown, shown + PIECE);
      body.append(...part.map((index) => {
        const row = make('tr');
        columns.forEach(({text, style}, i) => {
          const value = text ? text(rows[index][i]) : rows[index][i];
          const cell = make(i === 0 ? 'th' : 'td', style || '');
          if (columns[i].act) {
            const button = named(make('button', 'look'), value);
            button.type = 'button';
            button.addEventListener('click', () => columns[i].act(value));
            cell.append(button);
          } else if (style) named(cell, value); else cell.textContent = value;
          if (i === 0) cell.scope = 'row';
          row.append(cell);
        });
        return row;
      }));
      shown += part.length;
      more.hidden = shown >= matching.length;
      more.textContent = `Show ${whole(Math.min(PIECE * 5, matching.length - shown))} more`;
      state.textContent = matching.length === rows.length
          ? `${whole(rows.length)} ${noun}`
          : `${whole(matching.length)} of ${whole(rows.length)} ${noun}`;
    };
    const render = () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      matching = words.length
          ? order.filter((index) => words.every((word) => lower[index].includes(word)))
          : order;
      shown = 0;
      body.replaceChildren();
      append();
    };
    const heads = [...headRow.cells];
    headButtons(heads, (column) => {
      const direction = sorted(heads, column);
      const {text, byText} = columns[column];
      const key = (index) => text && byText ? text(rows[index][column]) : rows[index][column];
      order = [...order].sort((a, b) => direction * compare(key(a), key(b)));
      render();
    });
    filter.addEventListener('input', render);
    more.addEventListener('click', () => { for (let i = 0; i < 5 && !more.hidden; i++) append(); });
    render();
  };
  const millis = (name) => ({name: name + ', ms', text: figure});
  longTable('methods-table', [
    {name: 'method', style: 'name', act: (name) => flame.look(name)}, {name: 'library', style: 'text'},
    millis('inclusive'), millis('self'), millis('in init'), millis('after init'),
  ], data.methods, 'method', 'methods');
  const groups = (name) => [
    {name, style: 'name'}, {name: 'classes', text: whole}, {name: 'from an archive', text: whole},
    millis('loading'),
  ];
  longTable('libraries-table', groups('library'), data.libraries, 'library', 'libraries');
  longTable('packages-table', groups('package'), data.packages, 'package', 'packages');
  longTable('classes-table', [
    {name: 'class', style: 'name'},
    {name: 'library', style: 'text', text: (index) => data.classLibraries[index], byText: true},
    {name: 'phase', style: 'text', text: (index) => data.allPhases[index]},
    {name: 'archived', style: 'text', text: (archived) => archived ? 'archived' : ''},
    millis('at'),
  ], data.classes, 'class', 'classes');
