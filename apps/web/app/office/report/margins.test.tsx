import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal } from '../../testing/network.ts';
import { emptyReport } from '../../testing/report.ts';
import { field, openOffice } from '../../testing/show.tsx';

const dish = {
  itemId: 'dal',
  name: 'Dal Tadka',
  units: 60,
  wasted: 2,
  wastedCost: 6.2,
  net: 750,
  cost: 186,
  earned: 564,
  margin: 9.4,
};
const margins: Answer<'getMargins'> = {
  from: '2026-11-01',
  to: '2026-11-30',
  locationIds: ['truro'],
  currency: 'CAD',
  newestCost: '2026-11-01',
  categories: [
    {
      id: 'curries',
      name: 'Curries',
      units: 78,
      net: 900,
      cost: null,
      earned: null,
      popularUnits: 42,
      meanMargin: 9.4,
      dishes: [
        { ...dish, place: 'keep' },
        {
          ...dish,
          itemId: 'saag',
          name: 'Saag',
          units: 18,
          wasted: 0,
          net: 150,
          cost: null,
          earned: null,
          margin: null,
          place: 'no-cost',
        },
      ],
    },
  ],
};
const items: Answer<'getCosts'>['items'] = [
  {
    itemId: 'dal',
    name: 'Dal Tadka',
    category: 'curries',
    groupName: null,
    costs: [{ validFrom: '2026-11-01', cost: 3 }],
  },
  { itemId: 'extras/paneer', name: 'Paneer', category: null, groupName: 'Extras', costs: [] },
];

async function open(more: object = {}) {
  const office = openOffice('report', { getReport: emptyReport, getMargins: margins, getCosts: { items }, ...more });
  await office.press('Margins', 'radio');
  return office;
}

test('an owner reads what dishes earn in a chart and the same in a table, and what is not known', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Curries' });
  expect(table.textContent).toMatch(/Dal Tadka2 more thrown awayKeep and show60\$750\.00\$186\.00\$9\.40\$564\.00/);
  await expect(screen).toShow('2 portions were thrown away.');
  expect(screen.getByRole('table', { name: 'Thrown away' }).textContent).toMatch(/Dal Tadka2\$6\.20/);
  expect(table.textContent).toMatch(/SaagNo cost yet18\$150\.00not known/);
  await expect(screen).toShow(/The newest cost counts since Nov 1, 2026/);
  expect(screen.getByRole('img', { name: /Keep and show: Dal Tadka\./ })).toBeTruthy();
});

test('in the chart no name covers another: it stands right or left of its mark, or only in the table', async () => {
  const [category] = margins.categories;
  if (!category) throw new Error('the sample has a category');
  const twins = ['Dal Tadka', 'Dal Makhani', 'Dal Palak'].map((name) => ({
    ...category.dishes[0]!,
    itemId: name,
    name,
  }));
  const far = { ...twins[0]!, itemId: 'far', name: 'Saag Paneer', units: 600, margin: 2 };
  await open({ getMargins: { ...margins, categories: [{ ...category, dishes: [...twins, far] }] } });
  const chart = await screen.findByRole('img', { name: /Portions sold/ });
  const names = [...chart.querySelectorAll('g text')].map((each) => [
    each.textContent,
    each.getAttribute('text-anchor'),
  ]);
  expect(names).toEqual([
    ['Dal Tadka', 'start'],
    ['Dal Makhani', 'end'],
    ['Saag Paneer', 'end'],
  ]);
});

test('margins that could not be loaded can be loaded again', async () => {
  const office = await open({ getMargins: refusal('conflict') });
  await expect(screen).toShow('The margins could not be loaded');
  office.answer({ getMargins: margins });
  await office.press('Try Again');
  await expect(screen).toShow('The same as a table');
});

test('costs are typed with their day, and a wrong one is not sent', async () => {
  const office = await open({ setCosts: { saved: 1 } });
  await office.press('Costs');
  await expect(screen).toShow('1 of 1 dishes have a cost.');
  await office.user.type(await field('Cost of Paneer'), '1.505');
  await office.press('Save 1 cost');
  await expect(screen).toShow('Write an amount such as 3.50, with at most two decimals.');
  expect(office.sent('setCosts')).toEqual([]);
  await office.user.clear(await field('Cost of Paneer'));
  await office.user.type(await field('Cost of Paneer'), '1,50');
  await office.press('Save 1 cost');
  await waitFor(() =>
    expect(office.sent('setCosts')).toMatchObject([{ costs: [{ itemId: 'extras/paneer', cost: 1.5 }] }]),
  );
});
