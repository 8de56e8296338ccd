import { say } from '@tiffin/domain/core';
import { courseName } from '@tiffin/domain/tabs';
import { roundHash, type Tab } from '../../shared/tabs/tabs.ts';
import { joinNames } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { LastOrderOutcome } from './use-payment.ts';

type SentRound = Extract<LastOrderOutcome, { kind: 'round' }>;

export const roundTitle = ({ name }: SentRound['tab'], { queued }: SentRound['sent']): string =>
  queued ? say`${name}: the round will be sent` : say`${name}: the round was sent`;

/** What the kitchen does with a round. `tabNow` is its tab as it was loaded last, if it is shown: a held course may have been fired since. */
export function roundText(sent: SentRound['sent'], tabNow?: Tab): string {
  if (sent.queued) return say`It waits on this device, and is sent as soon as the server takes it.`;
  const { continues, order, orderIds, tab } = sent.answer;
  if (continues !== null) return say`Its bill was split or paid, so this round is on a second bill.`;
  const hasRound = tabNow && orderIds.every((id) => tabNow.rounds.some(({ orderId }) => orderId === id));
  const { heldCourses } = hasRound ? tabNow : tab;
  if (order.heldAt && heldCourses.includes(order.course ?? 1)) return say`It waits until you press “Fire”.`;
  const held = joinNames(heldCourses.map(courseName));
  if (held === '') return say`The kitchen has it.`;
  return say`The kitchen has what is served now. Held until you press “Fire”: ${held}.`;
}

export const FLOOR_HASH = '#floor';
/** Long enough to order one more dish for the table. */
const ADD_MORE_MS = 8000;
const SENT_TOAST = 'round-sent';

/** Shows the floor again after a round that was begun there. */
export function returnToFloor(locationId: string, { tab, sent }: SentRound): void {
  window.location.hash = FLOOR_HASH;
  toast[sent.queued ? 'info' : 'success'](roundTitle(tab, sent), {
    id: SENT_TOAST,
    description: roundText(sent),
    duration: ADD_MORE_MS,
    action: { label: say`Add more`, onClick: () => (window.location.hash = roundHash(locationId, tab)) },
  });
}

/** At the till, the toast about the last table would cover the button to send the next round. */
export const hideSentToast = (): void => toast.dismiss(SENT_TOAST);
