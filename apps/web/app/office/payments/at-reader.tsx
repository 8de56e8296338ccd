import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { useReaders } from '../../shared/payment/use-readers.ts';
import { Button } from '../../ui/button.tsx';

type Bill = Answer<'getBill'>['bill'];
export type Payment = Bill['payments'][number];

/** How often the state is fetched while a reader waits for a card, because the provider's event may be late. */
const LOOK_EVERY_MS = 2_500;

export function readerPollInterval(bill: Bill | undefined): number | false {
  return bill?.payments.some(({ reader }) => reader?.said === null) ? LOOK_EVERY_MS : false;
}

/** A payment at a card reader: its state, and buttons to retry or cancel. */
export function ReaderPayment({ payment, onChange }: { payment: Payment; onChange: () => void }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { reader, sessionId, locationId } = payment;
  const message = reader?.said ?? null;
  const { data } = useReaders(locationId, message !== null);
  if (!reader || sessionId === null) return null;
  const others = data?.readers.filter(({ readerId }) => readerId !== reader.readerId) ?? [];

  async function go(what: string, work: () => Promise<unknown>) {
    setBusy(what);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(errorTextOrServerMessage(error, [404, 409]));
    }
    // Reload in both cases: refused or done.
    onChange();
    setBusy(null);
  }
  const cancel = async () => {
    const { status } = await api('cancelPaymentLink', { body: { sessionId } });
    if (status === 'open') setProblem(say`The bank is checking this card. Please wait for the result.`);
  };
  const ask = (readerId: string) => api('retryTerminalPayment', { body: { sessionId, readerId } });

  return (
    <span className="stack gap-6">
      <span role="status">{message ?? say`Waiting for the card on ${reader.name}`}</span>
      <span className="flex flex-wrap gap-6">
        {message !== null &&
          [reader, ...others].map(({ readerId, name }) => (
            <Button
              key={readerId}
              look={readerId === reader.readerId ? 'line' : 'quiet'}
              size="sm"
              busy={busy === readerId}
              onClick={() => void go(readerId, () => ask(readerId))}
            >
              {readerId === reader.readerId ? say`Ask again` : say`Ask on ${name}`}
            </Button>
          ))}
        <Button look="quiet" size="sm" busy={busy === 'cancel'} onClick={() => void go('cancel', cancel)}>
          {say`Cancel`}
        </Button>
      </span>
      {problem !== null && <small className="block">{problem}</small>}
    </span>
  );
}
