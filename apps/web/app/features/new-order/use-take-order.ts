import { useRef, useState } from 'react';
import { isFailureCode, orderNotices } from '@tiffin/domain/errors';
import { cashPayload, type OrderPayload } from '@tiffin/domain/order';
import type { Price } from '@tiffin/domain/pricing';
import { ApiError } from '../../lib/api-error.ts';
import { api, type Answer } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { wordsFor } from '../../lib/words.ts';

export type TakenOrder = Answer<'createAdminOrderCash'>['order'];
export type PaymentLink = Answer<'createAdminPaymentLink'>;

/** What did not work, and why. */
export interface Refused {
  readonly title: string;
  readonly text: string;
}

interface Taking {
  readonly busy: boolean;
  readonly refused: Refused | null;
  readonly forget: () => void;
  readonly takeCash: (order: OrderPayload, price: Price) => Promise<TakenOrder | null>;
  readonly makeLink: (order: OrderPayload) => Promise<PaymentLink | null>;
}

/** Sends the order once, however often it is pressed or tried again; null when it was refused. */
export function useTakeOrder(isClosed: boolean, onStaleMenu: () => void): Taking {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const running = useRef(false);
  const last = useRef({ said: '', key: '' });

  async function once<T>(title: string, body: object, send: (idempotencyKey: string) => Promise<T>): Promise<T | null> {
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    setRefused(null);
    const said = JSON.stringify(body);
    if (last.current.said !== said) last.current = { said, key: newKey() };
    try {
      const answer = await send(last.current.key);
      last.current = { said: '', key: '' };
      return answer;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'pricing-mismatch' || code === 'item-unavailable') onStaleMenu();
      setRefused({ title, text: messageOf(error) });
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    refused,
    forget: () => setRefused(null),
    takeCash: async (order, price) => {
      const body = { ...cashPayload(order, price.total), ...(isClosed && { agreesToWait: true }) };
      const answer = await once(orderNotices.createCashFailed, body, (idempotencyKey) =>
        api('createAdminOrderCash', { body }, { idempotencyKey }),
      );
      return answer?.order ?? null;
    },
    makeLink: (order) => {
      const body = { orderData: { ...order, ...(isClosed && { agreesToWait: true }) } };
      return once(orderNotices.createLinkFailed, body, (idempotencyKey) =>
        api('createAdminPaymentLink', { body }, { idempotencyKey }),
      );
    },
  };
}

/** A rule of the house speaks for itself; everything else in the words people know. */
function messageOf(error: unknown): string {
  const isRule =
    error instanceof ApiError && (error.status === 400 || error.status === 409) && isFailureCode(error.code);
  return isRule ? error.message : wordsFor(error);
}
