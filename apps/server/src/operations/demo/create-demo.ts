import { cents, localDate } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { categoryName } from '@tiffin/domain/menu';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { hashKey } from '../../platform/auth/secrets.ts';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { addLocation } from '../../modules/locations/add-location.ts';
import { addMenuItem } from '../../modules/menu/dishes/add-menu-item.ts';
import { shareEqualDishes } from '../../modules/menu/dishes/sync-chain-menu.ts';
import { readMenuTexts } from '../../modules/menu/translations/menu-texts.ts';
import { saveMenuTranslations } from '../../modules/menu/translations/save-menu-texts.ts';
import { saveOptionGroup, type GroupInput } from '../../modules/menu/options/save-option-group.ts';
import { addPerson } from '../../modules/people/add-person.ts';
import { DEFAULT_RULES, writeSite } from '../../modules/locations/restaurant/site.ts';
import { DEMO_CATEGORIES } from '@tiffin/demo/categories';
import type { DemoDish } from '@tiffin/demo/build-menu';
import { demoFrench } from '@tiffin/demo/french';
import { demoGroups, type DemoGroup } from '@tiffin/demo/groups';
import { demoLocations, type DemoLocation } from '@tiffin/demo/locations';
import { menuNewGlasgow, menuTruro } from '@tiffin/demo/menus';
import { DEMO_CUSTOMER_KEY, DEMO_PASSWORD, demoPeople } from '@tiffin/demo/people';
import { demoSite } from '@tiffin/demo/site';

const BY_SYSTEM = { actor: SYSTEM_ACTOR, from: null } as const;

const MENUS: Record<DemoLocation['id'], readonly DemoDish[]> = { truro: menuTruro, 'new-glasgow': menuNewGlasgow };

/** Creates the demo restaurant through the use cases that people use. Returns false if the database is not empty. */
export async function writeDemo(context: Context): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    // If two servers start on an empty database at once, the second finds the data of the first.
    await sql`select pg_advisory_xact_lock(hashtext('first data'))`.execute(tx);
    const user = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    const location = await tx.selectFrom('locations').select('id').limit(1).executeTakeFirst();
    if (user || location) return false;
    const now = context.clock.now();
    const site = { ...demoSite, languages: [...demoSite.languages], logoUrl: null, ...DEFAULT_RULES };
    await writeSite(tx, site, now, null);
    await insertCategories(tx);
    for (const group of demoGroups) await saveOptionGroup(context, tx, BY_SYSTEM, groupInput(group));
    for (const { zone, ...values } of demoLocations) {
      await addLocation(context, tx, BY_SYSTEM, { ...values, timeZone: zone, isActive: true });
      for (const dish of MENUS[values.id]) await insertDish(context, tx, values.id, zone, dish);
    }
    await shareEqualDishes(tx, {
      ids: menuTruro.map(({ id }) => id),
      locationIds: ['truro', ...demoLocations.map(({ id }) => id)],
      now,
    });
    for (const { id } of demoLocations) await addFrenchTexts(context, tx, id);
    for (const person of demoPeople) await addPerson(context, tx, { ...person, password: DEMO_PASSWORD });
    await tx
      .insertInto('api_keys')
      .values({
        id: context.ids.uuid(),
        kind: 'customer',
        name: 'Demo site',
        shown: DEMO_CUSTOMER_KEY,
        hash: hashKey(DEMO_CUSTOMER_KEY),
        created_at: now,
      })
      .execute();
    await insertPromotions(context, tx);
    return true;
  });
}

/** A code that guests can try, and one that ended. */
async function insertPromotions(context: Context, tx: Tx): Promise<void> {
  const now = context.clock.now();
  const percent = (value: number, of: 'order' | 'dishes') => JSON.stringify({ kind: 'percent', of, percent: value });
  const ofCurries = { kind: 'categories', ids: ['veg-curries', 'non-veg-curries'], label: 'Curries' };
  const common = { is_active: true, created_at: now, updated_at: now };
  await tx
    .insertInto('promotions')
    .values([
      {
        ...common,
        id: 'tuesday-curries',
        name: 'Tuesday curries',
        code: 'CURRY',
        conditions: JSON.stringify([ofCurries, { kind: 'weekday', days: ['tuesday'] }]),
        effect: percent(10, 'dishes'),
      },
      {
        ...common,
        id: 'diwali',
        name: 'Diwali',
        code: 'DIWALI',
        conditions: '[]',
        effect: percent(15, 'order'),
        valid_until: addDays(localDate(now, demoSite.timeZone), -7),
      },
    ])
    .execute();
}

/** The default categories of the demo. */
async function insertCategories(tx: Tx): Promise<void> {
  await tx
    .insertInto('menu_categories')
    .values(
      DEMO_CATEGORIES.map((id, position) => ({ id, name: categoryName(id), is_default: true, position, art: id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds the French texts that are missing. */
async function addFrenchTexts(context: Context, tx: Tx, locationId: DemoLocation['id']): Promise<void> {
  const language = 'fr';
  const all = await readMenuTexts(tx, SYSTEM_ACTOR, { locationId, language });
  const texts = all.flatMap(({ kind, id, groupId, field, own, state }) => {
    const text = demoFrench.get(own);
    return text && state === 'missing' ? [{ kind, id, groupId, field, own, text }] : [];
  });
  await saveMenuTranslations(context, tx, BY_SYSTEM, { locationId, language, texts });
}

/** An option group in the form the editor sends. */
function groupInput({ id: _id, dishes: _dishes, options, ...group }: DemoGroup): GroupInput {
  return {
    ...group,
    options: options.map((option) => ({
      ...option,
      price: cents(option.price),
      allergens: [...option.allergens],
      breaks: [...option.breaks],
    })),
  };
}

async function insertDish(
  context: Context,
  tx: Tx,
  locationId: DemoLocation['id'],
  zone: string,
  dish: DemoDish,
): Promise<void> {
  const { id, isTodaysSpecial, ...values } = dish;
  const today = localDate(context.clock.now(), zone);
  await addMenuItem(context, tx, BY_SYSTEM, {
    ...values,
    locationId,
    // A special that lasts long enough for a demo.
    special: isTodaysSpecial ? { start: today, end: addDays(today, 30) } : null,
    image: null,
    groups: demoGroups.filter(({ dishes }) => dishes[locationId].includes(id)).map((group) => ({ groupId: group.id })),
  });
}
