import { startServer } from '@tiffin/server/testing/server-process';
import { clientOf } from '../api-client.ts';
import { planWithTable } from '../bookings.ts';
import { EVENING, SIZES, test } from './fixtures.ts';

test('a guest at a table joins with the code and a name, orders a round and pays it by card', async ({ openPage }) => {
  // A server of its own: with a plan of its tables the back office of the others would change.
  await using server = await startServer({ env: EVENING });
  const api = await clientOf(server.url, 'admin@demo.test');
  const tableOrdering = { isOn: true, firstRoundWaits: false };
  await api.call('updateLocation', { body: { locationId: 'truro', updates: { tableOrdering } } });
  const tableId = await planWithTable(api, '7');
  await api.call('seatParty', { body: { tableId, partySize: 1 } });
  const { tables } = await api.call('getFloor', { query: { locationId: 'truro' } });
  const code = tables[0]?.sitting?.code ?? '';

  const phone = await openPage(server.url, SIZES.phone);
  await phone.open(`/table/${tableId}`);
  await phone.fill('The code of your table', code);
  await phone.fill(/^Your name/, 'Asha');
  await phone.click('button', 'Join the table');
  await phone.click('button', 'Add Mango Lassi');
  await phone.click('link', 'My order (1)');
  await phone.click('button', /^Send 1 dish/);
  await phone.expectText('Running bill');
  await phone.expectText('Mango Lassi');
  await phone.select('radio', /^My dishes/);
  await phone.select('radio', 'No Tip');
  await phone.click('button', /^Pay \$/);
  await phone.fill('Card number', '4242 4242 4242 4242');
  await phone.click('button', /^Pay \$/);
  await phone.expectText('The table is paid. Thank you!');
});
