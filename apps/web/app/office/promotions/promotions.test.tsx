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
  sales: 1912.5,
};
const welcomeOffer = { percentOff: 10, isActive: true, uses: 61, cost: 418.2 };
const answers: Answers = {
  getPromotions: { promotions: [lunch], welcome: welcomeOffer },
  getAvailableLocations: { locations: [] },
  previewPromotion: { cost: 212.4, orders: 94, weeks: [{ from: '2026-10-06', cost: 24 }] },
  savePromotion: { promotion: lunch },
  deletePromotion: { promotionId: 'p1' },
  getPromotionOrders: {
    orders: [
      { orderId: 'TRU-20261120-7K3QX', at: '2026-11-20T22:00:00.000Z', locationId: 'truro', total: 20.5, off: 2 },
    ],
    nextCursor: null,
  },
};

test('the list has a sentence, uses, cost and new guests for each promotion, and the welcome offer first', async () => {
  openOffice('promotions', answers);
  await expect(screen).toShow('10% off everything on Tue');
  const [, welcome, own] = screen.getAllByRole('row');
  expect(within(welcome as HTMLElement).getByText('10% off the first order')).toBeTruthy();
  expect((own as HTMLElement).textContent).toMatch(/CURRY97\$212\.40\$1,912\.5083 uses left/);
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

test('an owner opens a promotion and reads its orders, what they sold, and each order', async () => {
  const page = openOffice('promotions', answers);
  await expect(screen).toShow('10% off everything on Tue');
  fireEvent.click(screen.getByText('10% off everything on Tue'));
  await expect(screen).toShow('$1,912.50 sold, $212.40 off');
  const order = await screen.findByRole('link', { name: '7K3QX' });
  expect(order.getAttribute('href')).toMatch(/#find-order\/TRU-20261120-7K3QX$/);
  expect(document.activeElement?.textContent).toBe('Lunch');
  expect(page.sent('getPromotionOrders')).toMatchObject([{ promotionId: 'p1' }]);
});

test('the orders of a promotion that cannot be loaded are said to be missing, beside its fields', async () => {
  openOffice('promotions', { ...answers, getPromotionOrders: refusal('conflict') });
  await expect(screen).toShow('10% off everything on Tue');
  fireEvent.click(screen.getByText('10% off everything on Tue'));
  await expect(screen).toShow('The orders could not be loaded');
  expect(await field('Name')).toHaveProperty('value', 'Lunch');
});

test('a promotion after its last day reads as ended and off', async () => {
  const diwali = { ...lunch, id: 'p2', name: 'Diwali', limit: null, until: '2020-11-01' };
  openOffice('promotions', { ...answers, getPromotions: { promotions: [diwali], welcome: welcomeOffer } });
  await expect(screen).toShow(/^ended November 1, 2020/);
  const own = within(screen.getAllByRole('row').at(-1) as HTMLElement);
  expect(own.getByText('off')).toBeTruthy();
  expect(own.queryByRole('switch')).toBeNull();
});

test('a free dish asks one in how many, so that an empty field gives no dish with each order', async () => {
  const page = openOffice('promotions', answers);
  await page.press('New promotion');
  await typeIn('Name', 'Two for one');
  await page.press('Free', 'radio');
  fireEvent.change(await field('Off'), { target: { value: 'cheapest' } });
  await expect(screen).toShow(/^Enter one in how many dishes is free\./);
  await page.press('Save and switch on');
  expect(page.sent('savePromotion')).toEqual([]);
  await typeIn('One in so many', '1');
  await expect(screen).toShow('One in so many is a number from 2 to 20, or empty.');
  await typeIn('One in so many', '2');
  await page.press('Save and switch on');
  expect(page.sent('savePromotion')).toMatchObject([
    { effect: { kind: 'percent', of: 'cheapest', percent: 100, every: 2 } },
  ]);
});

test('giving whole orders away asks before it is saved', async () => {
  const page = openOffice('promotions', answers);
  await page.press('New promotion');
  await typeIn('Name', 'All of it');
  await typeIn('Percent off', '100');
  await page.press('Save and switch on');
  await expect(screen).toShow('All dishes of an order become free: 100% off everything');
  expect(page.sent('savePromotion')).toEqual([]);
  await page.press('Save and give them away');
  expect(page.sent('savePromotion')).toMatchObject([{ effect: { kind: 'percent', of: 'order', percent: 100 } }]);
});

test('the preview is asked with the limits', async () => {
  const page = openOffice('promotions', answers);
  await page.press('New promotion');
  await typeIn('Name', 'First two');
  await typeIn(/^Orders in all/, '2');
  await typeIn(/^Orders of one person/, '1');
  await expect.poll(() => page.sent('previewPromotion').at(-1)).toMatchObject({ limit: 2, perPerson: 1 });
});

test('an owner changes the per cent of the welcome offer, and a failure keeps what was typed', async () => {
  const page = openOffice('promotions', { ...answers, updateSettings: refusal('conflict') });
  await page.press('10% off the first order');
  await typeIn('Percent off the first order', '15');
  await page.press('Save');
  await expect(screen).toShow('The welcome offer was not changed');
  expect(await field('Percent off the first order')).toHaveProperty('value', '15');
  page.answer({ updateSettings: { settings: {} as never } });
  await page.press('Save');
  await expect(screen).toShow('Saved');
  expect(page.sent('updateSettings')).toEqual([
    { settings: { welcomePercent: 15 } },
    { settings: { welcomePercent: 15 } },
  ]);
});

test('an owner stops the welcome offer and reads that codes that were sent stay valid', async () => {
  const page = openOffice('promotions', { ...answers, updateSettings: { settings: {} as never } });
  await page.press('The offer of the welcome mail on', 'switch');
  await expect(screen).toShow('No more welcome offers. Codes that were sent stay valid');
  expect(page.sent('updateSettings')).toEqual([{ settings: { welcomeIsActive: false } }]);
});
