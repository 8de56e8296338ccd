/** What the list can be sorted by. */
export const USER_SORTS = ['createdAt', 'displayName', 'totalOrders', 'totalSpent', 'loyaltyPoints'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** Figures and dates begin with the most, names with A. */
export function firstOrder(sort: UserSort): 'asc' | 'desc' {
  return sort === 'displayName' ? 'asc' : 'desc';
}
