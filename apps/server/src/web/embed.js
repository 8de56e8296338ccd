// Pasted into the pages of other sites:
// <script async src="https://YOUR.RESTAURANT/embed.js" data-key="pk_…" data-location="truro" data-show="order"></script>
// data-show: "order" (whether it is open, and a link to order) or "book" (the same with a form for a table).
(() => {
  const words = __WORDS__;
  const script = document.currentScript;
  const { key, location: id, show = 'order' } = script.dataset;
  const { origin } = new URL(script.src);
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  script.after(host);

  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block; font: inherit; color: inherit; }
    p { margin: 0 0 8px; }
    form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
    label { display: grid; gap: 4px; }
    select, input, a, button { font: inherit; min-height: 44px; box-sizing: border-box; padding: 0 16px; border-radius: 10px; }
    select, input { padding: 0 8px; border: 1px solid currentColor; background: transparent; color: inherit; }
    a, button { display: inline-flex; align-items: center; border: 0; background: #6b2458; color: #fff; text-decoration: none; cursor: pointer; }
  `);
  root.adoptedStyleSheets = [style];

  const state = element('p', { role: 'status' });
  const orderLink = () =>
    element('a', { href: `${origin}/menu/${encodeURIComponent(id)}`, target: '_blank', rel: 'noopener' }, words.order);
  const bookingForm = () => {
    const people = element('select', { name: 'party' });
    for (let party = 1; party <= 12; party++) people.append(new Option(party, party, party === 2, party === 2));
    const day = element('input', { type: 'date', name: 'day', required: true });
    const now = new Date();
    day.min = day.value = new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    return element(
      'form',
      { action: `${origin}/reservations`, target: '_blank' },
      element('input', { type: 'hidden', name: 'location', value: id }),
      element('label', {}, words.people, people),
      element('label', {}, words.day, day),
      element('button', {}, words.book),
    );
  };
  root.append(state, show === 'book' ? bookingForm() : orderLink());

  // Without an answer the link still works.
  fetch(`${origin}/api/getLocation?locationId=${encodeURIComponent(id)}`, { headers: { 'x-api-key': key } })
    .then((answer) => answer.json())
    .then(({ location }) => state.replaceChildren(location?.openText ?? ''))
    .catch(() => undefined);
})();
