interface Positioned {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly position: number;
}

/** Sorts dishes as guests see them: by category in menu order, then by position. */
export function inMenuOrder<I extends Positioned>(items: readonly I[], categories: readonly { readonly id: string }[]) {
  const positions = new Map(categories.map(({ id }, index) => [id, index]));
  const positionOf = (item: I) => positions.get(item.category) ?? positions.size;
  return items.toSorted(
    (a, b) => positionOf(a) - positionOf(b) || a.position - b.position || a.name.localeCompare(b.name, 'en'),
  );
}

/** A copy of the list with one entry at another position. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, ...list.slice(from, from + 1));
}

/** Reorders some entries: they swap positions among themselves to match the new order. The others do not move. */
export function reorderEntries(currentOrder: readonly string[], newOrder: readonly string[]): string[] {
  const named = [...new Set(newOrder)].filter((id) => currentOrder.includes(id));
  const positions = currentOrder.flatMap((id, index) => (named.includes(id) ? [index] : []));
  const order = [...currentOrder];
  for (const [index, position] of positions.entries()) order[position] = named[index] ?? order[position] ?? '';
  return order;
}
