import type { QueuedChange } from './changes.ts';

/** What the server has instead, in a few words; null when the refusal told nothing of it. */
export function serverVersionInWords({ problem }: QueuedChange): readonly string[] | null {
  if (problem === null) return null;
  const things = Object.values(problem.truth).filter(
    (value): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  const words = things.flatMap((thing) => {
    const name = textOf(thing['name']) ?? textOf(thing['orderId']);
    const status = textOf(thing['status']);
    const price = typeof thing['price'] === 'number' ? `$${thing['price'].toFixed(2)}` : null;
    const shown = thing['isAvailable'] === true ? 'shown' : thing['isAvailable'] === false ? 'hidden' : null;
    const active = thing['isActive'] === true ? 'active' : thing['isActive'] === false ? 'inactive' : null;
    return [name, status, price, shown, active].filter((word) => word !== null);
  });
  return words.length > 0 ? words : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
