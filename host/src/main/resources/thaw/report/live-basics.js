  const percent = (part, all) => {
    if (!all) return '–';
    const share = part / all;
    return (100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0) + '\u00a0%';
  };
  const plural = (count, noun) => `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
  const age = (ms) => {
    const seconds = Math.max(0, Math.round(ms / 1000));
    if (seconds < 60) return seconds + ' s';
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
  };
  const two = (number) => String(number).padStart(2, '0');
  const clock = (epoch) => {
    const time = new Date(epoch);
    return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  };
  const exactClock = (epoch) =>
      `${clock(epoch)}.${String(new Date(epoch).getMilliseconds()).padStart(3, '0')}`;

  const setText = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };

  // A long name goes on in the next line after one of its words.
  const setName = (element, name) => {
    if (element.textContent === name) return;
    const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[-_.:/])/);
    element.replaceChildren(...words.flatMap((word, i) => (i ? [make('wbr'), word] : [word])));
  };

  // Elements of a list stay the same as long as their things do: neither focus nor scroll is lost.
  const keyed = (parent, things, keyOf, create, update) => {
    const known = parent.keyedElements || (parent.keyedElements = new Map());
    const wanted = new Set();
    let next = parent.firstElementChild;
    for (const thing of things) {
      const key = keyOf(thing);
      wanted.add(key);
      let element = known.get(key);
      if (!element) {
        element = create(thing);
        known.set(key, element);
      }
      update(element, thing);
      if (element === next) next = next.nextElementSibling; else parent.insertBefore(element, next);
    }
    for (const [key, element] of known) {
      if (!wanted.has(key)) {
        element.remove();
        known.delete(key);
      }
    }
  };

  const copyButton = (text) => {
    const button = make('button', 'small', 'Copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Select and copy';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    return button;
  };
  const command = (text) => {
    const line = make('div', 'command');
    line.append(make('code', '', text), copyButton(text));
    return line;
  };

  const options = (select, all, names) => {
    const wanted = ['', ...names];
    if (select.options.length === wanted.length
        && wanted.every((name, i) => select.options[i].value === name)) return;
    const chosen = select.value;
    select.replaceChildren(...wanted.map((name) => new Option(name || all, name)));
    select.value = wanted.includes(chosen) ? chosen : '';
  };
