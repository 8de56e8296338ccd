import { say } from '@tiffin/domain/core';
import { formatCount } from '../../ui/figures.tsx';

export const texts = {
  orders: (orders: number, spent: string) =>
    orders === 1 ? say`1 completed order, ${spent}` : say`${formatCount(orders)} completed orders, ${spent}`,
} as const;
