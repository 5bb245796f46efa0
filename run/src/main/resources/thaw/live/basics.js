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
    if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
    return `${Math.floor(seconds / 86400)} d ${Math.floor(seconds / 3600) % 24} h`;
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

  // Elements of a list stay the same as long as their things do: what is pressed, has the focus or is selected
  // there survives. What is gone goes first, so that what stays need not move.
  const keyed = (parent, things, keyOf, create, update) => {
    const before = parent.keyedElements || new Map();
    const after = new Map(things.map((thing) => [keyOf(thing), before.get(keyOf(thing)) || create(thing)]));
    parent.keyedElements = after;
    for (const [key, element] of before) {
      if (!after.has(key)) element.remove();
    }
    let next = parent.firstElementChild;
    for (const thing of things) {
      const element = after.get(keyOf(thing));
      update(element, thing);
      if (element === next) next = next.nextElementSibling; else parent.insertBefore(element, next);
    }
  };
  const nothingChanges = () => {};

  // While the main button is down, the page holds still: the release would be on what has moved there otherwise, and
  // the click would be lost. It follows the release; after a drag none comes, and a release can get lost.
  const CLICK_AT_LATEST = 300;
  const HELD_AT_MOST = 5000;
  const held = {pressed: false, soon: false, ending: 0, redraws: new Map()};
  const whenReleased = (subject, redraw) => {
    held.redraws.delete(subject);
    if (held.pressed) held.redraws.set(subject, redraw); else redraw();
  };
  const release = () => {
    clearTimeout(held.ending);
    held.pressed = false;
    const due = [...held.redraws.values()];
    held.redraws.clear();
    for (const redraw of due) {
      try {
        redraw();
      } catch (e) {
        reportError(e);
      }
    }
  };
  const hold = (event) => {
    if (event.button || !event.isPrimary) return;
    clearTimeout(held.ending);
    held.pressed = true;
    held.soon = false;
    held.ending = setTimeout(release, HELD_AT_MOST);
  };
  const releaseSoon = () => {
    if (!held.pressed || held.soon) return;
    held.soon = true;
    clearTimeout(held.ending);
    held.ending = setTimeout(release, CLICK_AT_LATEST);
  };
  addEventListener('pointerdown', hold, true);
  addEventListener('click', release);
  for (const end of ['pointerup', 'pointercancel', 'dragend', 'change', 'contextmenu', 'blur']) addEventListener(end, releaseSoon);
  // Its release was told to something else, such as a menu of the browser.
  addEventListener('pointermove', (event) => { if (!event.buttons) releaseSoon(); });

  const copyButton = (text) => {
    const button = make('button', 'small', 'Copy');
    button.type = 'button';
    button.copied = text;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(button.copied);
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

  const options = (select, all, names) =>
      keyed(select, ['', ...names], (name) => name, (name) => new Option(name || all, name), nothingChanges);
