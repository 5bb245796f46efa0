  const data = JSON.parse(document.getElementById('data').textContent);

  // Exact figures of a dot.
  const sampleText = (dot) => {
    const group = dot.parentNode;
    const variant = data.variants[group.dataset.variant];
    const key = group.dataset.metric;
    const number = Number(dot.dataset.n);
    const sample = variant.course.find((each) => each.number === number);
    const value = sample[key].toLocaleString('en-US', {maximumFractionDigits: 2});
    const unit = key.endsWith('MiB') ? 'MiB' : 'ms';
    return `${variant.name}, sample ${number}\n${value} ${unit}\nstarted ${sample.startedAt}`;
  };
  tellers.unshift((target) => target.matches('circle[data-n]') && sampleText(target));

  // Rows of charts in the order in which they were declared, or the fastest first.
  const lists = [...document.querySelectorAll('.rows')].map((list) => ({list, rows: [...list.children]}));
  const total = (variant) => variant.totalMillis ? variant.totalMillis.p50 : Infinity;
  const declared = data.variants.map((_, i) => i);
  const fastest = [...declared].sort((a, b) => total(data.variants[a]) - total(data.variants[b]) || a - b);
  const orders = document.querySelector('.order');
  if (orders && declared.some((each, i) => each !== fastest[i])) {
    const buttons = [['As declared', declared], ['Fastest first', fastest]].map(([text, order]) => {
      const button = make('button', '', text);
      button.type = 'button';
      button.addEventListener('click', () => {
        buttons.forEach((each) => each.setAttribute('aria-pressed', String(each === button)));
        lists.forEach(({list, rows}) => list.append(...order.map((i) => rows[i])));
      });
      return button;
    });
    buttons[0].setAttribute('aria-pressed', 'true');
    buttons[1].setAttribute('aria-pressed', 'false');
    orders.append(...buttons);
  }

  // Columns sort; what was not measured stays last either way.
  const table = document.getElementById('figures');
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[1].cells];
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    if (column === 0) return cell.firstChild.textContent;
    return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
  };
  const sort = (column) => {
    const ascending = heads[column].getAttribute('aria-sort') !== 'ascending';
    heads.forEach((head) => head.removeAttribute('aria-sort'));
    heads[column].setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
    const order = (a, b) => {
      const left = valueOf(a, column);
      const right = valueOf(b, column);
      if (left === null || right === null) return (left === null) - (right === null);
      const compared = column === 0 ? left.localeCompare(right) : left - right;
      return ascending ? compared : -compared;
    };
    body.append(...[...body.rows].sort(order));
  };
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    button.addEventListener('click', () => sort(column));
    head.replaceChildren(button);
  });

  // A click on a ratio makes its row the baseline of all.
  const ratios = Number(table.dataset.ratios);
  const rows = [...body.rows];
  if (rows.length > 1) {
    const buttons = rows.map((row, j) => {
      const button = make('button', 'ratio', row.cells[ratios].textContent);
      button.type = 'button';
      button.addEventListener('click', () => choose(j));
      row.cells[ratios].replaceChildren(button);
      return button;
    });
    const choose = (j) => rows.forEach((row, i) => {
      const {value, text, style, tip} = data.variants[i].against[j];
      const cell = row.cells[ratios];
      cell.className = style;
      cell.dataset.tip = [...tip, i === j ? 'the baseline' : 'a click makes this row the baseline'].join('\n');
      if (value === null) delete cell.dataset.v; else cell.dataset.v = value;
      buttons[i].textContent = text;
      buttons[i].setAttribute('aria-label', i === j ? `${data.variants[i].name} is the baseline` : `${text}; take ${data.variants[i].name} as the baseline`);
    });
    choose(0);
  }

  // The command that explains a row's start, to be copied.
  [...body.rows].forEach((row, i) => {
    const line = data.variants[i].why;
    if (!line) return;
    const button = make('button', 'why', 'why?');
    button.type = 'button';
    button.dataset.tip = `${line}\nexplains this start; a click copies the line`;
    button.addEventListener('click', () => {
      const give = (event) => {
        event.clipboardData.setData('text/plain', line);
        event.preventDefault();
      };
      document.addEventListener('copy', give, {once: true});
      const copied = document.execCommand('copy');
      document.removeEventListener('copy', give);
      button.textContent = copied ? 'copied' : 'not copied';
      setTimeout(() => { button.textContent = 'why?'; }, 2000);
    });
    row.cells[0].append(button);
  });

  // The samples, for a spreadsheet; a cell must not begin as a formula does.
  const keys = [...new Set(data.variants.flatMap((v) => v.course.flatMap(Object.keys)))];
  const quoted = (value) => {
    if (value === undefined) return '';
    if (typeof value === 'number') return String(value);
    return '"' + value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""') + '"';
  };
  const csv = () => [['variant', ...keys]].concat(
    data.variants.flatMap((v) => v.course.map((s) => [v.name, ...keys.map((k) => s[k])]))
  ).map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
  const save = document.createElement('button');
  save.type = 'button';
  save.className = 'action';
  save.textContent = 'Save every sample as CSV';
  save.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([csv()], {type: 'text/csv'}));
    link.download = 'samples.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
  table.closest('section').append(save);
