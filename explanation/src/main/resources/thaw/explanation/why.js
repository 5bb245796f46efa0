  const data = JSON.parse(document.getElementById('data').textContent);
  const percent = (share) => (100 * share).toFixed(share < 0.0995 ? 1 : 0) + ' %';
  // A class, method or library may go on in the next line after a part of its name, and after a word of a long part.
  const parts = (name) => String(name).split(/(?<=[.:$(])(?=[A-Za-z_$])|(?<=:)(?=[0-9])/)
      .flatMap((part) => part.length > 14 ? part.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=-)/) : [part]);
  const named = (element, name) => {
    element.replaceChildren(...parts(name).flatMap((part, i) => i ? [make('wbr'), part] : [part]));
    return element;
  };
  tellers.unshift((target, event) => target.id === 'flame-canvas' && flame.tip(event));
