import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const lunch = {
  id: 'p1',
  name: 'Lunch',
  code: 'CURRY',
  conditions: [{ kind: 'weekday' as const, days: ['tuesday' as const] }],
  effect: { kind: 'percent' as const, of: 'order' as const, percent: 10 },
  from: null,
  until: null,
  isLimited: true,
  limit: 100,
  perPerson: null,
  isActive: true,
  version: 3,
  uses: 97,
  cost: 212.4,
  newGuests: 8,
};
const answers: Answers = {
  getPromotions: { promotions: [lunch], welcome: { percentOff: 10, uses: 61, cost: 418.2 } },
  getAvailableLocations: { locations: [] },
  previewPromotion: { cost: 212.4, orders: 94, weeks: [{ from: '2026-10-06', cost: 24 }] },
  savePromotion: { promotion: lunch },
  deletePromotion: { promotionId: 'p1' },
};

test('the list has a sentence, uses, cost and new guests for each promotion, and the welcome offer first', async () => {
  openOffice('promotions', answers);
  await expect(screen).toShow('10% off everything on Tue');
  const [, welcome, own] = screen.getAllByRole('row');
  expect(within(welcome as HTMLElement).getByText('10% off the first order')).toBeTruthy();
  expect((own as HTMLElement).textContent).toMatch(/CURRY97\$212\.4083 uses left/);
});

test('an owner makes a promotion as a sentence and reads what it would have cost', async () => {
  const page = openOffice('promotions', answers);
  await page.press('New promotion');
  await page.press('+ days');
  fireEvent.click(screen.getByLabelText('Wednesday'));
  await page.press('+ a code');
  await typeIn('Code', 'lunch10');
  await typeIn('Name', 'Lunch 10%');
  await expect(screen).toShow('on Tue, Wed');
  await expect(screen).toShow('with code LUNCH10');
  await expect(screen).toShow('on 94 orders, $2.26 an order');
  await page.press('Save and switch on');
  expect(page.sent('savePromotion')).toMatchObject([
    {
      name: 'Lunch 10%',
      code: 'LUNCH10',
      conditions: [{ kind: 'weekday', days: ['tuesday', 'wednesday'] }],
      effect: { kind: 'percent', of: 'order', percent: 10 },
      isActive: true,
    },
  ]);
});

test('a promotion that is refused says why and keeps what was typed', async () => {
  const why = 'CURRY is used by another promotion.';
  const page = openOffice('promotions', { ...answers, savePromotion: refusal('already-exists', why) });
  await expect(screen).toShow('10% off everything on Tue');
  fireEvent.click(screen.getByText('10% off everything on Tue'));
  await typeIn('Name', 'Tuesdays');
  await page.press('Save');
  await expect(screen).toShow(why);
  expect(await field('Name')).toHaveProperty('value', 'Tuesdays');
});

test('what is missing blocks the button and is said', async () => {
  const page = openOffice('promotions', answers);
  await page.press('New promotion');
  await expect(screen).toShow('Give it a name. Guests see it on their bill.');
  await page.press('+ dishes');
  await expect(screen).toShow('Choose at least one.');
});
