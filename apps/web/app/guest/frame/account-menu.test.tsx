import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import { AccountMenu } from './account-menu.tsx';

test.each([
  ['Asha Menon', 'AM'],
  ['  asha  lea menon ', 'AM'],
  ['Asha', 'A'],
  ['🌶️ Asha 🍛', 'A'],
  ['🌶️🍛', 'G'],
  ['', 'G'],
])('"%s" has the initials %s', async (displayName, letters) => {
  const me = { ...guest, displayName, email: 'guest@example.test' };
  const page = {
    default: () => (
      <SignOutProvider>
        <AccountMenu me={me} />
      </SignOutProvider>
    ),
  };
  openPage(page, '/', {}, me);
  const button = await screen.findByRole('button', { name: /^Account of/ });
  expect(button.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe(letters);
});
