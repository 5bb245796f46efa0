  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const figure = (ms) => {
    const size = Math.abs(ms);
    if (size < 0.005) return '0';
    const digits = size >= 99.95 ? 0 : size >= 0.995 ? 1 : 2;
    return ms.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits});
  };
  const whole = (count) => count.toLocaleString('en-US');
  const percent = (share) => (100 * share).toFixed(share < 0.0995 ? 1 : 0) + ' %';
  const make = (name, style, text) => {
    const element = document.createElement(name);
    if (style) element.className = style;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  // A class, method or library may go on in the next line after a part of its name.
  const named = (element, name) => {
    element.replaceChildren(...String(name).split(/(?<=[.:$])(?=[A-Za-z_$])/).flatMap((part, i) =>
        i ? [make('wbr'), part] : [part]));
    return element;
  };
  tellers.unshift((target, event) => target.id === 'flame-canvas' && flame.tip(event));
