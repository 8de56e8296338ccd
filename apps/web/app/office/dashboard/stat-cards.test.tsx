import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StatCards } from './stat-cards.tsx';
import { zeroedStats } from './use-figures.ts';

const none = zeroedStats({ locationId: 'truro', period: 'today' });

function cards(previousOrders: number): string {
  const stats = { ...none, orders: 6, previous: { ...none.previous, orders: previousOrders } };
  const trends = { ...none.trends, ordersGrowth: previousOrders === 0 ? 100 : 50 };
  return renderToStaticMarkup(<StatCards stats={{ ...stats, trends }} zone="America/Halifax" />).replaceAll(
    /<[^>]+>/g,
    ' ',
  );
}

test('shows four cards, without a percentage where there was nothing before [A-STAT-05]', () => {
  const words = cards(4);
  for (const title of ['Total Orders', 'Total Revenue', 'Total Customers', 'Avg Order Value'])
    expect(words).toContain(title);
  expect(words).toMatch(/\+50\.0%\s+vs yesterday\s+\(4\)/);
  expect(cards(0)).not.toContain('%');
  expect(cards(0)).toContain('None yesterday');
});
