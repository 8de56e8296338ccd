import { say } from '@tiffin/domain/core';

export const texts = {
  differ: (differAt: number, soldAt: number) =>
    differAt === 0
      ? say`Sold at ${places(soldAt)}, all the same`
      : say`Sold at ${places(soldAt)}, ${differAt} of them differ`,
} as const;

function places(count: number): string {
  return count === 1 ? say`1 location` : say`${count} locations`;
}
