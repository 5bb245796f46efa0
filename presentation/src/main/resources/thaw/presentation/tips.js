  // Exact figures under the pointer and at the focus: the text of the first teller that has one.
  const tellers = [(target) => target.closest('[data-tip]')?.dataset.tip];
  const tipOf = (target, event) => {
    for (const tell of tellers) {
      const text = tell(target, event);
      if (text) return text;
    }
    return '';
  };
  const tip = document.getElementById('tip');
  const show = (text, x, y) => {
    tip.textContent = text;
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(x + 14, innerWidth - box.width - 8));
    const below = y + 18 + box.height < innerHeight;
    tip.style.left = left + 'px';
    tip.style.top = Math.max(8, below ? y + 18 : y - box.height - 12) + 'px';
  };
  const hide = () => { tip.hidden = true; };
  document.addEventListener('pointermove', (event) => {
    const text = event.target instanceof Element ? tipOf(event.target, event) : '';
    if (text) show(text, event.clientX, event.clientY); else hide();
  });
  document.addEventListener('pointerleave', hide);
  document.addEventListener('scroll', hide, {passive: true, capture: true});
  document.addEventListener('focusin', (event) => {
    const row = event.target.closest('[data-tip]');
    if (!row || !row.matches(':focus-visible')) return;
    const box = row.getBoundingClientRect();
    show(row.dataset.tip, box.left, box.bottom - 14);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
