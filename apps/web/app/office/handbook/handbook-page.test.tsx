import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { HandbookPage } from './handbook-page.tsx';
import { handbookPages } from './pages.ts';
import { searchHandbook } from './search-pages.ts';

test('a reader who types a word sees the pages that have it, and all pages again without it', async () => {
  const user = userEvent.setup();
  render(<HandbookPage />);
  const listed = () => screen.getAllByRole('listitem').filter((item) => item.closest('nav')).length;
  const all = listed();
  await user.type(screen.getByRole('searchbox', { name: 'Search the handbook' }), 'gift card');
  expect(listed()).toBeGreaterThan(0);
  expect(listed()).toBeLessThan(all);
  await user.type(screen.getByRole('searchbox'), ' xyzzy');
  expect(screen.getByRole('status').textContent).toBe('No page has these words.');
  await user.clear(screen.getByRole('searchbox'));
  expect(listed()).toBe(all);
});

test.each([
  ['en', 'promotions', 'promotions'],
  ['fr', 'cloturer', 'closing-the-day'],
] as const)('in %s, the page with “%s” in its title is the first', (language, typed, id) => {
  const [first] = searchHandbook(handbookPages(language), typed);
  expect(first?.id).toBe(id);
});
