import { addCents, cents, timesCents, ZERO } from '../core/money.ts';
import { allocate } from './allocate.ts';
import { lineNet, lineTotal, type PricedLine } from './line.ts';
import type { Taxed } from './tax-codes.ts';

/** The chosen parts of a combo; none of any other dish. */
export function partsOfLine({ choices }: Pick<PricedLine, 'choices'>) {
  return (choices ?? []).flatMap(({ part }) => part ?? []);
}

/**
 * What is taxed of a line, by class. A combo's is its parts': its price is spread over what is included by what that costs
 * on its own, over the whole quantity, so that no cent is lost to one of it; what is charged for a part besides is the
 * part's. What discounts take off is taken off each in proportion.
 */
export function taxedParts(line: PricedLine): Taxed[] {
  const parts = partsOfLine(line);
  if (parts.length === 0) return [{ taxClass: line.taxClass ?? 'meal', net: lineNet(line) }];
  const { quantity, unitPrice, unitList = unitPrice } = line;
  const extras = parts.map(({ extra }) => timesCents(extra, quantity));
  const spread = cents(Math.max(0, lineTotal({ unitPrice: unitList, quantity }) - addCents(...extras)));
  const shares = allocate(
    spread,
    parts.map(({ list }) => list),
  ).map((share, part) => addCents(share, extras[part] ?? ZERO));
  return allocate(lineNet(line), shares).map((net, part) => ({ taxClass: parts[part]?.taxClass ?? 'meal', net }));
}
