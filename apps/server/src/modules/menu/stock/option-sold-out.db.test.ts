import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const locationId = 'truro';
const cook = await server.signIn('staff.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');
const bread = 'butter-chicken-and-naan';

const mark = (optionId: string, until: string | number | null, as = cook, groupId = 'bread') =>
  server.call('markOptionSoldOut', { body: { locationId, groupId, optionId, until } }, as);
async function dishOf(id: string, at = locationId) {
  const { body } = await server.call('getLocationMenu', { query: { locationId: at } });
  const found = body.items.find((item) => item.id === id);
  if (!found) throw new Error(`${id} is not on the menu of ${at}`);
  return found;
}
const there = async (at = locationId) =>
  (await dishOf(bread, at)).optionGroups[0]?.options.filter(({ isAvailable }) => isAvailable).map(({ id }) => id);
const order = async (optionId: string) => {
  const payload = await payloadMaker(server);
  const body = payload({ dishes: { [bread]: 1 } });
  const items = body.items.map((item) => ({ ...item, options: [{ groupId: 'bread', optionId, units: 1 }] }));
  return server.call(
    'createCustomerOrderCash',
    { body: { ...body, items } },
    { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() },
  );
};

test('a sold-out option cannot be chosen at that location until its time is over', async () => {
  const marked = await mark('whole-wheat-roti', 30);
  expect([marked.status, marked.body.option]).toMatchObject([
    200,
    { name: 'Whole-wheat roti', soldOut: true, soldOutUntil: '2026-11-20T22:30:00.000Z' },
  ]);
  expect(await there()).toEqual(['butter-naan', 'garlic-naan']);
  expect(await there('new-glasgow')).toHaveLength(3);
  const refused = await order('whole-wheat-roti');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'option-unavailable', error: '"Whole-wheat roti" is no longer available.' },
  ]);
  expect((await order('butter-naan')).status).toBe(200);
  const { body } = await server.call('getDishStock', { query: { locationId } }, cook);
  expect(body.options?.filter(({ soldOut }) => soldOut).map(({ id }) => id)).toEqual(['whole-wheat-roti']);
  server.clock.set('2026-11-20T22:30:00Z');
  expect(await there()).toHaveLength(3);
  expect((await order('whole-wheat-roti')).status).toBe(200);
});

test('refuses a dish whose included option is sold out, for guests and at the till, until another is chosen', async () => {
  await mark('butter-naan', 'put-back');
  const payload = await payloadMaker(server);
  const body = payload({ dishes: { [bread]: 1 } });
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const answers = [
    await server.call('createCustomerOrderCash', { body }, { ...SITE_KEY, ...key() }),
    await server.call('createAdminOrderUnpaid', { body }, { ...cook, ...key() }),
  ];
  for (const refused of answers) {
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'option-unavailable',
        error:
          '"Butter Chicken and Naan" comes with "Butter naan", which is sold out. Please choose again for "Bread".',
        items: [{ line: 1, id: bread, groupId: 'bread', optionId: 'butter-naan' }],
      },
    ]);
  }
  expect((await order('whole-wheat-roti')).status).toBe(200);
  await mark('butter-naan', null);
  expect((await server.call('createCustomerOrderCash', { body }, { ...SITE_KEY, ...key() })).status).toBe(200);
});

test('a dish with too few options left is unavailable with a reason, and available again when one returns', async () => {
  for (const id of ['butter-naan', 'garlic-naan', 'whole-wheat-roti']) await mark(id, 'put-back');
  expect(await dishOf(bread)).toMatchObject({ isAvailable: false, soldOut: true });
  const refused = await order('butter-naan');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'option-unavailable', error: '"Butter naan" is no longer available.' },
  ]);
  const payload = await payloadMaker(server);
  const asItComes = payload({ dishes: { [bread]: 1 } });
  const none = await server.call('createCustomerOrderCash', { body: { ...asItComes } }, SITE_KEY);
  expect([none.status, none.body]).toMatchObject([
    409,
    {
      code: 'item-unavailable',
      error: '"Butter Chicken and Naan" cannot be ordered right now: everything in "Bread" is sold out.',
    },
  ]);
  await mark('garlic-naan', null);
  expect(await dishOf(bread)).toMatchObject({ isAvailable: true, soldOut: false });
  expect(await there()).toEqual(['garlic-naan']);
});

test('a sold-out mark survives an edit of its group; repeating it changes nothing; other locations and options are refused', async () => {
  const admin = await server.signIn('admin@demo.test');
  const { groups } = (await server.call('getOptionGroups', {}, admin)).body;
  const { usedBy: _dishes, ...group } = groups.find(({ id }) => id === 'bread') ?? groups[0]!;
  const saved = await server.call('saveOptionGroup', { body: { ...group, name: 'Your bread' } }, admin);
  expect(saved.status).toBe(200);
  expect(await there()).toEqual(['garlic-naan']);
  const before = (await mark('butter-naan', 'put-back')).body.version;
  expect((await mark('butter-naan', 'put-back')).body.version).toBe(before);
  expect((await mark('butter-naan', null, elsewhere)).status).toBe(403);
  expect((await mark('dosa', 'put-back')).status).toBe(404);
  expect((await mark('butter-naan', 'put-back', cook, 'nowhere')).status).toBe(404);
  const log = await server.context.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id'])
    .where('subject_kind', '=', 'option')
    .orderBy('id')
    .execute();
  expect(log[0]).toEqual({ action: 'mark-sold-out', subject_id: 'truro/bread/whole-wheat-roti' });
});
