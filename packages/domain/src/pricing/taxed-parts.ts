import { addCents, cents, multiplyCents, ZERO } from '../core/money.ts';
import { allocate } from './allocate.ts';
import { lineNet, lineTotal, type PricedLine } from './priced-line.ts';
import type { TaxableAmount } from './tax-codes.ts';

/** The chosen parts of a combo; empty for any other dish. */
export function partsOfLine({ choices }: Pick<PricedLine, 'choices'>) {
  return (choices ?? []).flatMap(({ part }) => part ?? []);
}

/**
 * The taxable amounts of a line by tax class. A combo is taxed by its parts: its base price is split by what each part
 * costs alone, over the whole quantity so that no cent is lost; extras belong to their own part. Discounts reduce all
 * parts in proportion.
 */
export function taxedParts(line: PricedLine): TaxableAmount[] {
  const parts = partsOfLine(line);
  if (parts.length === 0) return [{ taxClass: line.taxClass ?? 'meal', net: lineNet(line) }];
  const { quantity, unitPrice, unitList = unitPrice } = line;
  const extras = parts.map(({ extra }) => multiplyCents(extra, quantity));
  const basePrice = cents(Math.max(0, lineTotal({ unitPrice: unitList, quantity }) - addCents(...extras)));
  const shares = allocate(
    basePrice,
    parts.map(({ list }) => list),
  ).map((share, part) => addCents(share, extras[part] ?? ZERO));
  return allocate(lineNet(line), shares).map((net, part) => ({ taxClass: parts[part]?.taxClass ?? 'meal', net }));
}
