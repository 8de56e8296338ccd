import type { ResponseOf, CallName } from '@tiffin/contract';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import type { Location } from './evening.ts';
import { signIn, type Headers } from '@tiffin/server/testing/sign-in';
import { ask, type Answer, type Restaurant } from './person.ts';
import { Tally } from './tally.ts';

type Menu = ResponseOf<'getLocationMenu'>;

const DISHES = 12;

/** Creates the demo's two locations and as many more as needed, each with a menu and staff. */
export async function openRestaurants(url: string, count: number): Promise<Location[]> {
  const restaurant: Restaurant = { urls: [url], tally: new Tally(), patienceMs: null };
  const admin = await signIn(url, 'admin@demo.test');
  const menu = must(
    await ask(restaurant, 'getLocationMenu', { query: { locationId: 'truro' } }, { as: admin }),
    restaurant,
  );
  const locations: Location[] = [
    {
      id: 'truro',
      staff: await signIn(url, 'staff.truro@demo.test'),
      manager: await signIn(url, 'manager.truro@demo.test'),
    },
    { id: 'new-glasgow', staff: await signIn(url, 'staff.glasgow@demo.test'), manager: admin },
  ];
  for (let number = locations.length + 1; number <= count; number++) {
    locations.push(await openOne(restaurant, url, admin, `branch-${number}`, menu));
  }
  return locations.slice(0, count);
}

async function openOne(restaurant: Restaurant, url: string, admin: Headers, id: string, menu: Menu): Promise<Location> {
  const location = {
    id,
    name: `Branch ${id}`,
    address: '1 Main Street',
    postalCode: 'B2N 1A1',
    phone: '(902) 555-0199',
    email: `${id}@example.test`,
    capacity: 80,
    features: ['Dine-in' as const, 'Takeout' as const, 'Delivery' as const],
  };
  must(await ask(restaurant, 'addLocation', { body: { location } }, { as: admin }), restaurant);
  for (const { name, price, category, description } of menu.items.slice(0, DISHES)) {
    const item = { name, price, category, description, spiceLevel: 'none' as const };
    must(await ask(restaurant, 'addMenuItem', { body: { locationId: id, item } }, { as: admin }), restaurant);
  }
  return { id, staff: await hire(restaurant, url, admin, id), manager: admin };
}

/** Invites a cook, reads the link as an admin does without a mail server, and signs in. */
async function hire(restaurant: Restaurant, url: string, admin: Headers, locationId: string): Promise<Headers> {
  const email = `cook.${locationId}@example.test`;
  const invitation = { name: 'Cook', email, role: 'staff' as const, locationIds: [locationId] };
  must(await ask(restaurant, 'inviteStaff', { body: invitation }, { as: admin }), restaurant);
  const { messages } = must(
    await ask(restaurant, 'getMessages', { query: { search: email } }, { as: admin }),
    restaurant,
  );
  const query = { messageId: messages[0]?.id ?? '' };
  const { text } = must(await ask(restaurant, 'getMessage', { query }, { as: admin }), restaurant);
  const token = /\/join\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  must(await ask(restaurant, 'acceptInvitation', { body: { token, password: DEMO_PASSWORD } }, { as: {} }), restaurant);
  return signIn(url, email);
}

function must<N extends CallName>(answer: Answer<N>, restaurant: Restaurant): (Answer<N> & { ok: true })['body'] {
  if (!answer.ok) throw new Error(restaurant.tally.errors.join('\n') || answer.code);
  return answer.body;
}
