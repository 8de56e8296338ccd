import { say } from '@tiffin/domain/core';

export const texts = {
  confirmDishes: (n: number) => (n === 1 ? say`Confirm 1 dish` : say`Confirm ${n} dishes`),
};
