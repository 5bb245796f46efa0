  const byId = (id) => document.getElementById(id);
  const make = (name, style, text) => {
    const element = document.createElement(name);
    if (style) element.className = style;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // Numbers as the reports have them.
  const figure = (ms) => {
    if (ms === undefined || ms === null) return '–';
    const size = Math.abs(ms);
    if (size < 0.005) return '0';
    const digits = size >= 99.95 ? 0 : size >= 0.995 ? 1 : 2;
    return ms.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits});
  };
  const whole = (count) => count.toLocaleString('en-US');
