import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Conflict, type Change } from './conflict.tsx';

const texts = {
  title: 'Somebody else changed this.',
  text: 'Their changes are below.',
  before: 'Before',
  theirs: 'Theirs',
  mine: 'Yours',
  keepMine: 'Keep yours',
  takeTheirs: 'Take theirs',
  fields: { name: 'Name', price: 'Price' },
};

function shown(changes: readonly Change<'name' | 'price'>[]): string {
  return renderToStaticMarkup(
    <Conflict
      texts={texts}
      changes={changes}
      readable={(field, value) => `${field} ${String(value)}`}
      onChoose={() => {}}
    />,
  );
}

test('what only the other one changed is told, and asks nothing', () => {
  const page = shown([{ field: 'price', base: 9, theirs: 10, mine: 9, clashes: false }]);
  expect(page).toContain('<dt>Before</dt><dd>price 9</dd>');
  expect(page).toContain('<dt>Theirs</dt><dd>price 10</dd>');
  expect(page).not.toContain('Yours');
  expect(page).not.toContain('radio');
});

test('what both changed stands side by side and asks whose shall be kept; ours until something is said', () => {
  const page = shown([{ field: 'name', base: 'Dal', theirs: 'Dal <Makhani>', mine: 'Yellow Dal', clashes: true }]);
  expect(page).toContain('<dd>name Dal &lt;Makhani&gt;</dd>');
  expect(page).toContain('<dt>Yours</dt><dd>name Yellow Dal</dd>');
  expect(page.match(/<input[^>]*checked=""[^>]*value="mine"|<input[^>]*value="mine"[^>]*checked=""/g)).toHaveLength(1);
  expect(page).toContain('Take theirs');
  expect(page).toContain('role="alert"');
});
