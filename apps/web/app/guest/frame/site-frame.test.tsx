import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Frame from '../../routes/guest/frame.tsx';
import { rootData } from '../../testing/samples.ts';
import { openPages } from '../../testing/show.tsx';

test('the footer ends with the year and the name of the restaurant [C-NAV-18]', async () => {
  openPages(Frame, { '/': { default: () => <p>Our page</p> } }, '/', {});
  await expect(screen).toShow('Our page');
  expect(screen.getByRole('contentinfo').textContent).toContain(`© ${rootData.year} ${rootData.site.name}`);
});
