import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { emptyReport } from '../../testing/report.ts';
import { bookkeeper } from '../../testing/samples.ts';
import { field, openOffice } from '../../testing/show.tsx';
import type { Journal } from './accountant.tsx';

const journal: Journal = {
  currency: 'CAD',
  today: '2026-12-02',
  debit: 114,
  credit: 114,
  accounts: [
    { item: 'sales:meal', label: 'Sales, food', name: 'Sales:Food', code: '4010' },
    { item: 'tender:cash', label: 'Cash', name: '', code: '' },
  ],
  missing: [],
  totals: [
    { item: 'sales:meal', label: 'Sales, food', debit: 0, credit: 114 },
    { item: 'tender:cash', label: 'Cash', debit: 114, credit: 0 },
  ],
  days: [{ day: '2026-11-30', lines: [], closedAt: null, closedBy: null, corrects: ['2026-10-31'] }],
  files: [
    { format: 'quickbooks', part: 1, from: '2026-11-01', to: '2026-11-30', lines: 406 },
    { format: 'xero', part: 1, from: '2026-11-01', to: '2026-11-22', lines: 294 },
  ],
};

async function openAccountant(answers: Parameters<typeof openOffice>[1]) {
  const opened = openOffice('report', { getReport: emptyReport, ...answers });
  fireEvent.click(await screen.findByRole('radio', { name: 'Accountant' }));
  return opened;
}

test('an owner reads that debits equal credits, the accounts, and how the files are split', async () => {
  await openAccountant({ getJournal: journal });
  const balance = await screen.findByRole('region', { name: 'The journal balances' });
  expect(balance.textContent).toMatch(/Debits \$114\.00.*Credits \$114\.00/);
  await expect(screen).toShow('4010 Sales:Food');
  await expect(screen).toShow('294 lines');
  expect(screen.getByRole('button', { name: /^Download Xero, / })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download Tax of every bill' })).toBeTruthy();
  await expect(screen).toShow(/has corrections of/);
});

test('without an account no journal file is offered, and the owner enters its name and code', async () => {
  const saved: unknown[] = [];
  await openAccountant({
    getJournal: { ...journal, missing: ['Cash'] },
    saveJournalAccounts: (body) => {
      saved.push(body);
      return { accounts: [] };
    },
  });
  await expect(screen).toShow(/These have no account yet: Cash/);
  expect(screen.queryByRole('button', { name: /^Download Xero/ })).toBeNull();
  fireEvent.change(await field('Account name for Cash'), { target: { value: 'Cash, “É”' } });
  fireEvent.change(await field('Account code for Cash'), { target: { value: '1010' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save accounts' }));
  await waitFor(() =>
    expect(saved).toEqual([{ accounts: [{ item: 'tender:cash', name: 'Cash, “É”', code: '1010' }] }]),
  );
});

test('days are locked after a question; a refusal is shown', async () => {
  // The period is this month, which is over on that day.
  const over = { ...journal, today: '2100-01-01' };
  await openAccountant({ getJournal: over, closeJournalDays: refusal('failed-precondition', 'Not yet.') });
  fireEvent.click(await screen.findByRole('button', { name: 'Lock these days' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Lock the days' }));
  await expect(screen).toShow('Not yet.');
});

test('a journal that cannot be loaded can be loaded again', async () => {
  await openAccountant({ getJournal: refusal('conflict') });
  await expect(screen).toShow('The journal could not be loaded');
});

test('an accountant sees the money alone: no way to close days, change accounts, set costs or choose mails', async () => {
  const answers = { getReport: emptyReport, getJournal: { ...journal, today: '2027-01-01' } };
  const { press } = openOffice('report?from=2026-11-01&to=2026-11-30', answers, bookkeeper);
  expect((await screen.findAllByRole('link', { name: 'Payments' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'By email' })).toBeNull();
  await press('Accountant', 'radio');
  await expect(screen).toShow('294 lines');
  expect(screen.getByRole('button', { name: 'Download Payments' })).toBeTruthy();
  for (const name of ['Lock these days', 'Save accounts', 'Download Reservations', 'Download Messages'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('the pages of an accountant ask for nothing that the role may not read', async () => {
  const { sent } = openOffice('report', { getReport: emptyReport }, bookkeeper);
  await screen.findByRole('region', { name: 'Net sales' });
  const calls = [
    'getFiscalStates',
    'getReservationStats',
    'getLocationOrders',
    'getManualRefunds',
    'getTicketLimits',
  ] as const;
  for (const call of calls) expect([call, sent(call)]).toEqual([call, []]);
});
