import { expect, test } from 'vitest';
import { ASHA, defaultOptionsAnd, payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { htmlOf } from '../../outbox/templates/index.ts';

const server = await testServer();
const { context } = server;
const truro = await payloadMaker(server);
const asha = await server.signIn('customer@demo.test');

async function messagesAbout(orderId: string) {
  return context.db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'template', 'subject', 'body_text', 'mail_content', 'status', 'user_id'])
    .where('order_id', '=', orderId)
    .orderBy('channel')
    .execute();
}

test('a guest who ordered gets one mail and one text, which stay in the outbox while nothing is configured to send them', async () => {
  const { body } = await server.call('createCustomerOrderCash', { body: { ...truro({ tipCents: 500 }) } }, asha);
  await server.settle();
  await server.settle();
  const [mail, sms, ...more] = await messagesAbout(body.orderId);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    channel: 'mail',
    recipient: ASHA.email,
    template: 'order_confirmation',
    status: 'outbox',
    user_id: body.order.customerInfo.firebaseId,
  });
  expect(sms).toMatchObject({
    channel: 'sms',
    recipient: '+19025550177',
    template: 'order_received',
    status: 'outbox',
  });
  for (const text of [mail?.body_text, mail?.mail_content && htmlOf(mail.mail_content), sms?.body_text])
    expect(text).toContain(body.orderId);
  expect(mail?.body_text).toContain('CASH ON PICKUP');
  expect(mail?.body_text).toContain('HST (14%)');
  expect(mail?.body_text).toContain(`/order-success?orderId=${body.orderId}`);
});

test.each<[Caller, RegExp]>([
  [{}, /Allergies: Peanuts: also traces\. Severe\. Butter Chicken: Milk/],
  [{ 'accept-language': 'fr' }, /Allergies\s: Arachides\s: also traces\. Severe\. [\p{L} ]+\s: Lait/u],
])('the confirmation lists the allergies of the order and of its dishes: %o', async (headers, expected) => {
  // Each order is from another guest, because one with an open order has to prove the address.
  const phone = `902555019${Object.keys(headers).length}`;
  const customer = { name: ASHA.name, email: `${phone}@example.test`, phone };
  const { items, ...order } = truro({ dishes: { 'butter-chicken': 1 }, customer });
  const body = {
    ...order,
    allergies: [{ code: 'peanuts', text: 'also traces' }],
    allergyNote: 'Severe',
    items: items.map((item) => ({ ...item, allergies: [{ code: 'milk' }] })),
  };
  const placed = await server.call('createCustomerOrderCash', { body: body as never }, { ...SITE_KEY, ...headers });
  expect(placed.status).toBe(200);
  await server.settle();
  const [mail] = await messagesAbout(placed.body.orderId);
  expect(mail?.body_text).toMatch(expected);
  expect(mail?.mail_content && htmlOf(mail.mail_content)).toMatch(/Severe/);
});

test.each([
  ['without', 'Yours is made without milk.'],
  ['guest-agreed', 'We called, and you wanted it as it is.'],
] as const)('mails say that a dish contains the allergen, and then what was decided: %s', async (decision, text) => {
  const cook = await server.signIn('staff.truro@demo.test');
  // Without a phone number the news come by mail.
  const customer = { name: ASHA.name, email: `${crypto.randomUUID()}@example.test`, phone: '' };
  const order = { ...truro({ dishes: { 'butter-chicken': 1 }, customer }), allergies: [{ code: 'milk' as const }] };
  const { orderId } = (await server.call('createCustomerOrderCash', { body: order }, SITE_KEY)).body;
  await server.settle();
  const mailOf = async (template: string) =>
    (await messagesAbout(orderId)).find((each) => each.channel === 'mail' && each.template === template)?.body_text;
  expect(await mailOf('order_confirmation')).toContain(
    'Butter Chicken contains milk. Before it is ready, the kitchen decides what to do, and may call you.',
  );
  await server.call('confirmAllergies', { body: { orderId, lines: [1], decision } }, cook);
  for (const status of ['preparing', 'ready'] as const)
    expect((await server.call('updateOrderStatus', { body: { orderId, status } }, cook)).status).toBe(200);
  await server.settle();
  expect(await mailOf('order_ready')).toContain(`Butter Chicken contains milk. ${text}`);
});

test('a mail names the options of the dish that contains the allergen, because the same dish may be without', async () => {
  const { items } = (await server.call('getLocationMenu', { query: { locationId: 'truro' } })).body;
  const mushroom = items.find(({ id }) => id === 'kadai-mushroom');
  const options = defaultOptionsAnd('Cashews', mushroom);
  const customer = { name: ASHA.name, email: `${crypto.randomUUID()}@example.test`, phone: '' };
  const dishes = truro({ dishes: { 'kadai-mushroom': 1 }, choices: { 'kadai-mushroom': { options } }, customer });
  const order = { ...dishes, allergies: [{ code: 'tree-nuts' as const }] };
  const { orderId } = (await server.call('createCustomerOrderCash', { body: order }, SITE_KEY)).body;
  await server.settle();
  const [mail] = await messagesAbout(orderId);
  expect(mail?.body_text).toContain('Kadai Mushroom, + Cashews contains tree nuts.');
});

test('without an account, the mail and the text contain the order link', async () => {
  const { body } = await server.call('createCustomerOrderCash', { body: { ...truro() } }, SITE_KEY);
  await server.settle();
  const [mail, sms] = await messagesAbout(body.orderId);
  const link = body.order.receiptUrl.replace('/receipt/', '/orders/');
  expect(mail?.body_text).toContain(link);
  expect(sms?.body_text).toContain(link);
});
