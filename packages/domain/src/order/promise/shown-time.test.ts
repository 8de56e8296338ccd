import { expect, test } from 'vitest';
import { checkShownTime } from './shown-time.ts';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const window = { from: at('22:55:00'), to: at('23:05:00') };
const order = { orderType: 'pickup', now: at('22:06:00'), zone: 'America/Halifax' } as const;

test.each([
  ['the same time', at('23:05:00'), true],
  ['ten minutes less', at('22:55:00'), true],
  ['a little more than ten minutes less', at('22:54:59'), false],
  ['nothing', null, true],
])('an order for a guest who read %s: %s', (_, shown, isAccepted) => {
  expect(checkShownTime(window, shown, order).ok).toBe(isAccepted);
});

test.each([
  ['pickup', 'ready about'],
  ['delivery', 'arriving about'],
] as const)('a refused %s says when it would be %s, and that nothing was ordered', (orderType, words) => {
  expect(checkShownTime(window, at('22:30:00'), { ...order, orderType })).toEqual({
    ok: false,
    error: {
      code: 'time-later',
      message: `It takes longer now: ${words} 6:55–7:05 p.m. Nothing was ordered yet. Press again if that is fine.`,
      details: { from: '2026-11-20T22:55:00.000Z', to: '2026-11-20T23:05:00.000Z' },
    },
  });
});
