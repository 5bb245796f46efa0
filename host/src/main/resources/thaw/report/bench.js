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

  // Columns sort; what was not measured stays last either way.
  const table = document.getElementById('figures');
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[1].cells];
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    if (column === 0) return cell.textContent;
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
