import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Conflict } from './conflict.tsx';
import { formOf, text } from './form.ts';
import { useForm } from './use-form.ts';

const dish = formOf({ name: text('Name'), price: { ...text('Price'), words: (price: string) => `$${price}` } });
const base = { name: 'Dal', price: '9' };

/** The form of one whose typing met what somebody else had saved. */
function Met({ mine, theirs }: { mine: Partial<typeof base>; theirs: Partial<typeof base> }) {
  const { draft, changes } = dish.merged(base, { ...base, ...mine }, { ...base, ...theirs });
  const form = useForm(
    dish,
    null,
    { save: async () => undefined, savedMeanwhile: () => null, refused: () => null },
    draft,
  );
  return <Conflict form={{ ...form, changes }} title="Somebody else changed this." />;
}

test('what only the other one changed is told, and asks nothing', () => {
  const page = renderToStaticMarkup(<Met mine={{}} theirs={{ price: '10' }} />);
  expect(page).toContain('<dt>Before</dt><dd>$9</dd>');
  expect(page).toContain('<dt>Theirs</dt><dd>$10</dd>');
  expect(page).not.toContain('Yours');
  expect(page).not.toContain('radio');
});

test('what both changed stands side by side and asks whose shall be kept; ours until something is said', () => {
  const page = renderToStaticMarkup(<Met mine={{ name: 'Yellow Dal' }} theirs={{ name: 'Dal <Makhani>' }} />);
  expect(page).toContain('<dd>Dal &lt;Makhani&gt;</dd>');
  expect(page).toContain('<dt>Yours</dt><dd>Yellow Dal</dd>');
  expect(page.match(/<input[^>]*checked=""[^>]*value="mine"|<input[^>]*value="mine"[^>]*checked=""/g)).toHaveLength(1);
  expect(page).toContain('Take theirs');
  expect(page).toContain('role="alert"');
});
