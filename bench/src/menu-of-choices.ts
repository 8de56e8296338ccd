import type { InputOf } from '@tiffin/contract';
import { createClient } from '@tiffin/client';
import { adminCookie } from './order-request.ts';

const LOCATION = 'truro';
/** The maximum stock. */
const PORTIONS = 9999;

/** A client that calls the server like an admin's browser. */
export async function officeAt(url: string) {
  const api = createClient({ baseUrl: url, cookie: await adminCookie(url) });
  return {
    /** Creates option groups that no dish uses. Returns their ids. */
    async addGroups(count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let at = 1; at <= count; at++) {
        const { group } = await api.call('saveOptionGroup', { body: groupOf(at) });
        ids.push(group.id);
      }
      return ids;
    },
    putOn: (itemId: string, groupIds: readonly string[]) =>
      api.call('updateMenuItem', {
        body: { locationId: LOCATION, itemId, updates: { optionGroups: groupsOf(groupIds) } },
      }),
    add: (at: number, groupIds: readonly string[]) =>
      api.call('addMenuItem', {
        body: {
          locationId: LOCATION,
          item: {
            name: `House dish ${at}`,
            description: 'Simmered slowly with ginger, cardamom and a squeeze of lime.',
            category: 'veg-curries',
            price: 9 + (at % 10),
            optionGroups: groupsOf(groupIds),
          },
        },
      }),
    /** Creates a promotion of 10 % with this code and limit. */
    promote: (code: string, limit: number | null) =>
      api.call('savePromotion', {
        body: {
          name: code,
          code,
          limit,
          conditions: [],
          effect: { kind: 'percent', of: 'order', percent: 10 },
          isActive: true,
        },
      }),
    endPromotion: (promotionId: string) => api.call('deletePromotion', { body: { promotionId } }),
    givePoints: (userId: string, loyaltyPoints: number) =>
      api.call('updateUser', { body: { userId, updates: { loyaltyPoints } } }),
    /** Sets a stock that a round cannot use up. */
    count: async (itemIds: readonly string[]) => {
      for (const itemId of itemIds)
        await api.call('setStock', { body: { locationId: LOCATION, itemId, left: PORTIONS } });
    },
  };
}

const groupsOf = (ids: readonly string[]) => ids.map((groupId) => ({ groupId }));

function groupOf(at: number): InputOf<'saveOptionGroup'>['body'] {
  return {
    name: `Choice ${at}`,
    kind: at % 2 ? 'one' : 'some',
    options: Array.from({ length: 6 }, (_, option) => ({
      name: `Choice ${at} no ${option + 1}`,
      price: option * 0.25,
    })),
  };
}
