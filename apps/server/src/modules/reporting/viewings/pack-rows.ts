import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { DatedRow, FigurePart, PartAmount } from '@tiffin/domain/stats';

type Packed = readonly [DatedRow['at'], DatedRow['day'], DatedRow['kind'], string | null, ...(string | number)[]];

/** Writes rows without names of fields and compressed, because a month of a busy restaurant has thousands of them. */
export async function packRows(rows: readonly DatedRow[]): Promise<Buffer> {
  const packed = rows.map(({ at, day, kind, orderId, parts }): Packed => {
    return [at, day, kind, orderId, ...parts.flatMap(({ part, key, amount }) => [part, key, amount])];
  });
  return promisify(deflate)(JSON.stringify(packed));
}

export async function unpackRows(bytes: Buffer): Promise<DatedRow[]> {
  const packed = JSON.parse((await promisify(inflate)(bytes)).toString()) as Packed[];
  return packed.map(([at, day, kind, orderId, ...rest]) => ({ at, day, kind, orderId, parts: partsOf(rest) }));
}

function partsOf(values: readonly (string | number)[]): PartAmount[] {
  return Array.from({ length: values.length / 3 }, (_, index) => {
    const [part, key, amount] = values.slice(3 * index, 3 * index + 3);
    return { part: part as FigurePart, key: String(key), amount: Number(amount) };
  });
}
