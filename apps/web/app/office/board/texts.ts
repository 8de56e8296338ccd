import { say } from '@tiffin/domain/core';

export const texts = {
  columns: {
    pending: say`Pending Orders`,
    preparing: say`Under Preparation`,
    ready: say`Ready`,
    completed: say`Completed`,
  },

  guests: (n: number) => (n === 1 ? say`1 guest` : say`${n} guests`),
  urgencyTitle: { high: say`High urgency`, medium: say`Medium urgency` },

  pacedBy: (by: string, at: string) => (by === '' ? say`Since ${at}` : say`${by}, at ${at}`),

  undone: (code: string, column: string) => say`${code} moved to ${column}`,

  waiting: (minutes: number) => (minutes === 0 ? say`New order, just now` : say`New order, waiting ${minutes} min`),

  pages: (page: number, pages: number) => say`${page} of ${pages}`,
} as const;
