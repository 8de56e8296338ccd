import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { admin, guest, staff } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import { MobileMenu } from './mobile-menu.tsx';

const page = {
  default: () => (
    <SignOutProvider>
      <MobileMenu onOrder={() => {}} />
    </SignOutProvider>
  ),
};
const figures = { loyaltyPoints: 105, totalOrders: 4, totalSpent: 120.5 };

test.each([
  ['a guest', guest],
  ['a cook', staff],
])('%s sees points, completed orders and the amount spent [C-NAV-12]', async (_who, me) => {
  openPage(page, '/', {}, { ...me, ...figures });
  await expect(screen).toShow('105');
  await expect(screen).toShow('4');
  await expect(screen).toShow('$120.50');
});

test('an admin does not see them [C-NAV-12]', async () => {
  openPage(page, '/', {}, { ...admin, ...figures });
  await expect(screen).toShow('Sign Out');
  expect(screen.queryByText('105')).toBeNull();
});
